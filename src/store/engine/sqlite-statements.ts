import type SQLite from 'better-sqlite3'
import { defined } from '../../checks.ts'
import type { Sql, StatementCounter } from './database.ts'
import type { DuckDb } from './duckdb.ts'
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
export function sqlOn(connection: SQLite.Database, counter: StatementCounter, duckdb: DuckDb): Sql {
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
