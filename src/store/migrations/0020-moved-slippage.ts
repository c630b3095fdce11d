import type { Knex } from 'knex'
import { TRADER_DAYS } from '../engine/tables.ts'

/**
 * What a copier's slippage does that goes with transferred shares. Opening the store folds the ledger again, and the next
 * refresh then makes every row of the table anew.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable(TRADER_DAYS.name, (table) => {
    table.bigInteger('moved_slippage').notNullable().defaultTo(0)
  })
}

export async function down(knex: Knex): Promise<void> {
  // In SQL: for SQLite knex would copy the table, and lose that its rows lie in the order of the key.
  await knex.raw(`ALTER TABLE ${TRADER_DAYS.name} DROP COLUMN moved_slippage`)
}
