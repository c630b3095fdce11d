import type { Knex } from 'knex'
import { CHAIN_BLOCKS, CHAIN_SYNC } from '../engine/tables.ts'
import { createTable } from './create-table.ts'

/** How far the chain has been read, the blocks by which a reorganisation is seen, and what conversions cost. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, CHAIN_BLOCKS, { notNull: 'all' })
  await createTable(knex, CHAIN_SYNC, { notNull: 'all' })
  await knex.schema.alterTable('neg_risk_markets', (table) => {
    table.integer('fee_bips')
  })
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable(CHAIN_BLOCKS.name)
  await knex.schema.dropTable(CHAIN_SYNC.name)
  await knex.schema.alterTable('neg_risk_markets', (table) => {
    table.dropColumn('fee_bips')
  })
}
