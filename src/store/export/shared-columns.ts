import type { ExportedColumn } from './exported-table.ts'

/** Bytes as `0x` and lower-case hex digits. */
export function hexOf(bytes: string): string {
  return `'0x' || lower(hex(${bytes}))`
}

/** The UTC day of `p.time`. */
export const DAY_OF_TIME = "DATE '1970-01-01' + CAST(p.time // 86400 AS INTEGER)"

/** Where the chain has an event, of `p.key`; see `ledger/place.ts`. */
export const PLACE_COLUMNS = [
  {
    name: 'block',
    type: 'BIGINT',
    sql: 'CASE WHEN p.key >= 0 THEN p.key >> 20 END',
    says: 'number of the block; null for a row of the Data API',
  },
  {
    name: 'log_index',
    type: 'INTEGER',
    sql: 'CASE WHEN p.key >= 0 THEN p.key & 1048575 END',
    says: 'index of the log in its block; null for a row of the Data API',
  },
] as const satisfies readonly ExportedColumn[]

/** Columns of the name `token`. */
export const TOKEN_COLUMNS: readonly ExportedColumn[] = [
  { name: 'token', type: 'VARCHAR', sql: 'token.token', says: 'ERC-1155 id of the outcome token, decimal' },
  {
    name: 'condition',
    type: 'VARCHAR',
    sql: 'token.condition',
    says: 'id of its condition; null while metadata is missing',
  },
  {
    name: 'outcome',
    type: 'INTEGER',
    sql: 'token.outcome',
    says: 'number of its outcome, from 0; null while metadata is missing',
  },
  {
    name: 'outcome_name',
    type: 'VARCHAR',
    sql: 'token.outcome_name',
    says: 'name of the outcome; null while metadata is missing',
  },
  {
    name: 'question',
    type: 'VARCHAR',
    sql: 'token.question',
    says: 'question of the market; null while metadata is missing',
  },
]

/** The columns of a trader. @param name the table of names that holds it */
export function traderColumns(name: string): readonly ExportedColumn[] {
  return [
    { name: 'trader', type: 'VARCHAR', sql: `${name}.address`, says: 'address of the owner' },
    {
      name: 'username',
      type: 'VARCHAR',
      sql: `${name}.username`,
      says: 'name of the owner; null where unknown',
    },
  ]
}
