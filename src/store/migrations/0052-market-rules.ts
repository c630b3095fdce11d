import type { Knex } from 'knex'
import { MARKET_FOLLOWS, MARKET_NOTICES } from '../watchlist/watchlist-tables.ts'

const JUMP = ['jump', 'jump_time', 'jump_key', 'jump_before_time', 'jump_before_key'] as const
const FACT = ['condition_id', 'kind', 'next_account', 'payload'] as const
const NUMBERS: readonly string[] = ['condition_id', 'next_account', ...JUMP]

/** Followers of a market are told of jumps of its price, and of its resolution. */
export async function up(knex: Knex): Promise<void> {
  for (const [table, columns] of [
    [MARKET_FOLLOWS, JUMP],
    [MARKET_NOTICES, FACT],
  ] as const)
    await knex.schema.alterTable(table.name, (rows) => {
      for (const column of columns) {
        if (NUMBERS.includes(column)) rows.bigInteger(column)
        else rows.text(column)
      }
    })
  await knex.raw(`CREATE INDEX market_notices_by_next_account ON ${MARKET_NOTICES.name} (next_account)`)
}

/** The rules that these columns hold are lost. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX market_notices_by_next_account')
  // In SQL: for SQLite knex would copy the tables.
  for (const column of JUMP) await knex.raw(`ALTER TABLE ${MARKET_FOLLOWS.name} DROP COLUMN ${column}`)
  for (const column of FACT) await knex.raw(`ALTER TABLE ${MARKET_NOTICES.name} DROP COLUMN ${column}`)
}
