import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type {
  DuckDBBlobVector,
  DuckDBConnection,
  DuckDBDataChunk,
  DuckDBInstance,
  DuckDBVector,
} from '@duckdb/node-api'
import { defined } from '../../checks.ts'
import type { Value } from './table.ts'

/** The engine of Parquet files, beside a store: it reads, sorts and writes them. Opens nothing before it is used. */
export interface DuckDb {
  /** The data folder; DuckDB also spills into a folder of its own below it. */
  readonly folder: string
  /** Bytes of memory for sorting and reading; what needs more spills. */
  readonly memory: number
  /** The caller closes it. */
  connect(): Promise<DuckDBConnection>
  close(): void
}

/** How the data folder is used. */
export interface DuckDbOptions {
  folder: string
  /** Memory for sorting and reading, in MiB. @default 512 */
  memoryMiB?: number | undefined
  /** @default one per core */
  threads?: number
}

/** The options that a host decides, and threads that share the machine. */
export type DataOptions = Partial<Pick<DuckDbOptions, 'folder' | 'memoryMiB' | 'threads'>>

/** DuckDB with a store's data folder, which the first file written makes. */
export function openDuckDb(options: DuckDbOptions): DuckDb {
  const memoryMiB = options.memoryMiB ?? 512
  let instance: Promise<DuckDBInstance> | null = null
  return {
    folder: options.folder,
    memory: memoryMiB * 2 ** 20,
    async connect() {
      instance ??= createInstance({ ...options, memoryMiB })
      return (await instance).connect()
    },
    close() {
      void instance?.then((opened) => opened.closeSync())
      instance = null
    },
  }
}

async function createInstance({
  folder,
  memoryMiB,
  threads,
}: DuckDbOptions & { memoryMiB: number }): Promise<DuckDBInstance> {
  await removeStaleSpill(folder)
  // Loaded here: a store without sealed files needs none of it.
  const { DuckDBInstance: instance } = await import('@duckdb/node-api')
  const opened = await instance.create(':memory:', {
    memory_limit: `${memoryMiB}MiB`,
    // Its own: two instances that spill into one folder write into each other's files, and crash.
    temp_directory: join(folder, `${SPILL}${randomUUID()}`),
    // Rows come out in the order that a query asks for; without one, any order is right.
    preserve_insertion_order: 'false',
    ...(threads !== undefined && { threads: String(threads) }),
  })
  const connection = await opened.connect()
  await connection.run('SET parquet_metadata_cache = true')
  connection.closeSync()
  return opened
}

/** Folders that instances spill into are called so; each is removed when its instance is closed. */
const SPILL = 'spill-'
const STALE_MS = 86_400_000

/** Removes files of instances that were killed. Their folders stay, empty: a running instance may have made them. */
async function removeStaleSpill(folder: string): Promise<void> {
  const spilled = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(SPILL))
  for (const parent of spilled) {
    for (const name of await readdir(join(folder, parent)).catch(() => [])) {
      const path = join(folder, parent, name)
      const found = await stat(path).catch(() => null)
      if (found !== null && Date.now() - found.mtimeMs > STALE_MS) await rm(path, { force: true })
    }
  }
}

/** How a column is kept: `int` fits 32 bits, `big` 64, `tiny` 8. */
export type SegmentColumn = 'tiny' | 'int' | 'big' | 'real' | 'text' | 'blob'

export type ColumnTypes = Readonly<Record<string, SegmentColumn>>

/** Many rows as columns of equal length. */
export type Columns = Record<string, ArrayLike<Value>>

const TYPES: Record<SegmentColumn, string> = {
  tiny: 'TINYINT',
  int: 'INTEGER',
  big: 'BIGINT',
  real: 'DOUBLE',
  text: 'VARCHAR',
  blob: 'BLOB',
}
/** Rows of a chunk that DuckDB takes in. */
const CHUNK = 2_048

/**
 * Makes a temporary table of rows.
 * @returns the SELECT of its rows, with the columns' own types
 */
