import type { Sql } from '../engine/database.ts'
import type { ChainRecord, SignalRecord, WeekRecord } from './signal-hash.ts'

/** A row of the chain as it is stored. */
export interface ChainRow {
  seq: number
  hash: Uint8Array
  record: ChainRecord
}

type StoredRow = Omit<WeekRecord, 'kind'> &
  Omit<SignalRecord, 'kind'> & { kind: ChainRecord['kind']; seq: number; hash: Uint8Array }

const PAGE = 5_000

/** The whole chain, in its order. */
export async function* readChain(sql: Sql): AsyncGenerator<ChainRow> {
  const text =
    'SELECT s.seq, s.kind, s.cohort, s.week, s.members, s.detail, s.events, s.ledger_time AS "ledgerTime", s.rules, c.condition, s.side, ' +
    's.category, s.yes_value AS "yesValue", s.value, s.price, s.hash FROM smart_signals s ' +
    `LEFT JOIN conditions c ON c.id = s.condition_id WHERE s.seq > ? ORDER BY s.seq LIMIT ${PAGE}`
  for (let after = 0; ; ) {
    const rows = await sql.all<StoredRow>(text, [after])
    for (const row of rows) yield { seq: row.seq, hash: row.hash, record: recordOf(row) }
    const last = rows.at(-1)
    if (!last) return
    after = last.seq
  }
}

function recordOf({ kind, ...row }: StoredRow): ChainRecord {
  if (kind === 'RECALL' || kind === 'ENDED') return { ...row, kind }
  return kind === 'WEEK' ? { ...row, kind } : { ...row, kind }
}
