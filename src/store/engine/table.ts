import type { Knex } from 'knex'

/** A value that a statement takes or a row holds. */
export type Value = number | string | bigint | Uint8Array | null
/** Values of one column, row by row. */
export type Column = ArrayLike<Value>

/** How a column is stored: `int` is 64 bits wide on both engines. */
export type ColumnType = 'int' | 'text' | 'blob' | 'float'

declare const held: unique symbol
/** A column whose values are a narrower type than its storage: `text<Address>()`. */
type Narrowed<Stored extends ColumnType, Value> = Stored & { readonly [held]?: Value }

/** A text column that holds only `Value`. */
export function text<Value extends string>(): Narrowed<'text', Value> {
  return 'text'
}

type Held<Stored> = Stored extends { readonly [held]?: infer Value }
  ? unknown extends Value
    ? Plain<Stored>
    : Exclude<Value, undefined>
  : Plain<Stored>
type Plain<Stored> = Stored extends 'int' | 'float' ? number : Stored extends 'blob' ? Buffer : string

/** The columns that always hold a value. */
type Always<T extends Table> = T['notNull'] extends 'all'
  ? keyof T['columns']
  : T['key'][number] | (T['notNull'] extends readonly (infer Name)[] ? Name : never)

/** A table's columns by their own names, and what each holds. */
export type ColumnsOf<T extends Table> = {
  [name in keyof T['columns'] & string]: Held<T['columns'][name]> | (name extends Always<T> ? never : null)
}

/** The type to write where a row holds `V`: any bytes, which are read as a Buffer. */
export type Written<V> = V extends Buffer ? Uint8Array : V

/** A column's name as the code writes it: `trader_id` is `traderId`. */
export type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name

/** A row of a table, with its columns named as the code names them. */
export type RowOf<T extends Table> = {
  [name in keyof ColumnsOf<T> as Camel<name>]: ColumnsOf<T>[name]
}

