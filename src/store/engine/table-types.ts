/** A value that a statement takes or a row holds. */
export type Value = number | string | bigint | Uint8Array | null
/** Values of one column, row by row. */
export type Column = ArrayLike<Value>

/** How a column is stored: `int` is 64 bits wide on both engines. */
export type ColumnType = 'int' | 'text' | 'blob' | 'float'

/** What bulk statements need to know of a table. */
export interface Table {
  name: string
  /** The columns of the primary key, in order. */
  key: readonly string[]
  columns: Readonly<Record<string, ColumnType>>
  /** The column of seconds by whose UTC month PostgreSQL keeps the rows apart. @default one table */
  months?: string
}

/** How an upsert treats a row that is there: `replace` the column's value, `add` to it, or keep the `min` of both. */
export type Merge = 'replace' | 'add' | 'min'
