import type { Day } from '../ledger/quantities.ts'
import type { Sql } from '../store/engine/database.ts'
import { as, statement } from '../store/engine/statement.ts'
import { CONDITIONS } from '../store/tables.ts'
import type { ChainRecord, EndedRecord, SignalRecord, WeekRecord } from './signal-hash.ts'
import { SMART_SIGNALS } from './smart-money-tables.ts'

export interface ChainRow {
  seq: number
  hash: Uint8Array
  record: ChainRecord
}

const PAGE = 5_000

const RECORDS = statement((from, { after }: { after: number }) =>
  from(as(SMART_SIGNALS, 's'))
    .leftJoin(as(CONDITIONS, 'c'), 'c.id', 's.condition_id')
    .select(
      's.seq',
      's.kind',
      's.cohort',
      's.week',
      's.members',
      's.detail',
      's.events',
      's.ledger_time',
      's.rules',
      'c.condition',
      's.side',
      's.category',
      's.yes_value',
      's.value',
      's.price',
      's.hash',
    )
    .where('s.seq', '>', after)
    .orderBy('s.seq')
    .limit(PAGE),
)

/** The whole chain, in its order. */
export async function* readChain(sql: Sql): AsyncGenerator<ChainRow> {
  for (let after = 0; ; ) {
    const rows = await RECORDS.all(sql, { after })
    // The columns of other kinds are null.
    for (const row of rows) yield { seq: row.seq, hash: row.hash, record: row as ChainRecord }
    const last = rows.at(-1)
    if (!last) return
    after = last.seq
  }
}

/** The chain's records of one cohort's week that were not recalled. */
export interface WeekRecords {
  /** Null if the chain does not hold the week. */
  head: WeekRecord | null
  /** In the order of the chain. */
  signals: SignalRecord[]
  /** Markets excluded because they had ended, in the order of the chain. */
  ended: EndedRecord[]
}

/** Reads one cohort's week from the chain, by scanning all of it. */
export async function readWeekRecords(sql: Sql, cohort: string, week: Day): Promise<WeekRecords> {
  const found: WeekRecords = { head: null, signals: [], ended: [] }
  for await (const { record } of readChain(sql)) {
    if (record.cohort !== cohort || record.week !== week) continue
    if (record.kind === 'RECALL') Object.assign(found, { head: null, signals: [], ended: [] })
    else if (record.kind === 'WEEK') found.head = record
    else if (record.kind === 'ENDED') found.ended.push(record)
    else found.signals.push(record)
  }
  return found
}
