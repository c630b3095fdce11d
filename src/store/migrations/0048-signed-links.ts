import type { Knex } from 'knex'
import { API_KEYS } from '../accounts/account-tables.ts'

/** Signed links are kept as API keys are, with the one path that each opens. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable(API_KEYS.name, (table) => {
    table.text('path')
  })
}

/** The links go: without its path, each would open every one. */
export async function down(knex: Knex): Promise<void> {
  await knex(API_KEYS.name).whereNotNull('path').delete()
  // In SQL: for SQLite knex would copy the table.
  await knex.raw(`ALTER TABLE ${API_KEYS.name} DROP COLUMN path`)
}
