import knexFactory, { type Knex } from 'knex'
import type { Sql } from './database.ts'
import {
  anyOf,
  type Camel,
  type Column,
  type ColumnsOf,
  type ColumnType,
  camel,
  type Table,
  type Value,
  type Written,
} from './table.ts'

/**
 * A statement that Knex's builder writes: once for each engine, at the first use, and then run like any other text. Its
 * values are named, so that nothing depends on the order in which the builder takes them.
 */
export interface Statement<Values, Row> {
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
  written(dialect: Sql['dialect']): StatementText
}

/** A text for {@link Sql}, and the names of the values that it takes, in order. */
export interface StatementText {
  text: string
  /** The same with `:name` for each value. */
  named: string
  names: readonly string[]
}

/** A value; a list takes the place of one value, in {@link Filtered.whereAnyOf}. */
type GivenValue = Value | readonly (number | string)[]
/** Nothing, where a statement takes no values. */
type Given<Values> = keyof Values extends never ? [] : [values: Values]

/**
 * Defines a statement by Knex's builder.
 * @param build called once for each engine, with a placeholder for each value: it may only pass them to the builder,
 * never inspect them. Other values become part of the text.
 */
export function statement<Row, Values extends { [name in keyof Values]: GivenValue } = Record<never, never>>(
  build: (from: From, given: Values) => Query<Row>,
): Statement<Values, Row> {
  const texts = new Map<Sql['dialect'], StatementText>()
  const written = (dialect: Sql['dialect']) => {
    const known = texts.get(dialect)
    if (known !== undefined) return known
    const fresh = write(dialect, build as (from: From, given: never) => Query<Row>)
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
 * Statements of one kind in several shapes, each written at its first use.
 * @param build see {@link statement}; it is called for each `shape`; shapes are few
 */
export function statementBy<
  Shape,
  Row,
  Values extends { [name in keyof Values]: GivenValue } = Record<never, never>,
>(build: (from: From, shape: Shape, given: Values) => Query<Row>): (shape: Shape) => Statement<Values, Row> {
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

/** Takes a value's place while a statement is written. */
class Placeholder {
  readonly name: string
  /** `limit` and `offset` accept only integers: this one, which nothing else uses. */
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

function write(dialect: Sql['dialect'], build: (from: From, given: never) => Query<unknown>): StatementText {
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
    (table: Table | Record<string, string>) =>
      isTable(table) ? named(knex(table.name), table) : named(knex(table)),
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

/** Names the columns of the rows that a statement finds as the code names them. */
function named(builder: Knex.QueryBuilder, table?: Table): Knex.QueryBuilder {
  const called = (column: unknown): unknown => {
    if (typeof column !== 'string' || column.includes(' as ')) return column
    if (column === '*' && table !== undefined) return Object.keys(table.columns).map(called)
    const name = camel(column.slice(column.lastIndexOf('.') + 1))
    return column.endsWith(name) ? column : `${column} as ${name}`
  }
  const { select, distinct, returning } = builder
  return Object.assign(builder, {
    select: (...columns: unknown[]) => select.call(builder, columns.flatMap(called) as string[]),
    distinct: (...columns: unknown[]) => distinct.call(builder, columns.flatMap(called) as string[]),
    returning: (columns: unknown[]) => returning.call(builder, columns.flatMap(called) as string[]),
  })
}

function isTable(table: Table | Record<string, string>): table is Table {
  return typeof table.columns === 'object'
}

/** Text that is not ours: characters that one engine or the other interprets, and a placeholder's number. */
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
  <T extends Table>(table: T): Built<unknown, ColumnsOf<T>>
  /** A statement about a table by another name: see {@link as}. */
  <S>(table: Aliased<S>): Built<unknown, S>
  readonly dialect: Sql['dialect']
  /** SQL that the builder has no word for, with `?` for values and `??` for names. `Row`: the columns that it names. */
  raw<Row = unknown>(text: string, values?: readonly (GivenValue | Query<unknown>)[]): Raw<Row>
}

/** A table that is called by another name, with its columns as `name.column`. */
export interface Aliased<S> {
  readonly [scope]?: S
}
declare const scope: unique symbol

/** Columns as those of a table that is called by a name. */
export type Prefixed<S, Name extends string> = {
  [column in keyof S & string as `${Name}.${column}`]: S[column]
}
type Nullable<S> = { [column in keyof S]: S[column] | null }

/** Calls a table by another name. */
export function as<T extends Table, Name extends string>(
  table: T,
  name: Name,
): Aliased<Prefixed<ColumnsOf<T>, Name>> {
  return { [name]: table.name }
}

/** All columns of a table that is called by another name, as a selection. */
export function allOf<T extends Table, Name extends string>(
  table: T,
  name: Name,
): `${Name}.${keyof T['columns'] & string}`[] {
  return Object.keys(table.columns).map(
    (column) => `${name}.${column as keyof T['columns'] & string}` as const,
  )
}

/** Columns under their own names, for rows that are read beside those of sealed files. */
export function asStored<Column extends string>(columns: readonly Column[]): `${Column} as ${Column}`[] {
  return columns.map((column) => `${column} as ${column}` as const)
}

/** Selects a column that may be null in the table and never is in the rows that the statement finds. */
export function known<Text extends string>(column: Text): Known<Text> {
  return column as Known<Text>
}
type Known<Text extends string> = Text & { readonly [notNull]: true }
declare const notNull: unique symbol

/** SQL by hand within a statement. */
export interface Raw<Row = unknown> {
  readonly [raw]: Row
}
declare const raw: unique symbol

type Operator = '=' | '<>' | '<' | '<=' | '>' | '>=' | 'like'
type Operand = Value | Raw | Query<unknown>
type Direction = 'asc' | 'desc'
type Name<S> = keyof S & string
type Selected<S> = Name<S> | '*' | `${Name<S>} as ${string}` | Raw

type Last<C extends string> = C extends `${string}.${infer Column}` ? Column : C
/** The columns that one text selects, by what the row calls them. */
type Picked<S, Text> = Text extends '*'
  ? { [column in Name<S> as Camel<column>]: S[column] }
  : Text extends `${infer Column} as ${infer Called}`
    ? { [called in Called]: Column extends keyof S ? S[Column] : never }
    : Text extends Name<S>
      ? { [called in Camel<Last<Text>>]: S[Text] }
      : unknown
type Piece<S, Item> =
  Item extends Known<infer Text>
    ? Picked<{ [column in keyof S]: NonNullable<S[column]> }, Text>
    : Item extends string
      ? Picked<S, Item>
      : Item extends Raw<infer Row>
        ? Row
        : unknown
type All<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer Both) => void
  ? Both
  : never
type Flat<Row> = { [name in keyof Row]: Row[name] }
/** The row that some selected columns make. */
type Rows<S, Items extends readonly unknown[]> = Flat<All<Piece<S, Items[number]>>>

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
  whereIn(column: C, values: Query<unknown> | readonly (number | string)[]): Self
  orWhereIn(column: C, values: Query<unknown> | readonly (number | string)[]): Self
  whereNotIn(column: C, values: Query<unknown> | readonly (number | string)[]): Self
  whereExists(rows: Query<unknown>): Self
  whereNotExists(rows: Query<unknown>): Self
}

/** Conditions in brackets. */
export interface Condition<C extends string> extends Filtered<C, Condition<C>> {}

/** Conditions of a join: columns that are the same. */
export interface On<C extends string> {
  on(column: C, other: C): On<C>
  onVal(column: C, value: Value): On<C>
  onNotNull(column: C): On<C>
}

/** The values of a row that is written: each of its column's type, or SQL. */
type NewValues<S> = { readonly [column in keyof S]?: Written<S[column]> | Raw | Query<unknown> }

/** A statement that is said, which finds rows `Row`. */
export interface Query<Row> {
  readonly [found]?: Row
}
declare const found: unique symbol

/** A statement about the columns of `S`, which finds rows `Row`. */
export interface Built<Row, S> extends Query<Row>, Filtered<Name<S>, Built<Row, S>> {
  /** The columns that are found. A row calls `trader_id` traderId, or as the text says: `trader_id as trader`. */
  select<const Items extends readonly Selected<S>[]>(...columns: Items): Built<Row & Rows<S, Items>, S>
  distinct<const Items extends readonly Selected<S>[]>(...columns: Items): Built<Row & Rows<S, Items>, S>
  count<Called extends string>(rows: `* as ${Called}`): Built<Row & { [called in Called]: number }, S>
  max<Called extends string>(
    column: `${Name<S>} as ${Called}`,
  ): Built<Row & { [called in Called]: number | null }, S>
  min<Called extends string>(
    column: `${Name<S>} as ${Called}`,
  ): Built<Row & { [called in Called]: number | null }, S>
  join<D>(table: Aliased<D>, column: Name<S> | Name<D>, other: Name<S> | Name<D>): Built<Row, S & D>
  join<D>(table: Aliased<D>, on: (same: On<Name<S> | Name<D>>) => unknown): Built<Row, S & D>
  leftJoin<D>(
    table: Aliased<D>,
    column: Name<S> | Name<D>,
    other: Name<S> | Name<D>,
  ): Built<Row, S & Nullable<D>>
  leftJoin<D>(table: Aliased<D>, on: (same: On<Name<S> | Name<D>>) => unknown): Built<Row, S & Nullable<D>>
  groupBy(...columns: readonly (Name<S> | Raw)[]): Built<Row, S>
  orderBy(column: Name<S> | Raw, direction?: Direction, nulls?: 'first' | 'last'): Built<Row, S>
  limit(rows: number): Built<Row, S>
  offset(rows: number): Built<Row, S>
  union(rows: Query<unknown>): Built<Row, S>
  unionAll(rows: Query<unknown>): Built<Row, S>
  /** Holds the rows until the transaction ends; on SQLite, where one transaction writes at a time, nothing. */
  forUpdate(): Built<Row, S>
  /** The rows as a table of this name. */
  as<Called extends string>(name: Called): Aliased<Prefixed<Row, Called>>
  /** Skips rows that another transaction has locked. PostgreSQL only. */
  skipLocked(): Built<Row, S>
  insert(row: NewValues<S>): Built<Row, S>
  onConflict(columns?: Name<S> | readonly Name<S>[]): {
    ignore(): Built<Row, S>
    merge(columns?: readonly Name<S>[] | NewValues<S>): Built<Row, S>
  }
  update(values: NewValues<S>): Built<Row, S>
  delete(): Built<Row, S>
  /** The columns that are found of the rows that were written: see {@link select}. */
  returning<const Items extends readonly Name<S>[]>(columns: Items): Built<Rows<S, Items>, S>
}