/** See {@link Camel}. */
export function camel(name: string): string {
  return name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** A table: what creates it, and what statements need to know of it. */
export interface Table {
  name: string
  /** The columns of the primary key, in order. */
  key: readonly string[]
  columns: Readonly<Record<string, ColumnType>>
  /** Columns besides the key that always hold a value. @default none */
  notNull?: readonly string[] | 'all'
  /** Sets of columns that are unique together. @default none */
  unique?: readonly (readonly string[])[]
  /** Sets of columns with an index, named `{table}_by_{columns}`. @default none */
  indexes?: readonly (readonly string[])[]
  /** Indexes over some rows or over expressions, by name: columns and condition. @default none */
  partialIndexes?: Readonly<Record<string, string>>
  /**
   * Keep the rows in the order of the key (SQLite's WITHOUT ROWID), for tables that are read in ranges of it.
   * PostgreSQL has no such thing and ignores it. @default false
   */
  clustered?: boolean
  /**
   * Rows get numbers as ids. SQLite numbers an integer key by itself; PostgreSQL needs an identity column. @default
   * false
   */
  numbered?: boolean
  /** The column of seconds whose UTC month partitions the table on PostgreSQL. @default one table */
  months?: string
  /** The column whose hash partitions the table on PostgreSQL, and the number of partitions. @default one table */
  parts?: { by: string; count: number }
}

/** How an upsert treats a row that is there: `replace` the column's value, `add` to it, or keep the `min` of both. */
export type Merge = 'replace' | 'add' | 'min'

const TYPES: Record<'sqlite' | 'postgres', Record<ColumnType, string>> = {
  sqlite: { int: 'INTEGER', text: 'TEXT', blob: 'BLOB', float: 'REAL' },
  // COLLATE "C": both engines must sort and compare text byte by byte.
  postgres: { int: 'bigint', text: 'text COLLATE "C"', blob: 'bytea', float: 'double precision' },
}

/** Creates a table on either engine from its definition, with its indexes and, on PostgreSQL, its partitions. */
export async function createTable(knex: Knex, table: Table): Promise<void> {
  const isPostgres = knex.client.config.client === 'pg'
  const texts = isPostgres ? postgresTable(table) : [sqliteTable(table)]
  for (const text of [...texts, ...indexesOf(table)]) await knex.raw(text)
}

function sqliteTable(table: Table): string {
  const lines = [...columnsOf(table, 'sqlite'), `PRIMARY KEY (${table.key.join(', ')})`, ...uniquesOf(table)]
  return `CREATE TABLE ${table.name} (${lines.join(', ')})${table.clustered === true ? ' WITHOUT ROWID' : ''}`
}

/** A partitioned table has no key without its partition column, so that column joins the key. */
function postgresTable(table: Table): string[] {
  const { name, key, months, parts, numbered } = table
  const whole = months === undefined || key.includes(months) ? key : [...key, months]
  const lines = [...columnsOf(table, 'postgres'), `PRIMARY KEY (${whole.join(', ')})`, ...uniquesOf(table)]
  const range = months === undefined ? '' : ` PARTITION BY RANGE (${months})`
  const hash = parts === undefined ? '' : ` PARTITION BY HASH (${parts.by})`
  const texts = [`CREATE TABLE ${name} (${lines.join(', ')})${range}${hash}`]
  if (numbered === true)
    texts.push(`ALTER TABLE ${name} ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY`)
  for (let part = 0; part < (parts?.count ?? 0); part++)
    texts.push(
      `CREATE TABLE ${name}_${part} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${parts?.count}, REMAINDER ${part})`,
    )
  return texts
}

function columnsOf({ key, columns, notNull = [] }: Table, engine: keyof typeof TYPES): string[] {
  const always = new Set(notNull === 'all' ? Object.keys(columns) : [...key, ...notNull])
  return Object.entries(columns).map(
    ([name, type]) => `${name} ${TYPES[engine][type]}${always.has(name) ? ' NOT NULL' : ''}`,
  )
}

function uniquesOf({ unique = [] }: Table): string[] {
  return unique.map((set) => `UNIQUE (${set.join(', ')})`)
}

function indexesOf({ name, indexes = [], partialIndexes = {} }: Table): string[] {
  return [
    ...indexes.map((set) => `CREATE INDEX ${name}_by_${set.join('_')} ON ${name} (${set.join(', ')})`),
    ...Object.entries(partialIndexes).map(([index, rows]) => `CREATE INDEX ${index} ON ${name} ${rows}`),
  ]
}

/** PostgreSQL's types of a list that is one value. */
export const ARRAY_TYPES: Record<ColumnType, string> = {
  int: 'bigint[]',
  text: 'text[]',
  blob: 'bytea[]',
  float: 'double precision[]',
}

/** SQL that is true where `expression` is one of a list; it takes one `?`. */
export function anyOf(dialect: 'sqlite' | 'postgres', expression: string, type: ColumnType): string {
  return dialect === 'postgres'
    ? `${expression} = ANY(?::${ARRAY_TYPES[type]})`
    : `${expression} IN (SELECT value FROM json_each(?))`
}

/** `table (a, b, c)`: the head of an INSERT. */
export function insertColumns(table: Table, names: readonly string[]): string {
  return `${table.name} (${names.join(', ')})`
}

/**
 * The conflict clause for an existing key. Both engines share the syntax.
 * @param onlyIf a condition over `excluded` and the table; rows that miss it do not change
 */
export function upsertClause(
  table: Table,
  names: readonly string[],
  merge: Readonly<Record<string, Merge>>,
  onlyIf?: string,
): string {
  const sets = names
    .filter((name) => !table.key.includes(name))
    .map((name) => `${name} = ${mergedValue(table, name, merge[name])}`)
  return `ON CONFLICT (${table.key.join(', ')}) DO UPDATE SET ${sets.join(', ')}${onlyIf ? ` WHERE ${onlyIf}` : ''}`
}

function mergedValue(table: Table, name: string, merge: Merge | undefined): string {
  const [there, given] = [`${table.name}.${name}`, `excluded.${name}`]
  if (merge === 'add') return `${there} + ${given}`
  return merge === 'min' ? `CASE WHEN ${there} < ${given} THEN ${there} ELSE ${given} END` : given
}

/** The column that can prove rows to be new: an integer that is the whole key. */
export function soleIntegerKey(table: Table): string | null {
  const [key, ...more] = table.key
  return key !== undefined && more.length === 0 && table.columns[key] === 'int' ? key : null
}

/**
 * How many of the first rows come after everything in the table, in ascending order: they are new without asking. A
 * follower's rows are nearly always so.
 * @param last the highest key in the table, or null where it is empty
 */
export function rowsAhead(keys: Column, count: number, last: number | null): number {
  let highest = last ?? Number.MIN_SAFE_INTEGER
  for (let i = 0; i < count; i++) {
    const key = Number(keys[i])
    if (key <= highest) return i
    highest = key
  }
  return count
}
