import type { Knex } from 'knex'
import { CHAIN_POOLS, STRANGE_TOKENS } from '../engine/tables.ts'
import { createTable } from './create-table.ts'

/** What has been learnt of the chain that later blocks need: the pools, and the tokens that are no market's. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, CHAIN_POOLS, { notNull: 'all' })
  await createTable(knex, STRANGE_TOKENS, { notNull: 'all' })
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable(CHAIN_POOLS.name)
  await knex.schema.dropTable(STRANGE_TOKENS.name)
}
