import type { Knex } from 'knex'
import { BOARDS } from './dropped-tables.ts'

const COLUMNS = ['partials', 'previous_partials'] as const

/** The ranks of traders whose coverage is not OK. A snapshot that was published before leaves nobody out. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable(BOARDS.name, (table) => {
    for (const column of COLUMNS) table.binary(column)
  })
}

export async function down(knex: Knex): Promise<void> {
  // In SQL: for SQLite knex would copy the table.
  for (const column of COLUMNS) await knex.raw(`ALTER TABLE ${BOARDS.name} DROP COLUMN ${column}`)
}
