import { watchLedger, watchSnapshots } from '../../../src/follows/watch.ts'
import type { JobContext } from '../../../src/jobs/job-context.ts'
import { watchWhales, writeWeeklySignals } from '../../../src/jobs/news.ts'
import type { Seconds } from '../../../src/ledger/quantities.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { answering } from '../../follows/support/answer-screens.ts'

/** Minutes that the public waits. */
export const DELAY_MINUTES = 60

const fail = (line: string): never => {
  throw new Error(line)
}

/** Jobs that fail the test where a service would print a line. */
const CONTEXT: JobContext = {
  env: { WHALE_MIN_USD: '400' },
  screen: {
    note: () => undefined,
    warn: fail,
    progress: () => ({ update: () => undefined, finish: () => undefined, stop: () => undefined }),
  },
}

/** Detects alerts and notifies followers at a moment, as the follower of the chain does after each block. */
export async function lookAt(db: Database, now: Seconds): Promise<void> {
  await watchWhales(CONTEXT, db, { now })
  const options = { now, nowMs: now * 1_000, delayMinutes: DELAY_MINUTES }
  await watchLedger(db, options)
  const { ask: readTop } = await answering(db)
  await watchSnapshots(db, { ...options, readTop })
}

/** Publishes a snapshot and the weeks that have begun, and looks at both. */
export async function publishAll(db: Database, now: Seconds): Promise<void> {
  await refresh(db)
  await writeWeeklySignals(CONTEXT, db)
  await lookAt(db, now)
}
