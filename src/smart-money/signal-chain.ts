import { GENESIS } from '../ledger/record-hash.ts'
import type { Sql } from '../store/engine/database.ts'
import { insert } from '../store/engine/rows.ts'
import { statement } from '../store/engine/statement.ts'
import { type ChainRecord, type SignalRecord, signalHash } from './signal-hash.ts'
import { SMART_SIGNALS } from './smart-money-tables.ts'

/** A record to append; a signal carries its market's id in the store. */
export type NewRecord = ChainRecord & { market?: number }

const HEAD = statement((from) => from(SMART_SIGNALS).select('seq', 'hash').orderBy('seq', 'desc').limit(1))

/** Appends records to the chain, in order. The caller holds the lock. */
export async function appendSignals(tx: Sql, records: readonly NewRecord[]): Promise<void> {
  const head = await HEAD.get(tx)
  let hash: Uint8Array = head?.hash ?? GENESIS
  const first = (head?.seq ?? 0) + 1
  const hashOf = (record: NewRecord, seq: number) => {
    hash = signalHash(hash, seq, record)
    return hash
  }
  const rows = records.map((record, i) => ({
    seq: first + i,
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
    hash: hashOf(record, first + i),
  }))
  await insert(tx, SMART_SIGNALS, rows)
}

function isSignal(record: NewRecord): record is SignalRecord & NewRecord {
  return 'side' in record
}
