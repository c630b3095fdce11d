import type { Knex } from 'knex'
import { SEGMENTS } from '../segments/segment-tables.ts'
import { createTable } from './create-table.ts'

/** The manifest of sealed fills, and a count of what was taken back, by which a seal sees that it was overtaken. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, SEGMENTS, { later: ['kind', 'masked'], notNull: 'all' })
  await knex.schema.alterTable('ledger_state', (table) =>
    table.bigInteger('undone').notNullable().defaultTo(0),
  )
}

/** Only while nothing is sealed: the files would be named by nothing. */
export async function down(knex: Knex): Promise<void> {
  const rows = await knex(SEGMENTS.name).select('id').limit(1)
  if (rows.length > 0)
    throw new Error('Unseal every segment first: this version reads them, the one before does not.')
  await knex.schema.dropTable(SEGMENTS.name)
  await knex.schema.alterTable('ledger_state', (table) => table.dropColumn('undone'))
}
