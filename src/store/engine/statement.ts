import knexFactory, { type Knex } from 'knex'
import type { Sql } from './database.ts'
import { anyOf } from './statements.ts'
import type { Column, ColumnType, Table, Value } from './table-types.ts'

/**
 * A statement that Knex's builder writes: once for each engine, at the first use, and prepared from then on as any other
 * text. What it is run with are named values, so that nothing depends on the order in which the builder takes them.
 */
export interface Statement<Values, Row> {
  /** The rows that it finds. */
  all(sql: Sql, ...values: Given<Values>): Promise<Row[]>
  /** The first row that it finds, or undefined. */
  get(sql: Sql, ...values: Given<Values>): Promise<Row | undefined>
  /** Runs it; answers how many rows it changed. */
  run(sql: Sql, ...values: Given<Values>): Promise<number>
  /** For each of `count` keys, the row that it finds first, or undefined: see {@link Sql.findEach}. */
  each(
    sql: Sql,
    types: { readonly [name in keyof Values]: ColumnType },
    keys: { readonly [name in keyof Values]: Column },
    count: number,
  ): Promise<(Row | undefined)[]>
  /** Its text for an engine, with `?` for the values, and their names in this order. */
  written(dialect: Sql['dialect']): Written
}

/** A text for {@link Sql}, and the names of the values that it takes, in order. */
export interface Written {
  text: string
  /** The same with `:name` for each value. */
  named: string
  names: readonly string[]
}

/** What a value may be: a list takes the place of one value, in {@link Filtered.whereAnyOf}. */
type GivenValue = Value | readonly (number | string)[]
/** Nothing, where a statement takes no values. */
type Given<Values> = keyof Values extends never ? [] : [values: Values]

/**
 * Says a statement by Knex's builder.
 * @param build called once for each engine, with a stand-in for each value: it may pass them to the builder, and look at
 *   them in no other way. Other values become part of the text.
 */
export function statement<Row, Values extends { [name in keyof Values]: GivenValue } = Record<never, never>>(
  build: (from: From, given: Values) => Built<Row>,
): Statement<Values, Row> {
  const texts = new Map<Sql['dialect'], Written>()
  const written = (dialect: Sql['dialect']) => {
    const known = texts.get(dialect)
    if (known !== undefined) return known
    const fresh = write(dialect, build as (from: From, given: never) => Built<Row>)
    texts.set(dialect, fresh)
    return fresh
  }
  const inOrder = (sql: Sql, names: readonly string[], [values]: readonly object[]) => {
    const list: Value[] = []
    for (const name of names) {
      const value = (values as Record<string, GivenValue>)[name]
      if (value === undefined) throw new TypeError(`the statement was not given ${name}`)
      list.push(isList(value) ? sql.list(value) : value)
    }
    return list
  }
  return {
    written,
    each: (sql, types, keys, count) => sql.findEach<Row>(types, keys, count, written(sql.dialect).named),
    all(sql, ...values) {
      const { text, names } = written(sql.dialect)
      return sql.all<Row>(text, inOrder(sql, names, values))
    },
    get(sql, ...values) {
      const { text, names } = written(sql.dialect)
      return sql.get<Row>(text, inOrder(sql, names, values))
    },
    run(sql, ...values) {
      const { text, names } = written(sql.dialect)
      return sql.run(text, inOrder(sql, names, values))
    },
  }
}

/**
 * Statements of one kind that differ by what is asked for, each written at its first use.
 * @param build see {@link statement}; it is called for each `shape`, of which there are few
 */
export function statementBy<
  Shape,
  Row,
  Values extends { [name in keyof Values]: GivenValue } = Record<never, never>,
>(build: (from: From, shape: Shape, given: Values) => Built<Row>): (shape: Shape) => Statement<Values, Row> {
  const known = new Map<string, Statement<Values, Row>>()
  return (shape) => {
    const key = JSON.stringify(shape)
    const one = known.get(key) ?? statement((from, given: Values) => build(from, shape, given))
    known.set(key, one)
    return one
  }
}

function isList(value: GivenValue): value is readonly (number | string)[] {
  return Array.isArray(value)
}

