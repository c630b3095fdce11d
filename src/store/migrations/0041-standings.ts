import type { Knex } from 'knex'
import { createTable } from './create-table.ts'
import { BOARDS, REFRESH_BASIS, WHOLE_BOARD_SCORES, WHOLE_STANDINGS } from './dropped-tables.ts'

/**
 * Boards are read from columns of everybody instead of being written one by one. A publisher keeps what tokens mean for as
 * long as `meanings` stays what it was, and finds the newest day of foresight and the few contracts without looking at all.
 */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, WHOLE_STANDINGS, { notNull: 'all' })
  await createTable(knex, WHOLE_BOARD_SCORES, { notNull: 'all' })
  // No snapshot of the version before has columns: the next refresh publishes one that has.
  for (const table of ['snapshots', 'snapshot_gaps', 'snapshot_analytics']) await knex(table).delete()
  for (const { name } of [BOARDS, REFRESH_BASIS]) await knex.schema.dropTable(name)
  await knex.schema.alterTable('ledger_state', (table) => {
    table.bigInteger('meanings').notNullable().defaultTo(0)
  })
  await knex.raw('CREATE INDEX traders_infrastructure ON traders (id) WHERE infrastructure = 1')
}

/** The next refresh writes what the version before reads. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX traders_infrastructure')
  // In SQL: for SQLite knex would copy the table, which triggers name.
  await knex.raw('ALTER TABLE ledger_state DROP COLUMN meanings')
  for (const { name } of [WHOLE_STANDINGS, WHOLE_BOARD_SCORES]) await knex.schema.dropTable(name)
  await createTable(knex, BOARDS, { notNull: ['entry_count', 'traders'], clustered: true })
  await createTable(knex, REFRESH_BASIS, { notNull: 'all' })
  for (const table of ['snapshots', 'snapshot_gaps', 'snapshot_analytics']) await knex(table).delete()
}
