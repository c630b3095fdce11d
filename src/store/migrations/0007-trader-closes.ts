import type { Knex } from 'knex'
import { createTable } from './create-table.ts'
import { TRADER_CLOSES } from './dropped-tables.ts'

/** The cutoff's day of each trader apart from the days before it, with the index of ended rows that its like have. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, TRADER_CLOSES, { notNull: 'all', later: ['official_change'], clustered: true })
  await knex.raw(
    `CREATE INDEX trader_closes_ended ON trader_closes (until_snapshot) WHERE until_snapshot < ${Number.MAX_SAFE_INTEGER}`,
  )
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable(TRADER_CLOSES.name)
}
