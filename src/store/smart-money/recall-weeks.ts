import { type Day, dayOf, type Seconds, weekStart } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { lockTable } from '../engine/transaction-lock.ts'
import { COHORT_MEMBERS, COHORT_WEEKS } from './cohort-tables.ts'
import { appendSignals, type NewRecord } from './signal-chain.ts'
import { SMART_SIGNALS, SMART_STANCES, SMART_VIEWS } from './smart-money-tables.ts'

/** Events that a reorg removed. */
export interface UndoneSpan {
  /** The time of the earliest of them, and of the ledger's newest event before the reorg. */
  earliest: Seconds
  latest: Seconds
  block: number
}

interface Recalled {
  first: Day
}
const FIXED_FROM = statement((from, { first }: Recalled) =>
  from(COHORT_WEEKS).select('week').where('week', '>=', first).limit(1),
)
const WRITTEN = statement((from, { first }: Recalled) =>
  from(SMART_VIEWS)
    .select('cohort', 'week', 'members')
    .where('snapshot_id', 0)
    .where('week', '>=', first)
    .orderBy('week')
    .orderBy('cohort'),
)
const DROP_FROM = [
  ...[SMART_VIEWS, SMART_STANCES].map((table) =>
    statement((from, { first }: Recalled) =>
      from(table).where('snapshot_id', 0).where('week', '>=', first).delete(),
    ),
  ),
  ...[COHORT_WEEKS, COHORT_MEMBERS].map((table) =>
    statement((from, { first }: Recalled) => from(table).where('week', '>=', first).delete()),
  ),
]

/**
 * Recalls every week that counted a removed event, in the transaction that removes it from the ledger: members are no
 * longer fixed, stances are dropped, and the chain of signals gets a record for each written week. The chain keeps its
 * earlier records; the next update writes the week again after them. Where no week began between the events, which is
 * nearly always, nothing is locked.
 */
export async function recallWeeks(tx: Sql, { earliest, latest, block }: UndoneSpan): Promise<void> {
  // A Monday at the very time of an event does not count it.
  const first = dayOf(earliest) + 1
  // An earlier reorg may have ended the ledger before a week that is fixed.
  if (weekStart(dayOf(latest)) < first && (await FIXED_FROM.get(tx, { first })) === undefined) return
  await lockTable(tx, COHORT_WEEKS)
  await lockTable(tx, SMART_SIGNALS)
  const written = await WRITTEN.all(tx, { first })
  const records = written.map((week): NewRecord => ({ ...week, kind: 'RECALL', detail: String(block) }))
  if (records.length > 0) await appendSignals(tx, records)
  for (const drop of DROP_FROM) await drop.run(tx, { first })
}
