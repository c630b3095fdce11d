import type { Knex } from 'knex'
import { MARKET_NEWS } from '../watchlist/watchlist-tables.ts'
import { createTable } from './create-table.ts'

/** Which followed markets something new came of. What is in the ledger already is nobody's news. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, MARKET_NEWS)
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable(MARKET_NEWS.name)
}
