import SQLite from 'better-sqlite3'
import type { Column, ColumnType, Database, Sql, Value } from './database.ts'
import { insertColumns, type StatementCounter, upsertClause } from './statements.ts'

/** How the file is opened. */
export interface SqliteOptions {
  path: string
  /** Page cache of the writing connection, in MiB. @default 64 */
  cacheMiB?: number
}

/** Opens a SQLite file in WAL mode: one connection that writes, one that reads what was committed. */
export function openSqlite(options: SqliteOptions): Database {
  const writer = connect(options.path)
  writer.pragma(`cache_size = ${-1024 * (options.cacheMiB ?? 64)}`)
  const reader = connect(options.path)
  reader.pragma('query_only = 1')
  const counter: StatementCounter = { count: 0 }
  const read = sqlOn(reader, counter)
  const write = sqlOn(writer, counter)
  let queue: Promise<unknown> = Promise.resolve()

  const transaction = async <T>(work: (tx: Sql) => Promise<T>): Promise<T> => {
    // One connection writes, so transactions of this process wait for each other here.
    const turn = queue.then(async () => {
      writer.exec('BEGIN IMMEDIATE')
      try {
        const result = await work(write)
        writer.exec('COMMIT')
        return result
      } catch (error) {
        if (writer.inTransaction) writer.exec('ROLLBACK')
        throw error
      }
    })
    queue = turn.catch(() => undefined)
    return turn
  }
  const alone = <T>(work: (tx: Sql) => Promise<T>) => transaction(work)

  return {
    ...read,
    run: (text, values) => alone((tx) => tx.run(text, values)),
    deleteEach: (table, where, keys, count) => alone((tx) => tx.deleteEach(table, where, keys, count)),
    insertNew: (table, columns, count) => alone((tx) => tx.insertNew(table, columns, count)),
    upsert: (table, columns, count, merge, onlyIf) =>
      alone((tx) => tx.upsert(table, columns, count, merge, onlyIf)),
    transaction,
    get statementCount() {
      return counter.count
    },
    async close() {
      await queue
      reader.close()
      writer.close()
    },
  }
}

function connect(path: string): SQLite.Database {
  const connection = new SQLite(path, { timeout: 30_000 })
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = NORMAL')
  return connection
}

/** The statements of one connection, each prepared once. */
function sqlOn(connection: SQLite.Database, counter: StatementCounter): Sql {
  const prepared = new Map<string, SQLite.Statement>()
  const prepare = (text: string): SQLite.Statement => {
    const known = prepared.get(text)
    if (known) return known
    const statement = connection.prepare(text)
    prepared.set(text, statement)
    return statement
  }

  return {
    dialect: 'sqlite',
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
      const statement = prepare(
        `INSERT INTO ${insertColumns(table, names)} VALUES (${marks(names.length)}) ON CONFLICT DO NOTHING`,
      )
      const fresh = new Uint8Array(count)
      eachRow(names, columns, count, (row, i) => {
        fresh[i] = statement.run(row).changes
      })
      return fresh
    },
    async upsert(table, columns, count, merge = {}, onlyIf) {
      counter.count++
      const names = Object.keys(columns)
      const statement = prepare(
        `INSERT INTO ${insertColumns(table, names)} VALUES (${marks(names.length)}) ` +
          upsertClause(table, names, merge, onlyIf),
      )
      eachRow(names, columns, count, (row) => statement.run(row))
    },
    async find(table, by, keys, count, select) {
      counter.count++
      const statement = prepare(
        `SELECT ${select.join(', ')} FROM ${table.name} WHERE ${by.map((name) => `${name} = ?`).join(' AND ')}`,
      ).raw(true)
      const found: (Value[] | undefined)[] = new Array(count)
      eachRow(by, keys, count, (row, i) => {
        found[i] = statement.get(row) as Value[] | undefined
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
        found[i] = statement.get(row) as Row | undefined
      })
      return found
    },
    async deleteEach(table, where, keys, count) {
      counter.count++
      const names = Object.keys(where)
      const statement = prepare(
        `DELETE FROM ${table.name} WHERE ${names.map((name) => `${name} ${where[name]} ?`).join(' AND ')}`,
      )
      eachRow(names, keys, count, (row) => statement.run(row))
    },
    isIn: (expression) => `${expression} IN (SELECT value FROM json_each(?))`,
    list: (values) => JSON.stringify(values),
  }
}

/** Calls `use` with each row's values. The array is used again: the statement has read it when `use` returns. */
function eachRow(
  names: readonly string[],
  columns: Record<string, Column>,
  count: number,
  use: (row: Value[], i: number) => void,
): void {
  const list = names.map((name) => columns[name] ?? missing(name))
  const row: Value[] = new Array(names.length)
  for (let i = 0; i < count; i++) {
    for (let c = 0; c < list.length; c++) row[c] = list[c]?.[i] ?? null
    use(row, i)
  }
}

function missing(name: string): never {
  throw new TypeError(`no column ${name} was given`)
}

function marks(count: number): string {
  return Array.from({ length: count }, () => '?').join(', ')
}
