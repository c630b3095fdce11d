import type { Knex } from 'knex'
import {
  MARKET_FOLLOWS,
  MARKET_HOLDERS,
  MARKET_NOTICES,
  MARKET_STANCES,
} from '../watchlist/watchlist-tables.ts'
import { createTable } from './create-table.ts'

const COLUMNS = [
  [MARKET_FOLLOWS.name, ['holder_share', 'stance']],
  [MARKET_NOTICES.name, ['outcome', 'low', 'high']],
] as const

const STANCES = 'market_follows_with_stance'

/** Followers of a market are told of large holders, and of smart money that changes sides. */
export async function up(knex: Knex): Promise<void> {
  for (const [name, columns] of COLUMNS)
    await knex.schema.alterTable(name, (table) => {
      for (const column of columns) table.bigInteger(column)
    })
  await createTable(knex, MARKET_HOLDERS, { notNull: 'all', index: [['key'], ['time']] })
  await createTable(knex, MARKET_STANCES, { notNull: ['snapshot_id'] })
  await knex.raw(`CREATE INDEX ${STANCES} ON ${MARKET_FOLLOWS.name} (condition_id) WHERE stance = 1`)
}

/** The rules that these columns hold are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`DROP INDEX ${STANCES}`)
  for (const table of [MARKET_HOLDERS, MARKET_STANCES]) await knex.schema.dropTable(table.name)
  // In SQL: for SQLite knex would copy the tables.
  for (const [name, columns] of COLUMNS)
    for (const column of columns) await knex.raw(`ALTER TABLE ${name} DROP COLUMN ${column}`)
}