/** Stands for a value while a statement is written. */
class Placeholder {
  readonly name: string
  /** `limit` and `offset` take nothing but what reads as an integer: this one, which nobody else says. */
  readonly number: number
  constructor(name: string, number: number) {
    this.name = name
    this.number = number
  }
  [Symbol.toPrimitive](hint: string): string {
    if (hint === 'string') return String(this.number)
    throw new TypeError(`${this.name} is not known while the statement is written`)
  }
}

const FIRST_NUMBER = 4_503_599_627_370_496

const builders: Partial<Record<Sql['dialect'], Knex>> = {}

/** A builder without connections. */
function builderOf(dialect: Sql['dialect']): Knex {
  builders[dialect] ??=
    dialect === 'sqlite'
      ? knexFactory({ client: 'better-sqlite3', useNullAsDefault: true })
      : knexFactory({ client: 'pg' })
  return builders[dialect]
}

knexFactory.QueryBuilder.extend('whereAnyOf', function (column: string, type: ColumnType, list: Knex.Value) {
  const dialect = this.client.dialect === 'postgresql' ? 'postgres' : 'sqlite'
  return this.whereRaw(anyOf(dialect, '??', type), [column, list])
})

function write(dialect: Sql['dialect'], build: (from: From, given: never) => Built<unknown>): Written {
  const knex = builderOf(dialect)
  const standIns: Placeholder[] = []
  const given = new Proxy(
    {},
    {
      get(_, name) {
        const placeholder = new Placeholder(String(name), FIRST_NUMBER + standIns.length)
        standIns.push(placeholder)
        return placeholder
      },
      ownKeys() {
        throw new TypeError('name the values one by one')
      },
    },
  )
  const from = Object.assign(
    (table: Table | Record<string, string>) => knex(isTable(table) ? table.name : table),
    {
      dialect,
      raw: (text: string, values: readonly Knex.Value[] = []) => knex.raw(text, values),
    },
  )
  const built = build(from as unknown as From, given as never) as unknown as Knex.QueryBuilder
  const { sql, bindings } = built.toSQL()
  const names: string[] = []
  let next = 0
  const text = sql.replaceAll('?', () => {
    const value: unknown = bindings[next++]
    const standIn = value instanceof Placeholder ? value : standIns.find(({ number }) => number === value)
    if (standIn === undefined) return literal(value)
    names.push(standIn.name)
    return '?'
  })
  let nth = 0
  return { text, names, named: text.replaceAll('?', () => `:${names[nth++]}`) }
}

function isTable(table: Table | Record<string, string>): table is Table {
  return typeof table.columns === 'object'
}

/** What is no text of ours: signs that one engine or the other reads, and a number that stands in for a value. */
const UNSAFE = new RegExp(`[?\\\\\0]|${String(FIRST_NUMBER).slice(0, -3)}\\d{3}`)

/** A value that is the same for ever, as SQL. */
function literal(value: unknown): string {
  if (value === null) return 'NULL'
  if (Number.isSafeInteger(value)) return String(value)
  if (typeof value === 'string' && !UNSAFE.test(value)) return `'${value.replaceAll("'", "''")}'`
  throw new TypeError(`${String(value)} cannot be part of a statement: pass it as a value`)
}

/** The builder's words that our statements use, as Knex has them, for columns that are there. */
export interface From {
  /** A statement about a table, whose columns are called by their own names. */
  <T extends Table>(table: T): Built<unknown, ColumnOf<T>>
  /** A statement about a table by another name: see {@link as}. */
  <C extends string>(table: Aliased<C>): Built<unknown, C>
  readonly dialect: Sql['dialect']
  /** SQL that the builder has no word for, with `?` for values and `??` for names. */
  raw(text: string, values?: readonly (GivenValue | Built<unknown, never>)[]): Raw
}

type ColumnOf<T extends Table> = keyof T['columns'] & string

/** A table that is called by another name, with its columns as `name.column`. */
export interface Aliased<C extends string> {
  readonly [columns]?: C
}
declare const columns: unique symbol

/** Calls a table by another name. */
export function as<T extends Table, Name extends string>(
  table: T,
  name: Name,
): Aliased<`${Name}.${ColumnOf<T>}`> {
  return { [name]: table.name }
}

/** SQL by hand within a statement. */
export interface Raw {
  readonly [raw]: true
}
declare const raw: unique symbol

