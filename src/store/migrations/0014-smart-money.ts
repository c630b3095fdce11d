import type { Knex } from 'knex'
import { SMART_SIGNALS, SMART_STANCES, SMART_VIEWS } from '../smart-money/smart-money-tables.ts'
import { createTable } from './create-table.ts'

/** How cohorts stand, week by week, and the chain of their signals; the weeks of an older ledger are computed later. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, SMART_VIEWS, { notNull: 'all' })
  await createTable(knex, SMART_STANCES, {
    notNull: ['members', 'yes_value', 'value', 'price', 'divergence'],
    index: [['condition_id', 'cohort', 'week']],
    clustered: true,
  })
  await createTable(knex, SMART_SIGNALS, {
    later: ['rules'],
    notNull: ['kind', 'cohort', 'week', 'members', 'hash'],
    index: [['cohort', 'week', 'seq']],
  })
}

export async function down(knex: Knex): Promise<void> {
  for (const table of [SMART_VIEWS, SMART_STANCES, SMART_SIGNALS]) await knex.schema.dropTable(table.name)
}