export async function createTableOf(
  connection: DuckDBConnection,
  table: string,
  columns: ColumnTypes,
  pages: AsyncIterable<Columns>,
): Promise<string> {
  const list = Object.entries(columns)
  const types = list.map(([column, type]) => `${column} ${TYPES[isWhole(type) ? 'big' : type]}`)
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} (${types.join(', ')})`)
  await appendRows(connection, table, columns, pages)
  const typed = list.map(([column, type]) =>
    type === 'tiny' || type === 'int' ? `CAST(${column} AS ${TYPES[type]}) AS ${column}` : column,
  )
  return `SELECT ${typed.join(', ')} FROM ${table}`
}

/** Appends rows to a table whose columns are of these types, whole numbers as BIGINT. */
async function appendRows(
  connection: DuckDBConnection,
  table: string,
  columns: ColumnTypes,
  pages: AsyncIterable<Columns>,
): Promise<void> {
  const { BIGINT, BLOB, DOUBLE, VARCHAR, DuckDBDataChunk, blobValue } = await import('@duckdb/node-api')
  const appender = await connection.createAppender(table)
  const list = Object.entries(columns)
  const kinds = { tiny: BIGINT, int: BIGINT, big: BIGINT, real: DOUBLE, text: VARCHAR, blob: BLOB }
  const chunkTypes = list.map(([, type]) => kinds[type])
  for await (const page of pages) {
    const count = page[list[0]?.[0] ?? '']?.length ?? 0
    for (let from = 0; from < count; from += CHUNK) {
      const size = Math.min(CHUNK, count - from)
      const chunk = DuckDBDataChunk.create(chunkTypes, size)
      list.forEach(([name, type], c) => {
        const vector = chunk.getColumnVector(c)
        const values = page[name]
        if (isWhole(type)) setWhole(vector, values, from, size)
        else if (values instanceof Float64Array) doublesOf(vector).set(values.subarray(from, from + size))
        else
          for (let i = 0; i < size; i++) {
            const value = values?.[from + i] ?? null
            vector.setItem(i, value instanceof Uint8Array ? blobValue(value) : value)
          }
        vector.flush()
      })
      appender.appendDataChunk(chunk)
    }
    appender.flushSync()
  }
  appender.closeSync()
}

/** The memory of a vector of DOUBLE. The package declares it private; its own way makes an array of every value. */
function doublesOf(vector: DuckDBVector): Float64Array {
  const { items } = vector as unknown as { items: unknown }
  if (!(items instanceof Float64Array)) throw new TypeError('a column of numbers is not DOUBLE')
  return items
}

/**
 * Sets a vector of BIGINT to numbers, which are exact below 2^53: half by half, for a BigInt a value costs many times more, and a
 * cast from doubles inside the engine as much as writing the file.
 */
function setWhole(
  vector: DuckDBVector,
  values: ArrayLike<Value> | undefined,
  from: number,
  size: number,
): void {
  const { items } = vector as unknown as { items: unknown }
  if (!(items instanceof BigInt64Array)) throw new TypeError('a column of whole numbers is not BIGINT')
  const words = new Int32Array(items.buffer, items.byteOffset, 2 * size)
  for (let i = 0; i < size; i++) {
    const value = values?.[from + i] ?? null
    if (value === null) vector.setItem(i, null)
    else {
      const number = Number(value)
      const low = number | 0
      words[2 * i] = low
      words[2 * i + 1] = low === number ? low >> 31 : Math.floor(number / 2 ** 32)
    }
  }
}

function isWhole(type: SegmentColumn): boolean {
  return type === 'tiny' || type === 'int' || type === 'big'
}

/**
 * The numbers of a query whose columns are DOUBLE and never NULL, as the engine has them: no value becomes an object. Arrays are
 * good until the next chunk. A last column of BLOB comes as bytes.
 */
export async function* numbersOf(
  connection: DuckDBConnection,
  query: string,
): AsyncGenerator<{ count: number; columns: Float64Array[]; bytes: Uint8Array[] }> {
  const { DuckDBBlobVector } = await import('@duckdb/node-api')
  const result = await connection.stream(query)
  // The engine makes the next chunk while this one is used.
  let next = result.fetchChunk()
  try {
    for (let chunk = await next; chunk !== null && chunk.rowCount > 0; chunk = await next) {
      next = result.fetchChunk()
      const { columnCount, rowCount } = chunk
      const vectors = Array.from({ length: columnCount }, (_, i) => chunk.getColumnVector(i))
      const last = vectors.at(-1)
      const bytes = last instanceof DuckDBBlobVector ? bytesOf(last, rowCount) : null
      if (bytes !== null) vectors.pop()
      yield { count: rowCount, columns: vectors.map(doublesOf), bytes: bytes ?? [] }
    }
  } finally {
    await next.catch(() => null)
  }
}

const NO_BYTES = new Uint8Array()

function bytesOf(vector: DuckDBBlobVector, count: number): Uint8Array[] {
  return Array.from({ length: count }, (_, row) => vector.getItem(row)?.bytes ?? NO_BYTES)
}

/** A chunk of a query's answer as rows, whole numbers as numbers. */
export function rowsOf<Row>(names: readonly string[], chunk: DuckDBDataChunk): Row[] {
  const count = chunk.rowCount
  const columns = names.map((_, c) => valuesOf(chunk.getColumnVector(c), count))
  // Copies of one object of the same shape: to add its fields one by one takes three times as long.
  const shape: Record<string, Value> = Object.fromEntries(names.map((name) => [name, null]))
  const rows: Record<string, Value>[] = new Array(count)
  for (let i = 0; i < count; i++) {
    const row = { ...shape }
    for (let c = 0; c < names.length; c++) row[names[c] ?? ''] = columns[c]?.[i] ?? null
    rows[i] = row
  }
  return rows as Row[]
}

const NUMBERS: ReadonlySet<string> = new Set(['TINYINT', 'SMALLINT', 'INTEGER', 'DOUBLE'])

/**
 * The values of a vector as a store gives them. Numbers are read out of the engine's memory: the package makes a BigInt
 * of each BIGINT, and another to find out whether a value is NULL.
 */
function valuesOf(vector: DuckDBVector, count: number): ArrayLike<Value> {
  const type = vector.type.toString()
  const { items, validity } = vector as unknown as {
    items: BigInt64Array | ArrayLike<number>
    validity: { data: BigUint64Array | null }
  }
  const isBig = type === 'BIGINT' && items instanceof BigInt64Array
  if (!isBig && !NUMBERS.has(type))
    return Array.from({ length: count }, (_, i) => plain(vector.getItem(i) as unknown))
  const numbers = isBig ? wholeNumbers(items, count) : (items as ArrayLike<number>)
  if (validity.data === null) return numbers
  const { buffer, byteOffset, length } = validity.data
  const bits = new Uint32Array(buffer, byteOffset, 2 * length)
  const isValid = (i: number) => (defined(bits[i >>> 5]) & (1 << (i & 31))) !== 0
  return Array.from({ length: count }, (_, i) => (isValid(i) ? defined(numbers[i]) : null))
}

/** BIGINTs as numbers, half by half. */
function wholeNumbers(items: BigInt64Array, count: number): Float64Array {
  const words = new Int32Array(items.buffer, items.byteOffset, 2 * count)
  const numbers = new Float64Array(count)
  for (let i = 0; i < count; i++)
    numbers[i] = defined(words[2 * i + 1]) * 2 ** 32 + (defined(words[2 * i]) >>> 0)
  return numbers
}

/** DuckDB's values as a store gives them. */
function plain(value: unknown): Value {
  if (typeof value === 'bigint') return Number(value)
  if (value !== null && typeof value === 'object' && 'bytes' in value) return value.bytes as Uint8Array
  return value as Value
}

/** A text as DuckDB's SQL. */
export function sqlText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

/** A whole number as SQL: nothing else may become part of a text. */
export function wholeNumber(value: number): string {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no whole number`)
  return String(value)
}

/** Lists of whole numbers as a table of DuckDB's SQL: one text a column, which is read faster than a term a number. */
export function listTable(columns: Readonly<Record<string, readonly number[]>>): string {
  const lists = Object.entries(columns).map(
    ([name, numbers]) => `unnest('[${numbers.map(wholeNumber).join(', ')}]'::BIGINT[]) AS ${name}`,
  )
  return `(SELECT ${lists.join(', ')})`
}
