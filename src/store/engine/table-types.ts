/** A value that a statement takes or a row holds. */
export type Value = number | string | bigint | Uint8Array | null
/** Values of one column, row by row. */
export type Column = ArrayLike<Value>

/** How a column is stored: `int` is 64 bits wide on both engines. */
export type ColumnType = 'int' | 'text' | 'blob' | 'float'

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
  /** Indexes over some rows, by name: columns and condition. @default none */
  partialIndexes?: Readonly<Record<string, string>>
  /**
   * Keep the rows in the order of the key (SQLite's WITHOUT ROWID), for tables that are read in ranges of it.
   * PostgreSQL has no such thing and ignores it. @default false
   */
  clustered?: boolean
  /** Rows get numbers as ids. SQLite numbers an integer key by itself; PostgreSQL must be told to. @default false */
  numbered?: boolean
  /** The column of seconds by whose UTC month PostgreSQL keeps the rows apart. @default one table */
  months?: string
  /** The column by whose hash PostgreSQL keeps the rows in so many parts. @default one table */
  parts?: { by: string; count: number }
}

/** How an upsert treats a row that is there: `replace` the column's value, `add` to it, or keep the `min` of both. */
export type Merge = 'replace' | 'add' | 'min'
