import type { Sql } from '../engine/database.ts'
import { as, statement } from '../engine/statement.ts'
import { CONDITIONS } from '../tables.ts'
import type { ChainRecord } from './signal-hash.ts'
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
