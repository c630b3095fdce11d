import type { Knex } from 'knex'
import { CONDITIONS } from '../engine/tables.ts'

/** Where each question of a neg-risk market was prepared. What an earlier version read of the chain does not say it. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable(CONDITIONS.name, (table) => table.bigInteger('prepared_key'))
}

export async function down(knex: Knex): Promise<void> {
  // In SQL: for SQLite knex would copy the table.
  await knex.raw(`ALTER TABLE ${CONDITIONS.name} DROP COLUMN prepared_key`)
}
