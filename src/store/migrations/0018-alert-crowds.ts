import type { Knex } from 'knex'
import { PUBLIC_ALERTS } from '../alerts/alert-tables.ts'

const COLUMNS = ['crowd', 'label', 'shown_time', 'shown_until']

/** What everybody sees of alerts is decided anew: what was decided by an older rule can be found again. */
export async function up(knex: Knex): Promise<void> {
  await knex(PUBLIC_ALERTS.name).delete()
  await knex.schema.alterTable(PUBLIC_ALERTS.name, (table) => {
    for (const column of COLUMNS) table.bigInteger(column)
    table.index(['crowd'], 'public_alerts_by_crowd')
    table.index(['shown_time', 'crowd'], 'public_alerts_by_shown_time_crowd')
  })
}

/** An older program decides by its own rule. */
export async function down(knex: Knex): Promise<void> {
  await knex(PUBLIC_ALERTS.name).delete()
  await knex.raw('DROP INDEX public_alerts_by_crowd')
  await knex.raw('DROP INDEX public_alerts_by_shown_time_crowd')
  // In SQL: for SQLite knex would copy the table.
  for (const column of COLUMNS) await knex.raw(`ALTER TABLE ${PUBLIC_ALERTS.name} DROP COLUMN ${column}`)
}
