import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { CONDITIONS } from '../engine/tables.ts'
import type { ChainRecord, SignalRecord, WeekRecord } from './signal-hash.ts'
import { SMART_SIGNALS } from './smart-money-tables.ts'

/** A row of the chain as it is stored. */
export interface ChainRow {
  seq: number
  hash: Uint8Array
  record: ChainRecord
}

type StoredRow = Omit<WeekRecord, 'kind'> &
  Omit<SignalRecord, 'kind'> & { kind: ChainRecord['kind']; seq: number; hash: Uint8Array }

const PAGE = 5_000

const RECORDS = statement((from, { after }: { after: number }) =>
  from(as(SMART_SIGNALS, 's'))
    .leftJoin(as(CONDITIONS, 'c'), 'c.id', 's.condition_id')
    .select<StoredRow>(
      ...(['s.seq', 's.kind', 's.cohort', 's.week', 's.members', 's.detail', 's.events'] as const),
      ...(['s.ledger_time as ledgerTime', 's.rules', 'c.condition', 's.side', 's.category'] as const),
      ...(['s.yes_value as yesValue', 's.value', 's.price', 's.hash'] as const),
    )
    .where('s.seq', '>', after)
    .orderBy('s.seq')
    .limit(PAGE),
)

/** The whole chain, in its order. */
export async function* readChain(sql: Sql): AsyncGenerator<ChainRow> {
  for (let after = 0; ; ) {
    const rows = await RECORDS.all(sql, { after })
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
