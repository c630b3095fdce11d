import type { Knex } from 'knex'
import { MARKETS } from '../engine/tables.ts'
import { SMART_SIGNALS } from '../smart-money/smart-money-tables.ts'

const COLUMNS = [
  [MARKETS.name, 'ends_at'],
  [SMART_SIGNALS.name, 'rules'],
] as const

/**
 * When markets end, and by which rules a week of smart money was written. A market gets its end when its metadata is
 * read again; a week that is written keeps its hash, and null stands for the rules of its time.
 */
export async function up(knex: Knex): Promise<void> {
  for (const [name, column] of COLUMNS)
    await knex.schema.alterTable(name, (table) => {
      table.bigInteger(column)
    })
}

export async function down(knex: Knex): Promise<void> {
  // In SQL: for SQLite knex would copy the table.
  for (const [name, column] of COLUMNS) await knex.raw(`ALTER TABLE ${name} DROP COLUMN ${column}`)
}
