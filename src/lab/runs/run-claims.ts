import { randomUUID } from 'node:crypto'
import type { Seconds } from '../../ledger/quantities.ts'
import type { Database } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { LAB_RUNS } from './run-tables.ts'
import type { PackedAnswer } from './runs.ts'

/** Seconds for which no other process takes over a trial, from each note of its progress. */
const LEASE_SECONDS = 30
/** Attempts after which a trial fails that ended without a reason that its account could act on. */
const MOST_ATTEMPTS = 3
const FAILED = 'The trial failed: the reason was logged. Start it again.'

/** The right to run a trial, until another process takes it over. */
export interface RunClaim {
  id: string
  accountId: number
  /** JSON. */
  rule: string
  holder: string
  attempts: number
}

type Running = Pick<RunClaim, 'id' | 'holder'>

const NEXT = statement((from, { now }: { now: Seconds }) =>
  from(LAB_RUNS)
    .select('id')
    .whereIn('state', ['WAITING', 'RUNNING'])
    .where('until', '<=', now)
    .where('expires_at', '>', now)
    // The examples have account 0, and give way to everybody's.
    .orderBy('account_id', 'desc')
    .orderBy('created_at')
    .limit(1),
)
const CLAIM = statement((from, given: Running & { now: Seconds; until: Seconds }) =>
  from(LAB_RUNS)
    .where('id', given.id)
    .whereIn('state', ['WAITING', 'RUNNING'])
    .where('until', '<=', given.now)
    .update({
      state: 'RUNNING',
      holder: given.holder,
      until: given.until,
      part: 0,
      attempts: from.raw('attempts + 1'),
    })
    .returning(['id', 'account_id', 'rule', 'attempts']),
)
const NOTE = statement((from, given: Running & { part: number; until: Seconds }) =>
  from(LAB_RUNS)
    .where('id', given.id)
    .where('holder', given.holder)
    .where('state', 'RUNNING')
    .update({ part: given.part, until: given.until }),
)
const FINISH = statement((from, given: Running & PackedAnswer) =>
  from(LAB_RUNS)
    .where('id', given.id)
    .where('holder', given.holder)
    .where('state', 'RUNNING')
    .update({ state: 'DONE', part: 1_000, report: given.report, copies: given.copies }),
)
const FAIL = statement((from, given: Running & { problem: string }) =>
  from(LAB_RUNS)
    .where('id', given.id)
    .where('holder', given.holder)
    .where('state', 'RUNNING')
    .update({ state: 'FAILED', problem: given.problem }),
)
const RETURN = statement((from, given: Running & { attempts: number; until: Seconds }) =>
  from(LAB_RUNS)
    .where('id', given.id)
    .where('holder', given.holder)
    .where('state', 'RUNNING')
    .update({ state: 'WAITING', attempts: given.attempts, until: given.until }),
)
const FORGET = statement((from, { now }: { now: Seconds }) =>
  from(LAB_RUNS).where('expires_at', '<=', now).delete(),
)

/** Claims the oldest trial that nobody runs, an account's before an example; null if there is none. */
export async function claimRun(db: Database, now: Seconds): Promise<RunClaim | null> {
  const next = await NEXT.get(db, { now })
  if (next === undefined) return null
  const holder = randomUUID()
  const row = await db.transaction((tx) =>
    CLAIM.get(tx, { id: next.id, holder, now, until: now + LEASE_SECONDS }),
  )
  if (row === undefined) return null
  const claim = { ...row, holder }
  if (claim.attempts <= MOST_ATTEMPTS) return claim
  // Each attempt ended with its process.
  await failRun(db, claim, FAILED)
  return null
}

/** Notes the progress of a trial and keeps its claim; false if it was cancelled, or another process has taken it over. */
export async function noteRun(
  db: Database,
  { id, holder }: Running,
  part: number,
  now: Seconds,
): Promise<boolean> {
  return (await NOTE.run(db, { id, holder, part: Math.floor(1_000 * part), until: now + LEASE_SECONDS })) > 0
}

/** Stores the answer of a trial, unless the claim was lost. */
export async function finishRun(
  db: Database,
  { id, holder }: Running,
  { report, copies }: PackedAnswer,
): Promise<void> {
  await FINISH.run(db, { id, holder, report, copies })
}

/** Fails a trial for a reason that its account can act on. */
export async function failRun(db: Database, { id, holder }: Running, problem: string): Promise<void> {
  await FAIL.run(db, { id, holder, problem })
}

/**
 * Returns a trial to those that wait.
 * @param isOurFault true: the attempt counts, and the last one fails the trial
 */
export async function returnRun(
  db: Database,
  { id, holder, attempts }: RunClaim,
  { isOurFault, until }: { isOurFault: boolean; until: Seconds },
): Promise<void> {
  if (isOurFault && attempts >= MOST_ATTEMPTS) await failRun(db, { id, holder }, FAILED)
  else await RETURN.run(db, { id, holder, attempts: isOurFault ? attempts : attempts - 1, until })
}

/** Forgets expired trials. */
export async function forgetExpiredRuns(db: Database, now: Seconds): Promise<void> {
  await FORGET.run(db, { now })
}
