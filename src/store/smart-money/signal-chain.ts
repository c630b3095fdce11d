import { GENESIS } from '../alerts/alert-hash.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import { type ChainRecord, type SignalRecord, signalHash } from './signal-hash.ts'
import { SMART_SIGNALS } from './smart-money-tables.ts'

/** A record on its way into the chain; a signal with its market's number in the store. */
export type NewRecord = ChainRecord & { market?: number }

/** One writer at a time: on PostgreSQL the lock is the transaction's, SQLite has one writer anyway. */
export async function lockSignalChain(tx: Sql): Promise<void> {
  if (tx.dialect === 'postgres') await tx.run('LOCK TABLE smart_signals IN SHARE ROW EXCLUSIVE MODE')
}

const HEAD = statement((from) => from(SMART_SIGNALS).select('seq', 'hash').orderBy('seq', 'desc').limit(1))

/** Appends records to the chain, in their order. The caller holds the lock. */
export async function appendSignals(tx: Sql, records: readonly NewRecord[]): Promise<void> {
  const head = await HEAD.get(tx)
  let hash = head?.hash ?? GENESIS
  const first = (head?.seq ?? 0) + 1
  const hashes = records.map((record, i) => {
    hash = signalHash(hash, first + i, record)
    return hash
  })
  const column = <T>(of: (record: NewRecord) => T) => records.map(of)
  const columns = {
    seq: records.map((_, i) => first + i),
    kind: column(({ kind }) => kind),
    cohort: column(({ cohort }) => cohort),
    week: column(({ week }) => week),
    members: column(({ members }) => members),
    detail: column((record) => ('detail' in record ? record.detail : null)),
    events: column((record) => (record.kind === 'WEEK' ? record.events : null)),
    ledger_time: column((record) => (record.kind === 'WEEK' ? record.ledgerTime : null)),
    rules: column((record) => (record.kind === 'WEEK' ? record.rules : null)),
    condition_id: column(({ market }) => market ?? null),
    side: column((record) => (isSignal(record) ? record.side : null)),
    category: column((record) => (isSignal(record) ? record.category : null)),
    yes_value: column((record) => (isSignal(record) ? record.yesValue : null)),
    value: column((record) => (isSignal(record) ? record.value : null)),
    price: column((record) => (isSignal(record) ? record.price : null)),
    hash: hashes,
  }
  await tx.insertNew(SMART_SIGNALS, columns, records.length)
}

function isSignal(record: NewRecord): record is SignalRecord & NewRecord {
  return 'side' in record
}
