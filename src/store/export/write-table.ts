import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { defined } from '../../checks.ts'
import { markedFormulaSql } from '../../text.ts'
import type { Sql } from '../engine/database.ts'
import { type ColumnTypes, createTableOf, sqlText } from '../engine/duckdb.ts'
import type { Value } from '../engine/table.ts'
import { HIDDEN_IDS } from '../opted-out.ts'
import {
  columnsOf,
  type Dictionary,
  type ExportedTable,
  type ExportFilter,
  inText,
  type Piece,
} from './exported-table.ts'
import type { ExportFormat } from './exports.ts'

/** Rows that get their names and are written together. */
const SLICE = 200_000
const PARQUET = 'FORMAT parquet, COMPRESSION zstd'

export interface WriteTableOptions {
  format: ExportFormat
  /** An empty folder for what is written; the caller removes it. */
  folder: string
  filter?: ExportFilter
  /** True: traders who opted out are null. @default false: the host's own record has everybody */
  isPublic?: boolean
  /** Rows that are written together. @default 200000 */
  sliceRows?: number
  /** Ends it: a wait for the next part then rejects. @default never */
  signal?: AbortSignal
  /** Called with the number of rows written so far. @default ignored */
  onProgress?(rows: number): void
}

/**
 * Writes a table as files whose concatenation is the whole in the format; Parquet as a single file. Memory holds a page
 * of the store's rows, and DuckDB's memory for sorting: each piece is first sorted by its ids, and gets its names a
 * slice at a time.
 * @returns the files' paths, each once it is complete; the caller may remove a file
 */
export async function* writeTable(
  db: Sql,
  table: ExportedTable,
  options: WriteTableOptions,
): AsyncGenerator<string> {
  const { folder, format, signal } = options
  const connection = await db.duckdb.connect()
  const interrupt = () => connection.interrupt()
  signal?.addEventListener('abort', interrupt)
  try {
    const slices = writeSlices(db, connection, table, options)
    if (format !== 'parquet') yield* slices
    else {
      const paths: string[] = []
      for await (const path of slices) paths.push(path)
      yield paths.length === 1 ? defined(paths[0]) : await united(connection, paths, join(folder, 'whole'))
    }
  } finally {
    signal?.removeEventListener('abort', interrupt)
    connection.closeSync()
  }
}

async function* writeSlices(
  db: Sql,
  connection: DuckDBConnection,
  table: ExportedTable,
  { folder, format, filter = {}, isPublic = false, sliceRows = SLICE, signal, onProgress }: WriteTableOptions,
): AsyncGenerator<string> {
  let files = 0
  let before = 0
  for await (const piece of table.pieces(db, filter)) {
    // A name of its own: DuckDB remembers what the footer under a name said.
    const spool = join(folder, `piece-${files}-${before}.parquet`)
    const rows = await spoolPiece(connection, table, piece, spool)
    // The first file is written even without rows: it has the columns' names.
    for (let from = 0; from < rows || files === 0; from += sliceRows) {
      signal?.throwIfAborted()
      const path = join(folder, `${files}.${format}`)
      await writeSlice(db, connection, table, {
        spool,
        from,
        to: from + sliceRows,
        path,
        format,
        isPublic,
        isFirst: files === 0,
      })
      files++
      onProgress?.(before + Math.min(from + sliceRows, rows))
      yield path
    }
    before += rows
    await rm(spool)
  }
}

/** Puts a piece's rows in order, still with ids. @returns how many there are */
async function spoolPiece(
  connection: DuckDBConnection,
  { coded, order }: ExportedTable,
  { rows, sealed }: Piece,
  path: string,
): Promise<number> {
  const page = async function* () {
    yield rows
  }
  const all = [await createTableOf(connection, 'rows', coded, page())]
  if (sealed !== null) all.push(sealed)
  const { rowsChanged } = await connection.run(
    `COPY (SELECT * FROM (${all.join(' UNION ALL ')}) ORDER BY ${order.join(', ')}) TO ${sqlText(path)} ` +
      '(FORMAT parquet, COMPRESSION lz4, ROW_GROUP_SIZE 16384)',
  )
  return rowsChanged
}

interface Slice {
  /** Its piece, and its rows' numbers there; `to` is exclusive. */
  spool: string
  from: number
  to: number
  path: string
  format: ExportFormat
  isPublic: boolean
  isFirst: boolean
}

