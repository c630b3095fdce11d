import { EXPORTED_TABLES } from '../../../src/store/export/exported-tables.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Every column of every table that `pequod export` writes. */
export function exportTable(): string {
  const rows = Object.entries(EXPORTED_TABLES).flatMap(([name, { columns }]) =>
    columns.map((column) => [code(name), code(column.name), column.type, column.says]),
  )
  return markdownTable(['table', 'column', 'type', 'content'], rows)
}
