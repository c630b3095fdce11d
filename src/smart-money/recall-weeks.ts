import { COHORT_MEMBERS, COHORT_WEEKS } from '../cohorts/cohort-weeks.ts'
import { type Day, dayOf, weekStart } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { lockTable } from '../store/engine/locks.ts'
import { statement } from '../store/engine/statement.ts'
import { earliestFrom } from '../store/ledger/ledger-changes.ts'
import { readLedgerState } from '../store/ledger/ledger-state.ts'
import { appendSignals, type NewRecord } from './signal-chain.ts'
import { LARGE_BUY_STUDIES, SMART_SIGNALS, SMART_STANCES, SMART_VIEWS } from './smart-money-tables.ts'
import { SMART_COHORTS } from './stance.ts'

interface Recalled {
  first: Day
}
const FIXED_FROM = statement((from, { first }: Recalled) =>
  from(COHORT_WEEKS).select('week').where('week', '>=', first).limit(1),
)
const WRITTEN = statement((from, { first, cohorts }: Recalled & { cohorts: readonly string[] }) =>
  from(SMART_VIEWS)
    .select('cohort', 'week', 'members')
    .where('snapshot_id', 0)
    .where('week', '>=', first)
    // Divergences have no records in the chain.
    .whereAnyOf('cohort', 'text', cohorts)
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

const DROP_STUDIES = statement((from, { first }: Recalled) =>
  from(LARGE_BUY_STUDIES).where('day', '>=', first).delete(),
)

/**
 * Recalls every week that counted an event of a block or of any later one, in the transaction that removes them from the ledger
 * and before it does: members are no longer fixed, stances are dropped, and the chain of signals gets a record for each
 * written week. Studies of large buys that counted one are dropped too. The chain keeps its earlier records; the next update writes the week again after them. Where no week
 * began between the events, which is nearly always, nothing is locked.
 */
export async function recallWeeks(tx: Sql, block: number): Promise<void> {
  const earliest = await earliestFrom(tx, block)
  const { lastTime: latest } = await readLedgerState(tx)
  if (earliest === null || latest === null) return
  await DROP_STUDIES.run(tx, { first: dayOf(earliest) })
  // A Monday at the very time of an event does not count it.
  const first = dayOf(earliest) + 1
  // An earlier reorg may have ended the ledger before a week that is fixed.
  if (weekStart(dayOf(latest)) < first && (await FIXED_FROM.get(tx, { first })) === undefined) return
  await lockTable(tx, COHORT_WEEKS)
  await lockTable(tx, SMART_SIGNALS)
  const written = await WRITTEN.all(tx, { first, cohorts: SMART_COHORTS.map(({ wire }) => wire) })
  const records = written.map((week): NewRecord => ({ ...week, kind: 'RECALL', detail: String(block) }))
  if (records.length > 0) await appendSignals(tx, records)
  for (const drop of DROP_FROM) await drop.run(tx, { first })
}
