import type { Knex } from 'knex'
import { MARKETS } from '../engine/tables.ts'

/** When a market was made; one that is known gets it when its metadata is read again. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable(MARKETS.name, (table) => {
    table.bigInteger('created_at')
  })
}

export async function down(knex: Knex): Promise<void> {
  // In SQL: for SQLite knex would copy the table.
  await knex.raw(`ALTER TABLE ${MARKETS.name} DROP COLUMN created_at`)
}
