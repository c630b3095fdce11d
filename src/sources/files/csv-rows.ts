import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { CommandError } from '../../errors.ts'
import { unmarkFormula } from '../../text.ts'
import { Refused } from '../field-checks.ts'

/** A CSV row above this is refused: a quote was opened and never closed. */
const MAX_CSV_ROW_BYTES = 1024 * 1024
const RUN_ROWS = 1000

/** Some rows of a CSV file, in order. */
export interface CsvRun {
  /** The rows by their columns' names, with their number from 1 after the header. */
  rows: { value: Record<string, unknown> | Refused; row: number }[]
  /** Bytes read so far. */
  bytes: number
}

/**
 * The rows of a CSV file with a header, which `checkHeader` may refuse by throwing. Holds some 1,000 rows. A row with
 * too few or too many columns is Refused and the rest goes on; a file that ends inside a quoted field, or whose quotes
 * cannot be understood, is a CommandError naming `path`.
 */
export async function* csvRows(
  chunks: AsyncIterable<Buffer>,
  path: string,
  checkHeader: (columns: string[]) => void,
): AsyncGenerator<CsvRun> {
  let bytes = 0
  const counted = async function* () {
    for await (const chunk of chunks) {
      bytes += chunk.length
      yield chunk
    }
  }
  const source = Readable.from(counted(), { objectMode: true, highWaterMark: 1 })
  const parser = parse({ bom: true, relax_column_count: true, max_record_size: MAX_CSV_ROW_BYTES })
  source.on('error', (error) => parser.destroy(error))
  try {
    for await (const rows of runsOf(source.pipe(parser), checkHeader)) yield { rows, bytes }
  } catch (error) {
    throw error instanceof CsvError ? brokenCsv(error, path) : error
  } finally {
    source.destroy()
  }
}

async function* runsOf(
  records: AsyncIterable<string[]>,
  checkHeader: (columns: string[]) => void,
): AsyncGenerator<CsvRun['rows']> {
  let columns: string[] | null = null
  let rows: CsvRun['rows'] = []
  let row = 0
  for await (const fields of records) {
    if (columns === null) {
      columns = fields.map((name) => name.trim())
      checkHeader(columns)
      continue
    }
    row++
    if (fields.length > 1 || fields[0] !== '') rows.push({ value: rowOf(columns, fields), row })
    if (rows.length < RUN_ROWS) continue
    yield rows
    rows = []
  }
  yield rows
}

function rowOf(columns: string[], fields: string[]): Record<string, unknown> | Refused {
  if (fields.length === columns.length)
    return Object.fromEntries(columns.map((name, i) => [name, unmarkFormula(fields[i] ?? '')]))
  return new Refused(
    `the row has ${fields.length} columns: ${columns.length}, as in the header, are needed (text with a comma in quotes)`,
  )
}

function brokenCsv(error: CsvError, path: string): CommandError {
  const row = typeof error.records === 'number' ? Math.max(error.records, 1) : 1
  const sentence =
    error.code === 'CSV_QUOTE_NOT_CLOSED'
      ? `${path} ends in the middle of row ${row}, inside a quoted field: get the whole file.`
      : `${path} is not readable CSV at row ${row} (${error.code}): quotes inside a quoted field must be doubled.`
  return new CommandError(sentence, { cause: error })
}
