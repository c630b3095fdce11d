import { createHash, randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { CommandError, PequodError } from '../../../errors.ts'
import type { Sql } from '../../engine/database.ts'
import {
  type Columns,
  type ColumnTypes,
  createTableOf,
  type DuckDb,
  rowsOf,
  sqlText,
} from '../../engine/duckdb.ts'
import { BLOCK_SECONDS, LOGS_PER_BLOCK } from '../place.ts'

/** A Parquet file of the data folder, as the manifest names it. */
export interface SegmentFile {
  name: string
  bytes: number
  /** Hex. */
  sha256: string
  /** The {@link LAYOUT} of the program that wrote it. */
  layout: number
}

/** How files hold their columns: a program reads only those of its own layout. Changes with the columns of any file. */
export const LAYOUT = 2

/** A file to write: which columns, in which order of rows. */
export interface FilePlan {
  /** The middle part of the file's name. */
  name: string
  columns: readonly string[]
  order: readonly string[]
  /** DuckDB's options of Parquet besides zstd. @default none */
  parquet?: string
  /** SQL by column of those that the rows do not have: what is written for them. */
  coding?: Readonly<Record<string, string>>
  /** Whether equal rows are written once. @default false */
  isDistinct?: boolean
}

/** The immutable Parquet files of a store's data folder. */
export interface SealedFiles {
  /**
   * Rows of a query; `query` is given an expression for each group of files, to follow FROM. Whole numbers come as numbers.
   * Without files there are no rows.
   */
  read<Row>(groups: FileGroups, query: (...from: string[]) => string): Promise<Row[]>
  /** The same, in pages of some thousand rows, with memory for no more than the order needs. */
  pages<Row>(groups: FileGroups, query: (...from: string[]) => string): AsyncGenerator<Row[]>
  /**
   * Writes the rows of files that are there, and others, into new files, each in its own order. A file is whole under its
   * name, or not there.
   */
  write(content: SegmentContent, name: string, plans: readonly FilePlan[]): Promise<SegmentFile[]>
  /** The same with what a connection reads as a table: `relation` follows FROM and has every column of the plans. */
  copy(
    connection: DuckDBConnection,
    relation: string,
    name: string,
    plans: readonly FilePlan[],
  ): Promise<SegmentFile[]>
  /** The expression for some files, at least one, to follow FROM on a connection to DuckDB, once each was found to be whole. */
  from(files: readonly SegmentFile[]): Promise<string>
  /** Counts the age of files from now on: those that are not named any more are kept for who still reads them. */
  touch(files: readonly SegmentFile[]): Promise<void>
  /** Looks at every byte of a file. @returns what is wrong with it, or null */
  faultOf(file: SegmentFile): Promise<string | null>
}

/** Files that are read as one table, each group. */
export type FileGroups = readonly (readonly SegmentFile[])[]

export interface SegmentContent {
  columns: ColumnTypes
  /** The files that are there, by the plan that each was written by: what they hold goes into the new file of that plan. */
  segments: readonly { files: Readonly<Record<string, SegmentFile>> }[]
  /** SQL that a row of theirs must meet; `file_index` is the place of its segment. @default all go */
  where?: string
  rows: AsyncIterable<Columns>
  /** Whether the rows come in the order of every plan and no segments join them: then nothing is sorted. @default false */
  areOrdered?: boolean
}

/** A column that files hold as others: SQL by column of what is written for it, and SQL of it over these. */
export interface Coded {
  coding: Readonly<Record<string, string>>
  plain: string
}

/**
 * The dollars of a fill as a price in thousandths and what they are beyond it: most orders have such a price, so that the rest
 * is 0. As measured in the market's shape, fills by trader take a fifth less room so, and those by token a quarter less.
 */
const USD: Coded = {
  coding: {
    tick: 'CASE WHEN shares = 0 THEN 0 ELSE CAST(least(round(CAST(usd AS DOUBLE) * 1000 / CAST(shares AS DOUBLE)), 1000) AS INTEGER) END',
    usd_rest: 'usd - shares * tick // 1000',
  },
  plain: 'shares * tick // 1000 + usd_rest',
}

const BLOCK_TIME = `key // ${LOGS_PER_BLOCK} * ${BLOCK_SECONDS}`
/** The time of a fill as what it is beyond that of a chain whose blocks all take as long: it grows when one takes longer. */
const TIME: Coded = { coding: { time_rest: `time - ${BLOCK_TIME}` }, plain: `${BLOCK_TIME} + time_rest` }

/**
 * The columns that files of fills hold as others, by plan. Those by token keep their time: a busy token has many groups of rows,
 * and their bounds tell which of them are of a time.
 */
export const CODED_FILLS = { traders: { usd: USD, time: TIME }, tokens: { usd: USD } } as const

/** The list of a SELECT over a file, as rows are outside; null where they are written so. */
function plainList({ name }: SegmentFile): string | null {
  const plan = (['traders', 'tokens'] as const).find((one) => name.includes(`.${one}-`))
  if (plan === undefined) return null
  const coded = Object.entries<Coded>(CODED_FILLS[plan])
  const written = coded.flatMap(([, { coding }]) => Object.keys(coding))
  return `* EXCLUDE (${written.join(', ')}), ${coded.map(([column, { plain }]) => `${plain} AS ${column}`).join(', ')}`
}

/** Rows that are read together: small, so that one trader's or token's rows cost little. */
const ROW_GROUP = 16_384

/** `Retry-After` while a file is missing, in seconds. */
const RETRY_AFTER = 5

/** One for each store, so that a file's bytes are read through once. */
const opened = new WeakMap<DuckDb, SealedFiles>()

/** The sealed files beside a store. */
export function sealedFiles({ duckdb }: Pick<Sql, 'duckdb'>): SealedFiles {
  const known = opened.get(duckdb)
  if (known !== undefined) return known
  const files = filesIn(duckdb)
  opened.set(duckdb, files)
  return files
}

function filesIn({ folder, connect }: DuckDb): SealedFiles {
  /** Files whose bytes this process has found to be what the manifest says. */
  const whole = new Set<string>()
  const pathOf = ({ name }: SegmentFile) => join(folder, name)

  const faultOf = async (file: SegmentFile) => {
    const now = await stat(pathOf(file)).catch(() => null)
    if (now === null) return `${file.name} is missing`
    if (now.size !== file.bytes) return `${file.name} has ${now.size} bytes instead of ${file.bytes}`
    if ((await sha256Of(pathOf(file))) !== file.sha256) return `${file.name} was altered`
    return null
  }
  const requireWhole = async (files: readonly SegmentFile[]) => {
    for (const file of files) {
      if (whole.has(file.name)) continue
      // A copy of the folder may lag behind the database by more than files are named later than written (seal-run.ts).
      if ((await stat(pathOf(file)).catch(() => null)) === null)
        throw new PequodError('SERVICE_UNAVAILABLE', missingSentence(file), { retryAfter: RETRY_AFTER })
      const fault = await faultOf(file)
      if (fault !== null)
        throw new CommandError(
          `The sealed part of the ledger is damaged: ${fault} in ${folder}. Restore it from a backup, or set DATA_DIR to its folder.`,
        )
      whole.add(file.name)
    }
  }
  /** As they were written. */
  const codedTableOf = async (files: readonly SegmentFile[]) => {
    await requireWhole(files)
    return fromFiles(files.map(pathOf))
  }
  const tableOf = async (files: readonly SegmentFile[]) => {
    const coded = await codedTableOf(files)
    const list = files[0] ? plainList(files[0]) : null
    return list === null ? coded : `(SELECT ${list} FROM ${coded})`
  }
  const pages = async function* <Row>(groups: FileGroups, query: (...from: string[]) => string) {
    if (groups.every((files) => files.length === 0)) return
    const from: string[] = []
    for (const files of groups) from.push(`${await tableOf(files)} g${from.length}`)
    const connection = await connect()
    try {
      const result = await connection.stream(query(...from))
      const names = result.columnNames()
      for await (const chunk of result) {
        if (chunk.rowCount === 0) continue
        yield rowsOf<Row>(names, chunk)
      }
    } finally {
      connection.closeSync()
    }
  }

  const copyOne = async (connection: DuckDBConnection, relation: string, name: string, plan: FilePlan) => {
    const partial = join(folder, `${randomUUID()}.partial`)
    const order = plan.order.length === 0 ? '' : ` ORDER BY ${plan.order.join(', ')}`
    await connection.run(
      `COPY (SELECT ${plan.isDistinct ? 'DISTINCT ' : ''}${plan.columns.join(', ')} FROM ${relation}${order}) TO ${sqlText(partial)} ` +
        `(FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE ${ROW_GROUP}${plan.parquet ?? ''})`,
    )
    const file = await settle(folder, partial, `${name}.${plan.name}`)
    whole.add(file.name)
    return file
  }
  const copy = async (
    connection: DuckDBConnection,
    relationOf: (plan: FilePlan) => string | Promise<string>,
    name: string,
    plans: readonly FilePlan[],
  ) => {
    const written: SegmentFile[] = []
    for (const plan of plans) written.push(await copyOne(connection, await relationOf(plan), name, plan))
    return written
  }

  return {
    faultOf,
    pages,
    copy: (connection, relation, name, plans) =>
      copy(connection, (plan) => `(${codedRows(plan, relation)})`, name, plans),
    from: tableOf,
    async touch(files) {
      const now = new Date()
      // A missing file is reported when it is read.
      for (const file of files) await utimes(pathOf(file), now, now).catch(() => undefined)
    },
    async read<Row>(groups: FileGroups, query: (...from: string[]) => string) {
      const rows: Row[] = []
      for await (const page of pages<Row>(groups, query)) for (const row of page) rows.push(row)
      return rows
    },
    async write({ columns, segments, where = 'TRUE', rows, areOrdered = false }, name, plans) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const connection = await connect()
      try {
        const content = await createTableOf(connection, 'content', columns, rows)
        const relationOf = async (plan: FilePlan) => {
          const files = segments.flatMap(({ files: { [plan.name]: file } }) => file ?? [])
          const coded = codedRows(plan, `(${content})`)
          if (files.length === 0) return `(${coded})`
          // One reader for all files: one for each of them takes memory for sorting, each for itself.
          const stored = codedRows({ ...plan, coding: {} }, await codedTableOf(files))
          return `(${coded} UNION ALL ${stored} WHERE ${where})`
        }
        const asTheyCome = ({ parquet = '', ...plan }: FilePlan) => ({
          ...plan,
          order: [],
          parquet: `${parquet}, PRESERVE_ORDER true`,
        })
        return await copy(connection, relationOf, name, areOrdered ? plans.map(asTheyCome) : plans)
      } finally {
        connection.closeSync()
      }
    },
  }
}

