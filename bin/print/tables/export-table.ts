import { TRADER_COLUMNS } from '../../../src/exports/export-traders.ts'
import { EXPORTED_TABLES } from '../../../src/store/export/exported-tables.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Every column of every table that `pequod export` writes. */
export function exportTable(): string {
  const all = { ...EXPORTED_TABLES, screen: { columns: TRADER_COLUMNS } }
  const rows = Object.entries(all).flatMap(([name, { columns }]) =>
    columns.map((column) => [code(name), code(column.name), column.type, column.says]),
  )
  return markdownTable(['table', 'column', 'type', 'content'], rows)
}
