import pg from 'pg'
import { type PoolOptions, postgresKnex } from './create-knex.ts'
import type { Engine, Sql, StatementCounter } from './database.ts'
import { type DataOptions, type DuckDb, openDuckDb } from './duckdb.ts'
import { createMonthPartitions, type MonthPartitions } from './month-partitions.ts'
import { copyRows, createPlanner, isOldPlan } from './postgres-statements.ts'
import { isUnavailable, storeFailure } from './store-failures.ts'
import {
  ARRAY_TYPES,
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

export interface PostgresOptions extends PoolOptions {
  /** Where sealed events are, for every machine. @default the folder `pequod-data` */
  data?: DataOptions | undefined
}

/** Opens a pool of connections to PostgreSQL. */
export function openPostgres(options: PostgresOptions): Engine {
  const knex = postgresKnex(options)
  const counter: StatementCounter = { count: 0 }
  const months = createMonthPartitions()
  const planner = createPlanner()
  const duckdb = openDuckDb({ folder: 'pequod-data', ...options.data })

  const on = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
    const client: pg.Client = await knex.client.acquireConnection().catch(throwFailure)
    try {
      await planner.meet(client).catch((error) => {
        retire(client, error)
        throw error
      })
      return await work(client)
    } finally {
      await knex.client.releaseConnection(client)
    }
  }
  const send: Ask = (text, values) =>
    on(async (client) => {
      try {
        return await planner.query(client, text, values)
      } catch (error) {
        if (!isAnswer(error) || isOldPlan(error)) retire(client, error)
        throw error
      }
    })
  const ask: Ask = (text, values) =>
    send(text, values).catch((error) => (isOldPlan(error) ? send(text, values) : Promise.reject(error)))
  const within = <T>(begin: string, work: (tx: Sql) => Promise<T>): Promise<T> =>
    on(async (client) => {
      try {
        await client.query(begin)
        const askHere: Ask = (text, values) => planner.query(client, text, values)
        const result = await work(sqlOn(askHere, { counter, months, duckdb, copyTo: client }))
        await client.query('COMMIT')
        return result
      } catch (error) {
        months.forget()
        await client.query('ROLLBACK').catch((broken) => retire(client, broken))
        if (isOldPlan(error)) retire(client, error)
        return throwFailure(error)
      }
    })

  return {
    ...sqlOn(ask, { counter, months, duckdb }),
    knex,
    transaction: (work) => within('BEGIN', work),
    view: (work) => within('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', work),
    get statementCount() {
      return counter.count
    },
    async close() {
      duckdb.close()
      await knex.destroy()
    },
  }
}

/** Whether a failure is the server's answer to a statement, which leaves its connection usable. */
function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !isUnavailable(error)
}

/** Ends a connection that may still wait for an answer; the pool, which knows it by this mark, makes another. */
function retire(client: pg.Client & { __knex__disposed?: unknown }, reason: unknown): void {
  client.__knex__disposed = reason
  client.end().catch(ignored)
}

/** Sends a statement over some connection. */
type Ask = (text: string, values: unknown[]) => Promise<pg.QueryResult>

interface Connection {
  counter: StatementCounter
  months: MonthPartitions
  duckdb: DuckDb
  /** The connection of a transaction, which rows can be copied to. */
  copyTo?: pg.Client | undefined
}

/** Runs a statement with a `?` for each value. */
type Query = (text: string, values: readonly unknown[]) => Promise<pg.QueryResult>

