import { setTimeout as sleep } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { defined } from '../../checks.ts'
import { openFile, sqliteKnex } from './create-knex.ts'
import type { Engine, Sql, StatementCounter } from './database.ts'
import { type DataOptions, type DuckDb, openDuckDb } from './duckdb.ts'
import { keepPrivate } from './private-files.ts'
import { storeFailure } from './store-failures.ts'
import {
  anyOf,
  type Column,
  type ColumnType,
  insertColumns,
  rowsAhead,
  soleIntegerKey,
  type Table,
  upsertClause,
  type Value,
} from './table.ts'
import { traceStatements } from './trace-statements.ts'

export interface SqliteOptions {
  path: string
  /** Where sealed events are. @default a folder beside the file, named after it with `-data` */
  data?: DataOptions | undefined
  /** How long a transaction waits for another process's to end, in milliseconds. @default 30000 */
  busyTimeoutMs?: number
  /** False: another thread moves what was committed into the file ({@link keepCheckpoints}), never a commit. @default true */
  checkpoints?: boolean
}

/** Page cache of the writing connection: 64 MiB. */
const CACHE_KIB = 65_536
/** How often a transaction that waits for another process's tries to begin, in milliseconds. */
const TRY_EVERY = 2
/**
 * SQLite keeps no queue of writers: of two processes the one with back-to-back transactions gets every turn. After this
 * number of milliseconds it pauses long enough for others to try.
 */
const LONGEST_TURN = 25
const PAUSE = 2 * TRY_EVERY
/** A log of more pages than these starts over, and its file is cut to them: 64 MiB. */
const LONGEST_LOG = 16_384
const PAGE_BYTES = 4_096
/** How often a writing connection looks whether its log is too long, in milliseconds. */
const LOOK_EVERY = 1_000
/** How long this process's writers then wait for readers of the log to end, in milliseconds. */
const READERS_END = 50

/** Opens a SQLite file in WAL mode: one connection that writes, one that reads what was committed. */
export async function openSqlite(options: SqliteOptions): Promise<Engine> {
  const knex = sqliteKnex(options.path)
  const connect = () =>
    openFile(knex).catch((error: unknown) => {
      throw storeFailure(error)
    })
  const writer = await connect()
  // A statement of many rows keeps what it may have to undo in memory, not in a file.
  writer.pragma('temp_store = MEMORY')
  writer.pragma(`cache_size = ${-CACHE_KIB}`)
  // SQLite would block, and the whole process with it.
  writer.pragma('busy_timeout = 0')
  writer.pragma(`journal_size_limit = ${LONGEST_LOG * PAGE_BYTES}`)
  if (options.checkpoints === false) writer.pragma('wal_autocheckpoint = 0')
  const reader = await connect()
  reader.pragma('query_only = 1')
  const counter: StatementCounter = { count: 0 }
  const duckdb = openDuckDb({ folder: `${options.path}-data`, ...options.data })
  const read = withStoreFailures(sqlOn(reader, counter, duckdb))
  const write = withStoreFailures(sqlOn(writer, counter, duckdb))
  let queue: Promise<unknown> = Promise.resolve()
  const turns = { held: 0, ended: 0 }
  let looked = performance.now()

  const transaction = async <T>(work: (tx: Sql) => Promise<T>): Promise<T> => {
    // One connection writes, so transactions of this process wait for each other here.
    const turn = queue.then(async () => {
      const isIdle = performance.now() - turns.ended >= PAUSE
      if (!isIdle && turns.held > LONGEST_TURN) await sleep(PAUSE)
      if (isIdle || turns.held > LONGEST_TURN) turns.held = 0
      try {
        await begin(writer, options.busyTimeoutMs ?? 30_000)
        const result = await finish(writer, turns, () => work(write))
        if (options.checkpoints !== false && performance.now() - looked > LOOK_EVERY) {
          await moveLog(writer)
          looked = performance.now()
        }
        return result
      } catch (error) {
        throw storeFailure(error)
      }
    })
    queue = turn.catch(() => undefined)
    return turn
  }

  return {
    ...read,
    knex,
    run: (text, values) => transaction((tx) => tx.run(text, values)),
    deleteEach: (table, where, keys, count) => transaction((tx) => tx.deleteEach(table, where, keys, count)),
    insertNew: (table, columns, count) => transaction((tx) => tx.insertNew(table, columns, count)),
    upsert: (table, columns, count, merge, onlyIf) =>
      transaction((tx) => tx.upsert(table, columns, count, merge, onlyIf)),
    transaction,
    async view(work) {
      const connection = await connect()
      try {
        connection.pragma('query_only = 1')
        connection.exec('BEGIN')
        return await work(withStoreFailures(sqlOn(connection, counter, duckdb)))
      } finally {
        connection.close()
      }
    },
    get statementCount() {
      return counter.count
    },
    async close() {
      await queue
      duckdb.close()
      reader.close()
      writer.close()
      await knex.destroy()
    },
  }
}

