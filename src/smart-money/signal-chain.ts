import type { Day } from '../ledger/quantities.ts'
import { type ChainHead, chained, EMPTY_CHAIN } from '../ledger/record-hash.ts'
import { insert, type Sql } from '../store/engine/database.ts'
import { as, statement } from '../store/engine/statement.ts'
import { CONDITIONS } from '../store/tables.ts'
import {
  type ChainRecord,
  type EndedRecord,
  type SignalRecord,
  signalHash,
  type WeekRecord,
} from './signal-hash.ts'
import { SMART_SIGNALS } from './smart-money-tables.ts'

/** A record to append; a signal carries its market's id in the store. */
export type NewRecord = ChainRecord & { market?: number }

const HEAD = statement((from) => from(SMART_SIGNALS).select('seq', 'hash').orderBy('seq', 'desc').limit(1))

/** The last record: its number and hash; number 0 for an empty chain. */
export async function signalHead(sql: Sql): Promise<ChainHead> {
  return (await HEAD.get(sql)) ?? EMPTY_CHAIN
}

/** Appends records to the chain, in order. The caller holds the lock. */
export async function appendSignals(tx: Sql, records: readonly NewRecord[]): Promise<void> {
  const rows = chained(await signalHead(tx), records, signalHash).map((record) => ({
    seq: record.seq,
    kind: record.kind,
    cohort: record.cohort,
    week: record.week,
    members: record.members,
    detail: 'detail' in record ? record.detail : null,
    events: record.kind === 'WEEK' ? record.events : null,
    ledgerTime: record.kind === 'WEEK' ? record.ledgerTime : null,
    rules: record.kind === 'WEEK' ? record.rules : null,
    conditionId: record.market ?? null,
    side: isSignal(record) ? record.side : null,
    category: isSignal(record) ? record.category : null,
    yesValue: isSignal(record) ? record.yesValue : null,
    value: isSignal(record) ? record.value : null,
    price: isSignal(record) ? record.price : null,
    hash: record.hash,
  }))
  await insert(tx, SMART_SIGNALS, rows)
}

function isSignal(record: NewRecord): record is SignalRecord & NewRecord {
  return 'side' in record
}

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