type Operator = '=' | '<>' | '<' | '<=' | '>' | '>=' | 'like'
type Operand = Value | Raw | Built<unknown, never>
type Direction = 'asc' | 'desc'
type Selected<C extends string> = C | '*' | `${Name<C>}.*` | `${C} as ${string}` | Raw | Aliased<string>
/** What a column's table is called by. */
type Name<C extends string> = C extends `${infer Table}.${string}` ? Table : never

/** What conditions are said by. */
export interface Filtered<C extends string, Self> {
  where(column: C, value: Operand): Self
  where(column: C, operator: Operator, value: Operand): Self
  where(condition: Raw | ((group: Condition<C>) => unknown)): Self
  orWhere(column: C, value: Operand): Self
  orWhere(column: C, operator: Operator, value: Operand): Self
  orWhere(condition: Raw | ((group: Condition<C>) => unknown)): Self
  whereNot(condition: Raw | ((group: Condition<C>) => unknown)): Self
  whereNull(column: C): Self
  orWhereNull(column: C): Self
  whereNotNull(column: C): Self
  orWhereNotNull(column: C): Self
  /** True where the column is one of a list, which is given as one value. */
  whereAnyOf(column: C, type: ColumnType, list: readonly (number | string)[]): Self
  /** The second may be a column of the statement around this one. */
  whereColumn(column: C, other: string): Self
  whereColumn(column: C, operator: Operator, other: string): Self
  whereBetween(column: C, range: readonly [Value, Value]): Self
  whereIn(column: C, values: Built<unknown, never> | readonly (number | string)[]): Self
  orWhereIn(column: C, values: Built<unknown, never> | readonly (number | string)[]): Self
  whereNotIn(column: C, values: Built<unknown, never> | readonly (number | string)[]): Self
  whereExists(rows: Built<unknown, never>): Self
  whereNotExists(rows: Built<unknown, never>): Self
}

/** Conditions in brackets. */
export interface Condition<C extends string> extends Filtered<C, Condition<C>> {}

/** Conditions of a join: columns that are the same. */
export interface On<C extends string> {
  on(column: C, other: C): On<C>
  onVal(column: C, value: Value): On<C>
  onNotNull(column: C): On<C>
}

/** A statement about columns `C`, which finds rows `Row`. */
export interface Built<Row, C extends string = never> extends Filtered<C, Built<Row, C>> {
  /** What is found; `Row` says how it looks, which nobody checks. */
  select<Row>(...columns: readonly Selected<C>[]): Built<Row, C>
  distinct<Row>(...columns: readonly Selected<C>[]): Built<Row, C>
  join<D extends string>(table: Aliased<D>, column: C | D, other: C | D): Built<Row, C | D>
  join<D extends string>(table: Aliased<D>, on: (same: On<C | D>) => unknown): Built<Row, C | D>
  leftJoin<D extends string>(table: Aliased<D>, column: C | D, other: C | D): Built<Row, C | D>
  leftJoin<D extends string>(table: Aliased<D>, on: (same: On<C | D>) => unknown): Built<Row, C | D>
  groupBy(...columns: readonly (C | Raw)[]): Built<Row, C>
  orderBy(column: C | Raw, direction?: Direction, nulls?: 'first' | 'last'): Built<Row, C>
  limit(rows: number): Built<Row, C>
  offset(rows: number): Built<Row, C>
  union(rows: Built<unknown, never>): Built<Row, C>
  unionAll(rows: Built<unknown, never>): Built<Row, C>
  /** Holds the rows until the transaction ends; on SQLite, where one transaction writes at a time, nothing. */
  forUpdate(): Built<Row, C>
  /** The rows as a table of this name, or as a column where there is one. */
  as<Found extends string = string>(name: string): Aliased<Found>
  /** Passes over rows that another transaction holds. PostgreSQL's alone. */
  skipLocked(): Built<Row, C>
  insert(row: { readonly [column in C]?: Operand }): Built<Row, C>
  onConflict(columns?: C | readonly C[]): {
    ignore(): Built<Row, C>
    merge(columns?: readonly C[] | { readonly [column in C]?: Operand }): Built<Row, C>
  }
  update(values: { readonly [column in C]?: Operand }): Built<Row, C>
  delete(): Built<Row, C>
  /** What is found of the rows that were written. */
  returning<Row>(columns: readonly C[] | '*'): Built<Row, C>
}