/** How often what was committed is moved into the file, in milliseconds. */
const CHECKPOINT_EVERY = 500

/** Periodically moves committed pages from the log into the file, for all connections; no caller waits for it. */
export async function keepCheckpoints({ knex }: Engine): Promise<{ end(): Promise<void> }> {
  const connection = await openFile(knex)
  connection.pragma('busy_timeout = 0')
  let moving: Promise<void> | null = null
  const timer = setInterval(() => {
    moving ??= moveLog(connection).finally(() => {
      moving = null
    })
  }, CHECKPOINT_EVERY)
  timer.unref()
  return {
    async end() {
      clearInterval(timer)
      await moving
      connection.close()
    },
  }
}

/**
 * Moves committed pages from the log into the file. A log starts over only when nobody reads it and all of it is moved: beside
 * another process that wrote in turn, a load of 100 million fills left one of 38 GiB. So a long one is tried again while its
 * readers end. One reader who keeps most of it from being moved is not waited for: it can only grow.
 */
async function moveLog(connection: SQLite.Database): Promise<void> {
  const move = (how: 'PASSIVE' | 'RESTART') => {
    const moved: unknown = connection.pragma(`wal_checkpoint(${how})`)
    const [{ busy, log, checkpointed }] = Object(moved)
    return { isBusy: busy !== 0, isLong: log > LONGEST_LOG && log - checkpointed < LONGEST_LOG / 2 }
  }
  if (!move('PASSIVE').isLong) return
  const until = performance.now() + READERS_END
  while (move('RESTART').isBusy && performance.now() < until) await sleep(TRY_EVERY)
}

