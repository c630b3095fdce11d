import type { Knex } from 'knex'
import { CONDITIONS } from '../engine/tables.ts'
import { WALLET_FOLLOWS, WALLET_NOTICES, WATCH_STATE } from '../watchlist/watchlist-tables.ts'
import { createTable } from './create-table.ts'

const RESOLVED = 'conditions_by_resolved_time'

/** What accounts follow, and what they are told of it. What is in the ledger already is nobody's news. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, WALLET_FOLLOWS, {
    notNull: ['min_usd', 'rules', 'followed_at'],
    index: [['address', 'account_id']],
  })
  await createTable(knex, WALLET_NOTICES, {
    notNull: [
      ...['address', 'trader_id', 'token_id', 'deed', 'first_time', 'first_key', 'last_time', 'last_key'],
      ...['last_item', 'usd', 'payload'],
    ],
    index: [['trader_id', 'token_id', 'first_time'], ['next_account'], ['first_time'], ['first_key']],
  })
  await createTable(knex, WATCH_STATE)
  await knex(WATCH_STATE.name).insert({ id: 1 })
  await knex.raw(`CREATE INDEX ${RESOLVED} ON ${CONDITIONS.name} (resolved_time)`)
}

/** Whoever followed must follow again. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`DROP INDEX ${RESOLVED}`)
  for (const table of [WALLET_FOLLOWS, WALLET_NOTICES, WATCH_STATE]) await knex.schema.dropTable(table.name)
}
