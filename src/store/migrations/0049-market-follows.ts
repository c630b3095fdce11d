import type { Knex } from 'knex'
import { MARKET_FOLLOWS, MARKET_NOTICES } from '../watchlist/watchlist-tables.ts'
import { createTable } from './create-table.ts'

/** Markets that accounts follow, and where in the chain the prices were that they are told of. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, MARKET_FOLLOWS, {
    later: [
      ...['jump', 'jump_time', 'jump_key', 'jump_before_time', 'jump_before_key'],
      ...['holder_share', 'stance'],
    ],
    notNull: ['outcome', 'followed_at'],
    index: [['condition_id', 'outcome'], ['place_key']],
  })
  await createTable(knex, MARKET_NOTICES, {
    later: ['condition_id', 'kind', 'next_account', 'payload', 'outcome', 'low', 'high'],
    notNull: 'all',
    index: [['key'], ['time']],
  })
}

/** Whoever followed must follow again. */
export async function down(knex: Knex): Promise<void> {
  for (const table of [MARKET_FOLLOWS, MARKET_NOTICES]) await knex.schema.dropTable(table.name)
}
