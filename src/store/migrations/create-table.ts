import type { Knex } from 'knex'
import type { ColumnType, Table } from '../engine/table-types.ts'

/** What a table's definition does not say by itself. */
export interface TableOptions {
  /** Columns of today's definition that a later migration adds. @default [] */
  later?: readonly string[]
  /** Columns besides the key that always hold a value. @default [] */
  notNull?: readonly string[] | 'all'
  /** Sets of columns that are unique together. @default [] */
  unique?: readonly (readonly string[])[]
  /** Sets of columns with an index. @default [] */
  index?: readonly (readonly string[])[]
  /**
   * Keep the rows in the order of the key (SQLite's WITHOUT ROWID), for tables that are read in ranges of it.
   * PostgreSQL has no such thing and ignores it. @default false
   */
  clustered?: boolean
}

const TYPES: Record<'sqlite' | 'postgres', Record<ColumnType, string>> = {
  sqlite: { int: 'INTEGER', text: 'TEXT', blob: 'BLOB', float: 'REAL' },
  // COLLATE "C": both engines must sort and compare text byte by byte.
  postgres: { int: 'bigint', text: 'text COLLATE "C"', blob: 'bytea', float: 'double precision' },
}

/** Creates a table on either engine from its one definition in tables.ts. */
export async function createTable(knex: Knex, table: Table, options: TableOptions = {}): Promise<void> {
  const dialect = knex.client.config.client === 'pg' ? 'postgres' : 'sqlite'
  const always = new Set(
    options.notNull === 'all' ? Object.keys(table.columns) : [...table.key, ...(options.notNull ?? [])],
  )
  const later = new Set(options.later)
  const columns = Object.entries(table.columns)
    .filter(([name]) => !later.has(name))
    .map(([name, type]) => `${name} ${TYPES[dialect][type]}${always.has(name) ? ' NOT NULL' : ''}`)
  const lines = [...columns, `PRIMARY KEY (${table.key.join(', ')})`]
  for (const set of options.unique ?? []) lines.push(`UNIQUE (${set.join(', ')})`)
  const suffix = options.clustered && dialect === 'sqlite' ? ' WITHOUT ROWID' : ''
  await knex.raw(`CREATE TABLE ${table.name} (${lines.join(', ')})${suffix}`)
  for (const set of options.index ?? []) {
    await knex.raw(`CREATE INDEX ${table.name}_by_${set.join('_')} ON ${table.name} (${set.join(', ')})`)
  }
}