/** DuckDB's SELECT of a plan's columns from rows. */
function codedRows({ columns, coding = {} }: FilePlan, from: string): string {
  const list = columns.map((column) => (column in coding ? `${coding[column]} AS ${column}` : column))
  return `SELECT ${list.join(', ')} FROM ${from}`
}

function missingSentence({ name }: SegmentFile): string {
  return (
    `The sealed file ${name} is missing in this machine's data folder: retry in a few seconds. ` +
    'If it stays missing, restore it from a backup, or set DATA_DIR to its folder.'
  )
}

function fromFiles(paths: readonly string[]): string {
  return `read_parquet([${paths.map((path) => sqlText(path)).join(', ')}])`
}

/** Gives a file that is written its name, once its bytes are on the disk. */
async function settle(folder: string, partial: string, name: string): Promise<SegmentFile> {
  try {
    const handle = await open(partial, 'r+')
    await handle.chmod(0o600)
    await handle.sync()
    const { size } = await handle.stat()
    await handle.close()
    const sha256 = await sha256Of(partial)
    const file = { name: `${name}-${sha256.slice(0, 12)}.parquet`, bytes: size, sha256, layout: LAYOUT }
    await rename(partial, join(folder, file.name))
    return file
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const bytes of createReadStream(path, { highWaterMark: 2 ** 20 })) hash.update(bytes)
  return hash.digest('hex')
}