async function writeSlice(
  db: Sql,
  connection: DuckDBConnection,
  { columns, names, order }: ExportedTable,
  { spool, from, to, path, format, isPublic, isFirst }: Slice,
): Promise<void> {
  await connection.run(
    `CREATE OR REPLACE TEMP VIEW p AS SELECT * FROM read_parquet(${sqlText(spool)}, file_row_number = true) ` +
      `WHERE file_row_number >= ${from} AND file_row_number < ${to}`,
  )
  const list = Object.entries(names)
  for (const dictionary of new Set(list.map(([, { of }]) => of))) {
    const ids = list
      .filter(([, { of }]) => of === dictionary)
      .map(([, { by }]) => `SELECT ${by} AS id FROM p`)
    await nameIds(db, connection, dictionary, { ids: ids.join(' UNION ALL '), isPublic })
  }
  const joins = list.map(([name, { of, by }]) => `LEFT JOIN ${of} ${name} ON ${name}.id = p.${by}`)
  const written = format === 'parquet' ? columns : columns.map(inText)
  const values = written.map(({ name, type, sql = `p.${name}` }) => {
    const value = `CAST(${sql} AS ${type})`
    return `${format === 'csv' && type === 'VARCHAR' ? markedFormulaSql(value) : value} AS ${name}`
  })
  const forms: Record<ExportFormat, string> = {
    parquet: PARQUET,
    csv: `FORMAT csv, HEADER ${isFirst}`,
    ndjson: 'FORMAT json',
  }
  await connection.run(
    `COPY (SELECT ${values.join(', ')} FROM p ${joins.join(' ')} ORDER BY ${order.map((column) => `p.${column}`).join(', ')}) ` +
      `TO ${sqlText(path)} (${forms[format]})`,
  )
}

/** Parquet files as one, their rows in the same order. */
async function united(connection: DuckDBConnection, paths: readonly string[], to: string): Promise<string> {
  const list = paths.map(sqlText)
  await connection.run('SET preserve_insertion_order = true')
  try {
    await connection.run(
      `COPY (SELECT * FROM read_parquet([${list.join(', ')}])) TO ${sqlText(to)} (${PARQUET})`,
    )
  } finally {
    await connection.run('SET preserve_insertion_order = false')
  }
  return to
}

/** Names per read of the store. */
const PAGE = 10_000

/** The dictionaries that ids refer to, with the columns of each. */
const DICTIONARIES = {
  traders: {
    columns: { id: 'big', address: 'text', username: 'text' },
    text: 'SELECT d.id, d.address, d.username FROM traders d WHERE',
  },
  tokens: {
    columns: {
      id: 'big',
      token: 'text',
      condition: 'text',
      outcome: 'big',
      outcome_name: 'text',
      question: 'text',
    },
    text:
      'SELECT d.id, d.token, c.condition, d.outcome, d.outcome_name, m.question FROM tokens d ' +
      'LEFT JOIN conditions c ON c.id = d.condition_id LEFT JOIN markets m ON m.condition_id = d.condition_id WHERE',
  },
} as const satisfies Record<Dictionary, { columns: ColumnTypes; text: string }>

/**
 * Makes a temporary table of the names of some ids, named after the dictionary; only these, so that it stays small.
 * @param ids DuckDB's SELECT of the ids, as a column `id`; nulls among them are ignored
 * @param isPublic true: traders who opted out have no row
 */
async function nameIds(
  db: Sql,
  connection: DuckDBConnection,
  dictionary: Dictionary,
  { ids, isPublic }: { ids: string; isPublic: boolean },
): Promise<void> {
  const { columns, text } = DICTIONARIES[dictionary]
  const shown = isPublic && dictionary === 'traders' ? ` d.id NOT IN ${HIDDEN_IDS} AND` : ''
  const found = await connection.runAndReadAll(`SELECT DISTINCT id FROM (${ids}) WHERE id IS NOT NULL`)
  const list = (found.getColumns()[0] ?? []).map(Number)
  const read = async function* () {
    for (let from = 0; from < list.length; from += PAGE) {
      const rows = await db.all<Record<string, Value>>(`${text}${shown} ${db.isIn('d.id', 'int')}`, [
        db.list(list.slice(from, from + PAGE)),
      ])
      yield columnsOf(columns, rows)
    }
  }
  await createTableOf(connection, dictionary, columns, read())
}
