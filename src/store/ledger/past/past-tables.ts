import type { Table } from '../../engine/table-types.ts'
import {
  CONDITIONS,
  FORESIGHT_DAYS,
  INCOME_DAYS,
  MARKETS,
  PRICE_DAYS,
  TOKENS,
  TRADER_DAYS,
} from '../../tables.ts'

/** A table of which changed rows are kept as they were. */
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
  ...[TRADER_DAYS, FORESIGHT_DAYS].map((table) => ({ table, under: 'snapshot' as const })),
]

/**
 * Where a table's rows are kept as they were before they changed. A row holds its content from the version `pin` back to
 * the row of the next lower pin; where `present` is 0 there was no such row, and the other columns are null.
 */
export function pastOf<T extends Table>({ name, key, columns }: T): Past<T> {
  return {
    name: `${name}_past`,
    key: [...(key as T['key']), 'pin'],
    notNull: ['present'],
    indexes: [['pin']],
    clustered: true,
    columns: { ...columns, pin: 'int', present: 'int' },
  }
}

/** The table of what is kept of another. */
export type Past<T extends Table> = Omit<Table, 'key' | 'notNull' | 'columns'> & {
  key: readonly [...T['key'], 'pin']
  notNull: readonly ['present']
  columns: T['columns'] & { readonly pin: 'int'; readonly present: 'int' }
}

/** Whether rows are of a day: of those beyond the last pinned day nothing is kept. */
export function hasDays({ columns }: Table): boolean {
  return 'day' in columns
}
