import { DAY_SECONDS } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { ARRAY_TYPES, type Column, type Table } from '../engine/table.ts'
import { CONDITIONS, FORESIGHT_DAYS, INCOME_DAYS, MARKETS, PRICE_DAYS, TOKENS } from '../tables.ts'
import type { Condition } from './reads/terms.ts'

/** A table whose rows are updated in place, and kept as they were before they change. */
export interface KeptTable {
  table: Table
  /**
   * Under which version a row's content is kept: `ledger`, the one that was pinned last, for what ingest writes;
   * `snapshot`, that of the newest snapshot, for what each refresh brings up to the version that it publishes.
   */
  under: 'ledger' | 'snapshot'
}

/** When a market was made never changes: nothing of it is kept. */
const { created_at: _, ...marketColumns } = MARKETS.columns

/** Every table that can be read as of a pinned version, besides days of positions (generations.ts). */
export const KEPT_TABLES: readonly KeptTable[] = [
  ...[PRICE_DAYS, INCOME_DAYS, CONDITIONS, TOKENS, { ...MARKETS, columns: marketColumns }].map((table) => ({
    table,
    under: 'ledger' as const,
  })),
  { table: FORESIGHT_DAYS, under: 'snapshot' },
]

/** Whether a table's rows are kept. */
export function isKept({ name }: Table): boolean {
  return KEPT_TABLES.some(({ table }) => table.name === name)
}

/**
 * The history of a table. A row holds its content from the version `pin` back to the row of the next lower pin; where
 * `present` is 0 there was no such row, and the other columns are null.
 */
export function historyOf<T extends Table>({ name, key, columns }: T): History<T> {
  return {
    name: `${name}_history`,
    key: [...(key as T['key']), 'pin'],
    notNull: ['present'],
    indexes: [['pin']],
    clustered: true,
    columns: { ...columns, pin: 'int', present: 'int' },
  }
}

/** The table that holds what another's rows were. */
export type History<T extends Table> = Omit<Table, 'key' | 'notNull' | 'columns'> & {
  key: readonly [...T['key'], 'pin']
  notNull: readonly ['present']
  columns: T['columns'] & { readonly pin: 'int'; readonly present: 'int' }
}

/** Whether rows are of a day: of those beyond the last pinned day nothing is kept. */
export function hasDays({ columns }: Table): boolean {
  return 'day' in columns
}

/**
 * Keeps rows as they are, before the transaction inserts, changes or deletes them. Every writer of a kept table calls it or
 * {@link keepWhere}; a row that was kept since the last pin stays as it was then.
 */
export async function keepRows(
  tx: Sql,
  { name, key }: Table,
  keys: Readonly<Record<string, Column>>,
  count: number,
): Promise<void> {
  if (count === 0) return
  const given = key.map((column) => keys[column] ?? [])
  const isSame = key.map((column) => `t.${column} = k.${column}`).join(' AND ')
  const rows = Array.from({ length: count }, (_, row) => given.map((column) => column[row] ?? null))
  const [from, values] =
    tx.dialect === 'postgres'
      ? [
          `unnest(${key.map(() => `?::${ARRAY_TYPES.int}`).join(', ')}) AS k (${key.join(', ')})`,
          given.map((_, column) => tx.list(rows.map((row) => Number(row[column])))),
        ]
      : [
          `(SELECT ${key.map((column, i) => `value ->> ${i} AS ${column}`).join(', ')} FROM json_each(?)) k`,
          [JSON.stringify(rows)],
        ]
  const kept = keptOf(name)
  await tx.run(
    `${kept.into} FROM ${PINNED} s CROSS JOIN ${from} LEFT JOIN ${name} t ON ${isSame} ` +
      `WHERE ${kept.isRead} ON CONFLICT DO NOTHING`,
    values,
  )
}

/** Keeps the rows that a condition finds, as {@link keepRows} does. */
export async function keepWhere(tx: Sql, { name, key }: Table, { text, values }: Condition): Promise<void> {
  const kept = keptOf(name)
  const keys = `SELECT ${key.join(', ')} FROM ${name} WHERE ${text}`
  const isSame = key.map((column) => `t.${column} = k.${column}`).join(' AND ')
  await tx.run(
    `${kept.into} FROM ${PINNED} s CROSS JOIN (${keys}) k JOIN ${name} t ON ${isSame} ` +
      `WHERE ${kept.isRead} ON CONFLICT DO NOTHING`,
    values,
  )
}

const PINNED = '(SELECT pinned, pinned_day FROM ledger_state WHERE id = 1 AND pinned IS NOT NULL)'

/** An INSERT's head of rows `t` whose keys are `k`, and the condition that a pinned version reads them. */
function keptOf(name: string): { into: string; isRead: string } {
  const kept = KEPT_TABLES.find(({ table }) => table.name === name)
  if (kept === undefined) throw new TypeError(`rows of ${name} are not kept`)
  const { table, under } = kept
  const columns = Object.keys(table.columns)
  const cellOf = (column: string) => `${table.key.includes(column) ? 'k' : 't'}.${column}`
  const day = cellOf('day')
  // A refresh as of a day publishes a version while rows of later days are still those of the version before, so only
  // snapshots that read the row's day count.
  const pin =
    under === 'ledger'
      ? 's.pinned'
      : `(SELECT MAX(ledger_version) FROM snapshots WHERE COALESCE(as_of, cutoff_time / ${DAY_SECONDS}) >= ${day})`
  return {
    into:
      `INSERT INTO ${historyOf(table).name} (${columns.join(', ')}, pin, present) ` +
      `SELECT ${columns.map(cellOf).join(', ')}, ${pin}, CASE WHEN t.${table.key[0]} IS NULL THEN 0 ELSE 1 END`,
    isRead: `${pin} IS NOT NULL${hasDays(table) ? ` AND ${day} <= s.pinned_day` : ''}`,
  }
}
