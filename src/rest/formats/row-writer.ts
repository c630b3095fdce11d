import { stringify } from 'csv-stringify/sync'
import { markFormula } from '../../text.ts'
import type { Format } from './format.ts'

/** A row of an export: an object of an answer. */
export type Row = Readonly<Record<string, unknown>>

/** Writes rows as text, page after page. */
export type RowWriter = (rows: readonly Row[]) => string

/**
 * A writer for one export.
 * @param columns the header of CSV, in order; NDJSON tells each row's fields itself
 */
export function rowWriter({ name }: Format, columns: readonly string[]): RowWriter {
  return name === 'csv'
    ? csvWriter(columns)
    : (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

/**
 * CSV as RFC 4180 has it, but with bare line feeds: a header first, null as an empty cell, lists as JSON. Text that a
 * spreadsheet would take for a formula is marked by {@link markFormula}.
 */
function csvWriter(columns: readonly string[]): RowWriter {
  let isFirst = true
  return (rows) => {
    const header = isFirst
    isFirst = false
    return stringify([...rows], {
      columns: [...columns],
      header,
      cast: { boolean: String, string: markFormula },
    })
  }
}
