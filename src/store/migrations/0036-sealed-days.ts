import type { Knex } from 'knex'
import { SEALED_DAY_MASKS, SEGMENTS } from '../segments/segment-tables.ts'
import { createTable } from './create-table.ts'

/** Days of positions can be sealed: which of them are rows again, and up to which day they were sealed. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, SEALED_DAY_MASKS, { notNull: 'all', clustered: true })
  await knex.schema.alterTable(SEGMENTS.name, (table) =>
    table.bigInteger('masked').notNullable().defaultTo(0),
  )
  await knex.schema.alterTable('ledger_state', (table) =>
    table.bigInteger('days_sealed').notNullable().defaultTo(0),
  )
}

/** Only while no days are sealed: the version before reads them as rows alone. */
export async function down(knex: Knex): Promise<void> {
  const days = await knex(SEGMENTS.name).where({ kind: 'DAYS' }).select('id').limit(1)
  if (days.length > 0) throw new Error('Unseal every segment of days first.')
  await knex.schema.dropTable(SEALED_DAY_MASKS.name)
  // Knex cannot read the table's definition on SQLite, of which a column is called `rows`.
  await knex.raw(`ALTER TABLE ${SEGMENTS.name} DROP COLUMN masked`)
  await knex.schema.alterTable('ledger_state', (table) => table.dropColumn('days_sealed'))
}
