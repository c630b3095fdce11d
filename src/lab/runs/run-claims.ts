import { createRunQueue, type HeldRun, LEASE_SECONDS, type RunClaim } from '../../accounts/run-queue.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import type { Database } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { LAB_RUNS } from './run-tables.ts'
import type { PackedAnswer } from './runs.ts'
import type { LabProgress, LabTask } from './try-rule.ts'

export const labQueue = createRunQueue(
  LAB_RUNS.name,
  'The trial failed: the reason was logged. Start it again.',
)

/** The parts of a trial that is done. */
const PARTS = 1_000

const ASKED = statement((from, { id }: { id: string }) =>
  from(LAB_RUNS).select('account_id', 'rule', 'part', 'draws').where('id', id),
)
const NOTE = statement((from, given: HeldRun & LabProgress & { until: Seconds }) =>
  from(LAB_RUNS)
    .where('id', given.id)
    .where('holder', given.holder)
    .where('state', 'RUNNING')
    .update({ part: given.part, draws: given.draws, until: given.until }),
)
const FINISH = statement((from, given: HeldRun & PackedAnswer) =>
  from(LAB_RUNS)
    .where('id', given.id)
    .where('holder', given.holder)
    .where('state', 'RUNNING')
    .update({ state: 'DONE', part: PARTS, draws: null, report: given.report, copies: given.copies }),
)

/** Claims the oldest trial that nobody runs, an account's before an example; null if there is none. */
export function claimRun(db: Database, now: Seconds): Promise<(RunClaim & LabTask) | null> {
  return labQueue.claim(db, now, async (tx, { id }) => {
    const found = await ASKED.get(tx, { id })
    return found && { ...found, part: found.part / PARTS }
  })
}

/** Notes the progress of a trial and keeps its claim; false if it was cancelled, or another process has taken it over. */
export async function noteRun(
  db: Database,
  { id, holder }: HeldRun,
  { part, draws }: LabProgress,
  now: Seconds,
): Promise<boolean> {
  const given = { id, holder, part: Math.floor(PARTS * part), draws, until: now + LEASE_SECONDS }
  return (await NOTE.run(db, given)) > 0
}

/** Stores the answer of a trial, unless the claim was lost. */
export async function finishRun(
  db: Database,
  { id, holder }: HeldRun,
  { report, copies }: PackedAnswer,
): Promise<void> {
  await FINISH.run(db, { id, holder, report, copies })
}
