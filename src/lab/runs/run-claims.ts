import { createRunQueue, type HeldRun, LEASE_SECONDS, type RunClaim } from '../../accounts/run-queue.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import type { Database } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { LAB_RUNS } from './run-tables.ts'
import type { PackedAnswer } from './runs.ts'
import type { LabTask } from './try-rule.ts'

export const labQueue = createRunQueue(
  LAB_RUNS.name,
  'The trial failed: the reason was logged. Start it again.',
)

const BEGIN = statement((from, { id }: { id: string }) =>
  from(LAB_RUNS).where('id', id).update({ part: 0 }).returning(['account_id', 'rule']),
)
const NOTE = statement((from, given: HeldRun & { part: number; until: Seconds }) =>
  from(LAB_RUNS)
    .where('id', given.id)
    .where('holder', given.holder)
    .where('state', 'RUNNING')
    .update({ part: given.part, until: given.until }),
)
const FINISH = statement((from, given: HeldRun & PackedAnswer) =>
  from(LAB_RUNS)
    .where('id', given.id)
    .where('holder', given.holder)
    .where('state', 'RUNNING')
    .update({ state: 'DONE', part: 1_000, report: given.report, copies: given.copies }),
)

/** Claims the oldest trial that nobody runs, an account's before an example; null if there is none. */
export function claimRun(db: Database, now: Seconds): Promise<(RunClaim & LabTask) | null> {
  return labQueue.claim(db, now, (tx, { id }) => BEGIN.get(tx, { id }))
}

/** Notes the progress of a trial and keeps its claim; false if it was cancelled, or another process has taken it over. */
export async function noteRun(
  db: Database,
  { id, holder }: HeldRun,
  part: number,
  now: Seconds,
): Promise<boolean> {
  return (await NOTE.run(db, { id, holder, part: Math.floor(1_000 * part), until: now + LEASE_SECONDS })) > 0
}

/** Stores the answer of a trial, unless the claim was lost. */
export async function finishRun(
  db: Database,
  { id, holder }: HeldRun,
  { report, copies }: PackedAnswer,
): Promise<void> {
  await FINISH.run(db, { id, holder, report, copies })
}