function sqlOn(ask: Ask, { counter, months, duckdb, copyTo }: Connection): Sql {
  const query: Query = async (text, values) => {
    counter.count++
    return ask(numbered(text), [...values]).catch(throwFailure)
  }
  return traceStatements({
    dialect: 'postgres',
    duckdb,
    async all<Row>(text: string, values: readonly Value[] = []) {
      return (await query(text, values)).rows as Row[]
    },
    async get<Row>(text: string, values: readonly Value[] = []) {
      return (await query(text, values)).rows[0] as Row | undefined
    },
    async run(text, values = []) {
      return (await query(text, values)).rowCount ?? 0
    },
    insertNew: (table, columns, count) =>
      insertNew(query, { counter, months, copyTo }, { table, columns, count }),
    async upsert(table, columns, count, merge = {}, onlyIf) {
      if (count === 0) return
      const names = Object.keys(columns)
      await query(
        `INSERT INTO ${insertColumns(table, names)} SELECT * FROM ${unnest(table, names)} ` +
          upsertClause(table, names, merge, onlyIf),
        arrays(names, columns, 0, count),
      )
    },
    async find(table, by, keys, count, select) {
      const found: (Value[] | undefined)[] = new Array(count)
      if (count === 0) return found
      const { rows } = await query(
        `SELECT k.n, ${select.map((name) => `t.${name}`).join(', ')} FROM unnest(${by
          .map((name) => `?::${arrayType(table, name)}`)
          .join(', ')}) WITH ORDINALITY AS k (${by.join(', ')}, n) ` +
          `JOIN ${table.name} t ON ${by.map((name) => `t.${name} = k.${name}`).join(' AND ')}`,
        arrays(by, keys, 0, count),
      )
      for (const row of rows as Record<string, Value>[]) {
        found[Number(row.n) - 1] = select.map((name) => row[name] ?? null)
      }
      return found
    },
    async findEach<Row>(
      types: Record<string, ColumnType>,
      keys: Record<string, Column>,
      count: number,
      text: string,
    ): Promise<(Row | undefined)[]> {
      const found: (Row | undefined)[] = new Array(count)
      if (count === 0) return found
      const { rows } = await query(eachKeyText(types, text), arrays(Object.keys(types), keys, 0, count))
      for (const { each_n, ...row } of rows as (Row & { each_n: number })[])
        found[each_n - 1] = row as unknown as Row
      return found
    },
    async deleteEach(table, where, keys, count) {
      if (count === 0) return
      const names = Object.keys(where)
      await query(
        `DELETE FROM ${table.name} t USING ${unnest(table, names)} AS k (${names.join(', ')}) ` +
          `WHERE ${names.map((name) => `t.${name} ${where[name]} k.${name}`).join(' AND ')}`,
        arrays(names, keys, 0, count),
      )
    },
    async updateEach(table, set, where, keys, count, onlyIf) {
      if (count === 0) return
      const names = Object.keys(where)
      await query(
        `UPDATE ${table.name} t SET ${Object.keys(set).map((name) => `${name} = ?`)} ` +
          `FROM ${unnest(table, names)} AS k (${names.map((name) => `k_${name}`).join(', ')}) ` +
          `WHERE ${names.map((name) => `t.${name} ${where[name]} k.k_${name}`).join(' AND ')} AND ${onlyIf}`,
        [...Object.values(set), ...arrays(names, keys, 0, count)],
      )
    },
    isIn: (expression, type) => anyOf('postgres', expression, type),
    // pg sends a JavaScript array as a PostgreSQL array; Value has no word for it, and only isIn reads it.
    list: (values) => values as unknown as Value,
  })
}

interface NewRows {
  table: Table
  columns: Record<string, Column>
  count: number
}

async function insertNew(
  query: Query,
  { months, ...copying }: Pick<Connection, 'counter' | 'months' | 'copyTo'>,
  rows: NewRows,
): Promise<Uint8Array> {
  const { table, columns, count } = rows
  const fresh = new Uint8Array(count)
  if (count === 0) return fresh
  await months.ensure(async (text, values) => (await query(text, values)).rows, table, columns, count)
  const ahead = await copyAhead(query, copying, rows)
  fresh.fill(1, 0, ahead)
  if (ahead === count) return fresh
  const names = Object.keys(columns)
  const answer = await query(
    `INSERT INTO ${insertColumns(table, names)} ${newRows(table, names)} ` +
      `ON CONFLICT DO NOTHING RETURNING ${table.key.join(', ')}`,
    arrays(names, columns, ahead, count),
  )
  const inserted = new Set(
    answer.rows.map((row: Record<string, Value>) => keyText(table.key.map((name) => row[name] ?? null))),
  )
  for (let i = ahead; i < count; i++) {
    const key = keyText(table.key.map((name) => columns[name]?.[i] ?? null))
    // delete: a key given twice is new once, as it is row by row.
    fresh[i] = inserted.delete(key) ? 1 : 0
  }
  return fresh
}

