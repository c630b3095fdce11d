import type { Knex } from 'knex'
import { BOARD_FOLLOWS, FOLLOWED_BOARDS } from '../watchlist/watchlist-tables.ts'
import { createTable } from './create-table.ts'

/** Leaderboards that accounts follow, and the places on them that followers know. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, BOARD_FOLLOWS, {
    notNull: ['top', 'followed_at', 'since'],
    index: [['board', 'account_id']],
  })
  await createTable(knex, FOLLOWED_BOARDS)
}

/** Whoever followed must follow again. */
export async function down(knex: Knex): Promise<void> {
  for (const table of [BOARD_FOLLOWS, FOLLOWED_BOARDS]) await knex.schema.dropTable(table.name)
}
