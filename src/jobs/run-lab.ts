import type { RunClaim } from '../accounts/run-queue.ts'
import { type Clock, WALL_CLOCK } from '../clock.ts'
import { EXAMPLE_RULES, exampleRule } from '../lab/runs/example-rules.ts'
import { claimRun, finishRun, labQueue, noteRun } from '../lab/runs/run-claims.ts'
import { LAB_RUNS } from '../lab/runs/run-tables.ts'
import { addRun, EXAMPLES } from '../lab/runs/runs.ts'
import { type LabProgress, type LabTask, tryInProcess } from '../lab/runs/try-rule.ts'
import { DAY_SECONDS, type Day, dayOf, type Seconds } from '../ledger/quantities.ts'
import type { Database } from '../store/engine/database.ts'
import { tryLockTable } from '../store/engine/locks.ts'
import { statement } from '../store/engine/statement.ts'
import { newestHead } from '../store/snapshot/stored-snapshots.ts'
import { type RunKind, type RunOptions, startRuns } from './start-runs.ts'

const EXAMPLES_OF = statement((from, { toDay }: { toDay: Day }) =>
  from(LAB_RUNS).select('id').where('account_id', EXAMPLES).where('to_day', toDay).limit(1),
)

/** Runs the trials of accounts and the examples, as {@link startRuns} does. */
export function startLab(options: RunOptions): () => Promise<void> {
  const { db, address } = options
  const kind: RunKind<RunClaim & LabTask, LabProgress> = {
    queue: labQueue,
    claim: claimRun,
    begun: ({ part, draws }) => ({ part, draws }),
    note: noteRun,
    async work(claim, running) {
      await finishRun(db, claim, await tryInProcess(address, claim, running))
    },
    sweep: labQueue.forgetExpired,
    failure: 'a rule could not be tried',
  }
  return startRuns(kind, options)
}

/**
 * Adds the examples up to the newest day that is over and public, unless they are there: called after a publication.
 * @param delayMinutes minutes after which events are public
 */
export async function addExamples(
  db: Database,
  delayMinutes: number,
  clock: Clock = WALL_CLOCK,
): Promise<void> {
  const head = await newestHead(db)
  if (head === undefined) return
  const toDay = lastPublicDay(head.cutoffTime, delayMinutes)
  if (toDay <= head.firstDay || (await EXAMPLES_OF.get(db, { toDay })) !== undefined) return
  await db.transaction(async (tx) => {
    if (!(await tryLockTable(tx, LAB_RUNS)) || (await EXAMPLES_OF.get(tx, { toDay })) !== undefined) return
    for (const { title, rule } of EXAMPLE_RULES)
      await addRun(tx, EXAMPLES, exampleRule(rule, toDay, head.firstDay), title, clock())
  })
}

/** The last day whose events were all public for two hours by a time of the ledger. */
function lastPublicDay(time: Seconds, delayMinutes: number): Day {
  return dayOf(time - 2 * 60 * delayMinutes - DAY_SECONDS)
}