/** Copies those of the first rows that are new without asking; answers how many they were. */
async function copyAhead(
  query: Query,
  { counter, copyTo }: Pick<Connection, 'counter' | 'copyTo'>,
  { table, columns, count }: NewRows,
): Promise<number> {
  const key = soleIntegerKey(table)
  const keys = key === null ? undefined : columns[key]
  if (copyTo === undefined || keys === undefined) return 0
  const { rows } = await query(`SELECT MAX(${key}) AS last FROM ${table.name}`, [])
  const ahead = rowsAhead(keys, count, (rows[0] as { last: number | null }).last)
  counter.count++
  if (ahead > 0) await copyRows(copyTo, table, columns, ahead)
  return ahead
}

/** The text of {@link Sql.findEach}, which takes a list of each of the keys' columns. */
function eachKeyText(types: Record<string, ColumnType>, text: string): string {
  const names = Object.keys(types)
  const each = text.replaceAll(/(?<!:):(\w+)/g, (whole, name: string) =>
    name in types ? `k.${name}` : whole,
  )
  const lists = names.map((name) => `?::${ARRAY_TYPES[types[name] ?? 'int']}`).join(', ')
  return (
    `SELECT k.n AS each_n, r.* FROM unnest(${lists}) WITH ORDINALITY AS k (${names.join(', ')}, n) ` +
    `CROSS JOIN LATERAL (${each}) r`
  )
}

/** A failure reaches the caller that waits for the connection. */
function ignored(): void {}

function throwFailure(error: unknown): never {
  throw storeFailure(error)
}

/** `?` becomes `$1`, `$2` … Our statements hold no other question mark. */
function numbered(text: string): string {
  let n = 0
  return text.replaceAll('?', () => `$${++n}`)
}

function arrayType(table: Table, name: string): string {
  const type = table.columns[name]
  if (type === undefined) throw new TypeError(`${table.name} has no column ${name}`)
  return ARRAY_TYPES[type]
}

function unnest(table: Table, names: readonly string[]): string {
  return `unnest(${names.map((name) => `?::${arrayType(table, name)}`).join(', ')})`
}

/**
 * The rows to insert. A table partitioned by months has the moment in its unique key, so the first row of each key is
 * selected here, and a key that exists at another moment is skipped.
 */
function newRows(table: Table, names: readonly string[]): string {
  const given = `SELECT * FROM ${unnest(table, names)}`
  if (table.months === undefined) return given
  const key = table.key.join(', ')
  const same = table.key.map((name) => `t.${name} = n.${name}`).join(' AND ')
  return (
    `SELECT ${names.join(', ')} FROM (SELECT DISTINCT ON (${key}) * FROM ${unnest(table, names)} WITH ORDINALITY ` +
    `AS r (${names.join(', ')}, n) ORDER BY ${key}, n) n ` +
    `WHERE NOT EXISTS (SELECT 1 FROM ${table.name} t WHERE ${same})`
  )
}

function arrays(
  names: readonly string[],
  columns: Record<string, Column>,
  from: number,
  to: number,
): Value[][] {
  return names.map((name) => Array.from({ length: to - from }, (_, i) => columns[name]?.[from + i] ?? null))
}

function keyText(values: readonly Value[]): string {
  return values
    .map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : String(value)))
    .join(' ')
}