/** Begins a transaction as soon as no other process is in one; reads go on meanwhile. */
async function begin(writer: SQLite.Database, patienceMs: number): Promise<void> {
  const until = performance.now() + patienceMs
  while (true) {
    try {
      writer.exec('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await sleep(TRY_EVERY)
    }
  }
}

/** Runs the work of a transaction and ends it; either end counts in the writer's turn. */
async function finish<T>(
  writer: SQLite.Database,
  turns: { held: number; ended: number },
  work: () => Promise<T>,
): Promise<T> {
  const began = performance.now()
  try {
    const result = await work()
    writer.exec('COMMIT')
    return result
  } catch (error) {
    if (writer.inTransaction) writer.exec('ROLLBACK')
    throw error
  } finally {
    turns.ended = performance.now()
    turns.held += turns.ended - began
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** The same statements; failures of the store itself are thrown as callers may see them. */
function withStoreFailures(sql: Sql): Sql {
  const guarded = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    answer.catch((error: unknown) => {
      throw storeFailure(error)
    })
  return traceStatements({
    ...sql,
    all: (text, values) => guarded(sql.all(text, values)),
    get: (text, values) => guarded(sql.get(text, values)),
    run: (text, values) => guarded(sql.run(text, values)),
    insertNew: (table, columns, count) => guarded(sql.insertNew(table, columns, count)),
    upsert: (table, columns, count, merge, onlyIf) =>
      guarded(sql.upsert(table, columns, count, merge, onlyIf)),
    find: (table, by, keys, count, select) => guarded(sql.find(table, by, keys, count, select)),
    findEach: (types, keys, count, text) => guarded(sql.findEach(types, keys, count, text)),
    deleteEach: (table, where, keys, count) => guarded(sql.deleteEach(table, where, keys, count)),
  })
}

export interface CopyOptions {
  /** Called with the progress, in pages of the file. @default ignored */
  onProgress?(progress: { done: number; total: number }): void
  /** Pages that are copied at a time, 4 KiB each. @default 4096 */
  pagesAtOnce?: number
}

/**
 * Copies a SQLite store into a file, as of one moment, while others read and write it. One reading transaction keeps
 * concurrent writes from restarting the copy. Only its owner may read the file.
 * @throws Error if the store does not exist or the file cannot be written
 */
export async function copySqlite(
  path: string,
  to: string,
  { onProgress = () => undefined, pagesAtOnce = 4_096 }: CopyOptions = {},
): Promise<void> {
  const connection = new SQLite(path, { fileMustExist: true, timeout: 30_000 })
  try {
    connection.exec('BEGIN')
    connection.prepare('SELECT COUNT(*) FROM sqlite_master').get()
    keepPrivate(to)
    await connection.backup(to, {
      progress({ totalPages, remainingPages }) {
        onProgress({ done: totalPages - remainingPages, total: totalPages })
        return pagesAtOnce
      },
    })
  } finally {
    connection.close()
  }
}

function keepStatements(prepare: (text: string) => SQLite.Statement) {
  const prepared = new Map<string, SQLite.Statement>()
  return (text: string): SQLite.Statement => {
    const known = prepared.get(text)
    if (known) return known
    const statement = prepare(text)
    prepared.set(text, statement)
    return statement
  }
}

/** The statements of one connection, each prepared once. */
function sqlOn(connection: SQLite.Database, counter: StatementCounter, duckdb: DuckDb): Sql {
  const prepare = keepStatements((text) => connection.prepare(text))
  // Rows as arrays are a mode of the statement: a text used in both modes needs two statements.
  const prepareRaw = keepStatements((text) => connection.prepare(text).raw(true))

  return {
    dialect: 'sqlite',
    duckdb,
    async all<Row>(text: string, values: readonly Value[] = []) {
      counter.count++
      return prepare(text).all(...values) as Row[]
    },
    async get<Row>(text: string, values: readonly Value[] = []) {
      counter.count++
      return prepare(text).get(...values) as Row | undefined
    },
    async run(text, values = []) {
      counter.count++
      return prepare(text).run(...values).changes
    },
    async insertNew(table, columns, count) {
      counter.count++
      return insertNew(prepare, table, columns, count)
    },
    async upsert(table, columns, count, merge = {}, onlyIf) {
      counter.count++
      const names = Object.keys(columns)
      const clause = upsertClause(table, names, merge, onlyIf)
      const write = inGroups((rows) => prepare(`${insertText(table, names, rows)} ${clause}`), count)
      eachGroup(names, columns, 0, count, (values, rows) => write(rows).run(...values))
    },
    async find(table, by, keys, count, select) {
      counter.count++
      const statement = prepareRaw(
        `SELECT ${select.join(', ')} FROM ${table.name} WHERE ${by.map((name) => `${name} = ?`).join(' AND ')}`,
      )
      const found: (Value[] | undefined)[] = new Array(count)
      eachRow(by, keys, count, (row, i) => {
        found[i] = statement.get(...row) as Value[] | undefined
      })
      return found
    },
    async findEach<Row>(
      types: Record<string, ColumnType>,
      keys: Record<string, Column>,
      count: number,
      text: string,
    ): Promise<(Row | undefined)[]> {
      counter.count++
      const { names, text: placed } = byPlace(types, text)
      const statement = prepare(placed)
      const found: (Row | undefined)[] = new Array(count)
      eachRow(names, keys, count, (row, i) => {
        found[i] = statement.get(...row) as Row | undefined
      })
      return found
    },
    async deleteEach(table, where, keys, count) {
      counter.count++
      const names = Object.keys(where)
      const statement = prepare(
        `DELETE FROM ${table.name} WHERE ${names.map((name) => `${name} ${where[name]} ?`).join(' AND ')}`,
      )
      eachRow(names, keys, count, (row) => statement.run(...row))
    },
    async updateEach(table, set, where, keys, count, onlyIf) {
      counter.count++
      const names = Object.keys(where)
      const values = Object.values(set)
      const statement = prepare(
        `UPDATE ${table.name} SET ${Object.keys(set).map((name) => `${name} = ?`)} ` +
          `WHERE ${names.map((name) => `${name} ${where[name]} ?`).join(' AND ')} AND ${onlyIf}`,
      )
      eachRow(names, keys, count, (row) => statement.run(...values, ...row))
    },
    isIn: (expression, type) => anyOf('sqlite', expression, type),
    list: (values) => JSON.stringify(values),
  }
}

/** A text with a `?` for each `:name`, which may occur several times and in any order, and the names by place. */
function byPlace(types: Record<string, ColumnType>, given: string): { names: string[]; text: string } {
  const names: string[] = []
  const text = given.replaceAll(/:(\w+)/g, (whole, name: string) => {
    if (!(name in types)) return whole
    names.push(name)
    return '?'
  })
  return { names, text }
}

function insertNew(
  prepare: (text: string) => SQLite.Statement,
  table: Table,
  columns: Record<string, Column>,
  count: number,
): Uint8Array {
  const names = Object.keys(columns)
  const fresh = new Uint8Array(count)
  const ahead = newWithoutAsking(prepare, table, columns, count)
  fresh.fill(1, 0, ahead)
  const insert = inGroups((rows) => prepare(insertText(table, names, rows)), ahead)
  eachGroup(names, columns, 0, ahead, (values, rows) => insert(rows).run(...values))
  const insertOne = prepare(`${insertText(table, names, 1)} ON CONFLICT DO NOTHING`)
  const insertIfNew = (values: Value[], _: number, i: number) => {
    fresh[i] = insertOne.run(...values).changes
  }
  eachGroup(names, columns, ahead, count, insertIfNew, 1)
  return fresh
}

/** How many of the first rows are new without asking. */
function newWithoutAsking(
  prepare: (text: string) => SQLite.Statement,
  table: Table,
  columns: Record<string, Column>,
  count: number,
): number {
  const key = soleIntegerKey(table)
  const keys = key === null ? undefined : columns[key]
  if (keys === undefined) return 0
  const { last } = prepare(`SELECT MAX(${key}) AS last FROM ${table.name}`).get() as { last: number | null }
  return rowsAhead(keys, count, last)
}

/** Rows per statement: a call costs as much as several rows. */
const GROUP = 16

/**
 * Calls `use` with the values of up to `size` rows at a time. The array is used again: the statement has read it when
 * `use` returns. Statements take the values as arguments of their own: that is a quarter cheaper than out of an array.
 */
function eachGroup(
  names: readonly string[],
  columns: Record<string, Column>,
  from: number,
  to: number,
  use: (values: Value[], rows: number, first: number) => void,
  size = GROUP,
): void {
  const list = names.map((name) => columns[name] ?? missing(name))
  const group: Value[] = new Array(names.length * size)
  const single: Value[] = new Array(names.length)
  for (let i = from; i < to; ) {
    // The remainder goes row by row, so that two texts serve every count.
    const rows = to - i >= size ? size : 1
    const values = rows === size ? group : single
    let next = 0
    for (let r = i; r < i + rows; r++) for (const column of list) values[next++] = defined(column[r])
    use(values, rows, i)
    i += rows
  }
}

function eachRow(
  names: readonly string[],
  columns: Record<string, Column>,
  count: number,
  use: (row: Value[], i: number) => void,
): void {
  eachGroup(names, columns, 0, count, (values, _, i) => use(values, i), 1)
}

function missing(name: string): never {
  throw new TypeError(`no column ${name} was given`)
}

/** The statement of a whole group and that of one row; the first only for enough rows. */
function inGroups(
  statementOf: (rows: number) => SQLite.Statement,
  count: number,
): (rows: number) => SQLite.Statement {
  const one = statementOf(1)
  const group = count >= GROUP ? statementOf(GROUP) : one
  return (rows) => (rows === 1 ? one : group)
}

function insertText(table: Table, names: readonly string[], rows: number): string {
  const row = `(${names.map(() => '?').join(', ')})`
  return `INSERT INTO ${insertColumns(table, names)} VALUES ${Array.from({ length: rows }, () => row).join(', ')}`
}
