import type { Knex } from 'knex'
import {
  FORESIGHT_DAYS,
  LEDGER_CHANGES,
  TOUCHED_TRADERS,
  TRADER_DAYS,
  TRADER_LOTS,
} from '../engine/tables.ts'
import { createTable } from './create-table.ts'

/**
 * What traders did by day, and from which day on it must be made again. The tables are empty at first, and the next
 * refresh fills them from the whole ledger.
 */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, TRADER_DAYS, { notNull: 'all', clustered: true, later: ['moved_slippage'] })
  await createTable(knex, TRADER_LOTS, { notNull: 'all', clustered: true })
  await createTable(knex, FORESIGHT_DAYS, { notNull: 'all', clustered: true, index: [['day']] })
  await createTable(knex, LEDGER_CHANGES, { notNull: 'all' })
  await knex.schema.alterTable(TOUCHED_TRADERS.name, (table) => {
    table.bigInteger('since').notNullable().defaultTo(0)
  })
}

export async function down(knex: Knex): Promise<void> {
  for (const table of [TRADER_DAYS, TRADER_LOTS, FORESIGHT_DAYS, LEDGER_CHANGES])
    await knex.schema.dropTable(table.name)
  // In SQL: for SQLite knex would copy the table.
  await knex.raw(`ALTER TABLE ${TOUCHED_TRADERS.name} DROP COLUMN since`)
}
