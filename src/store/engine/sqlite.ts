import { setTimeout as sleep } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { type DataOptions, openSegments, type Segments } from '../segments/segment-files.ts'
import { openFile, sqliteKnex } from './create-knex.ts'
import type { Engine, Sql } from './database.ts'
import {
  anyOf,
  insertColumns,
  rowsAhead,
  type StatementCounter,
  soleIntegerKey,
  upsertClause,
} from './statements.ts'
import { storeFailure } from './store-unavailable.ts'
import type { Column, ColumnType, Table, Value } from './table-types.ts'
import { traceStatements } from './trace-statements.ts'

/** How the file is opened. */
export interface SqliteOptions {
  path: string
  /** Where sealed events are. @default a folder beside the file, named after it with `-data` */
  data?: DataOptions | undefined
  /** Page cache of the writing connection, in MiB. @default 64 */
  cacheMiB?: number
  /** How long a transaction waits for another process's to end, in milliseconds. @default 30000 */
  busyTimeoutMs?: number
  /** False: another thread moves what was committed into the file ({@link keepCheckpoints}), never a commit. @default true */
  checkpoints?: boolean
}

/** How often a transaction that waits for another process's tries to begin, in milliseconds. */
const TRY_EVERY = 10

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
  writer.pragma(`cache_size = ${-1024 * (options.cacheMiB ?? 64)}`)
  // SQLite would wait where it stands, and the whole process with it.
  writer.pragma('busy_timeout = 0')
  if (options.checkpoints === false) writer.pragma('wal_autocheckpoint = 0')
  const reader = await connect()
  reader.pragma('query_only = 1')
  const counter: StatementCounter = { count: 0 }
  const segments = openSegments({ folder: `${options.path}-data`, ...options.data })
  const read = tellingFailures(sqlOn(reader, counter, segments))
  const write = tellingFailures(sqlOn(writer, counter, segments))
  let queue: Promise<unknown> = Promise.resolve()

  const transaction = async <T>(work: (tx: Sql) => Promise<T>): Promise<T> => {
    // One connection writes, so transactions of this process wait for each other here.
    const turn = queue.then(async () => {
      try {
        await begin(writer, options.busyTimeoutMs ?? 30_000)
        const result = await work(write)
        writer.exec('COMMIT')
        return result
      } catch (error) {
        if (writer.inTransaction) writer.exec('ROLLBACK')
        throw storeFailure(error)
      }
    })
    queue = turn.catch(() => undefined)
    return turn
  }
  const alone = <T>(work: (tx: Sql) => Promise<T>) => transaction(work)

  return {
    ...read,
    knex,
    run: (text, values) => alone((tx) => tx.run(text, values)),
    deleteEach: (table, where, keys, count) => alone((tx) => tx.deleteEach(table, where, keys, count)),
    insertNew: (table, columns, count) => alone((tx) => tx.insertNew(table, columns, count)),
    upsert: (table, columns, count, merge, onlyIf) =>
      alone((tx) => tx.upsert(table, columns, count, merge, onlyIf)),
    transaction,
    async view(work) {
      const connection = await connect()
      try {
        connection.pragma('query_only = 1')
        connection.exec('BEGIN')
        return await work(tellingFailures(sqlOn(connection, counter, segments)))
      } finally {
        connection.close()
      }
    },
    get statementCount() {
      return counter.count
    },
    async close() {
      await queue
      segments.close()
      reader.close()
      writer.close()
      await knex.destroy()
    },
  }
}

/** How often what was committed is moved into the file, in milliseconds. */
const CHECKPOINT_EVERY = 500

/** Moves what was committed from the log into the file from time to time, whoever committed it; nobody waits for it. */
export async function keepCheckpoints({ knex }: Engine): Promise<{ end(): void }> {
  const connection = await openFile(knex)
  const timer = setInterval(() => connection.pragma('wal_checkpoint(PASSIVE)'), CHECKPOINT_EVERY)
  timer.unref()
  return {
    end() {
      clearInterval(timer)
      connection.close()
    },
  }
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

function isBusy(error: unknown): boolean {
  return error instanceof SQLite.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

/** The same statements, whose failures are told as callers may see them where they are the store's own. */
function tellingFailures(sql: Sql): Sql {
  const told = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    answer.catch((error: unknown) => {
      throw storeFailure(error)
    })
  return traceStatements({
    ...sql,
    all: (text, values) => told(sql.all(text, values)),
    get: (text, values) => told(sql.get(text, values)),
    run: (text, values) => told(sql.run(text, values)),
    insertNew: (table, columns, count) => told(sql.insertNew(table, columns, count)),
    upsert: (table, columns, count, merge, onlyIf) => told(sql.upsert(table, columns, count, merge, onlyIf)),
    find: (table, by, keys, count, select) => told(sql.find(table, by, keys, count, select)),
    findEach: (types, keys, count, text) => told(sql.findEach(types, keys, count, text)),
    deleteEach: (table, where, keys, count) => told(sql.deleteEach(table, where, keys, count)),
  })
}

/** Prepares each text once. */
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
function sqlOn(connection: SQLite.Database, counter: StatementCounter, segments: Segments): Sql {
  const prepare = keepStatements((text) => connection.prepare(text))
  // Rows as arrays are the statement's own mode: a text that is asked for both ways needs two statements.
  const prepareRaw = keepStatements((text) => connection.prepare(text).raw(true))

  return {
    dialect: 'sqlite',
    segments,
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
      const names = Object.keys(columns)
      const fresh = new Uint8Array(count)
      const ahead = newWithoutAsking(prepare, table, columns, count)
      fresh.fill(1, 0, ahead)
      const insert = inGroups((rows) => prepare(insertText(table, names, rows)), ahead)
      eachGroup(names, columns, 0, ahead, (values, rows) => insert(rows).run(...values))
      const insertOne = prepare(`${insertText(table, names, 1)} ON CONFLICT DO NOTHING`)
      const note = (values: Value[], _: number, i: number) => {
        fresh[i] = insertOne.run(...values).changes
      }
      eachGroup(names, columns, ahead, count, note, 1)
      return fresh
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
      // `:name` may stand several times and in any order; each becomes a `?` of its own.
      const names: string[] = []
      const statement = prepare(
        text.replaceAll(/:(\w+)/g, (whole, name: string) => {
          if (!(name in types)) return whole
          names.push(name)
          return '?'
        }),
      )
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
    isIn: (expression, type) => anyOf('sqlite', expression, type),
    list: (values) => JSON.stringify(values),
  }
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

/** Rows that one statement takes: its call costs as much as several rows. */
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
    // What does not fill a group goes row by row, so that two texts serve every count.
    const rows = to - i >= size ? size : 1
    const values = rows === size ? group : single
    let next = 0
    for (let r = i; r < i + rows; r++) for (const column of list) values[next++] = column[r] ?? null
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

/** The statement of a whole group and that of one row; the first only where there are so many. */
function inGroups(
  statementOf: (rows: number) => SQLite.Statement,
  count: number,
): (rows: number) => SQLite.Statement {
  const one = statementOf(1)
  const group = count >= GROUP ? statementOf(GROUP) : one
  return (rows) => (rows === 1 ? one : group)
}

/** An INSERT of so many rows. */
function insertText(table: Table, names: readonly string[], rows: number): string {
  const row = `(${names.map(() => '?').join(', ')})`
  return `INSERT INTO ${insertColumns(table, names)} VALUES ${Array.from({ length: rows }, () => row).join(', ')}`
}
