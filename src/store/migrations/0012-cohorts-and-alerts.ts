import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import { ALERT_GRADES, ALERTS, ALERTS_STATE } from '../alerts/alert-tables.ts'
import { IS_LARGE } from '../alerts/large-fills.ts'
import { COHORT_MEMBERS, COHORT_WEEKS } from '../smart-money/cohort-tables.ts'
import { createTable } from './create-table.ts'

/** Weekly cohorts and the radar's chain. The radar looks at the whole ledger first: its state begins at time 0. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, COHORT_WEEKS, { notNull: 'all' })
  await createTable(knex, COHORT_MEMBERS, { notNull: 'all', clustered: true, index: [['trader_id', 'week']] })
  await createTable(knex, ALERTS, {
    notNull: ['kind', 'hash'],
    index: [['time', 'seq'], ['trader_id', 'time', 'seq'], ['fill_key'], ['of_seq']],
  })
  await createTable(knex, ALERT_GRADES)
  await createTable(knex, ALERTS_STATE, { notNull: ['rules', 'id_key'] })
  await knex(ALERTS_STATE.name).insert({ id: 1, since: 0, rules: '', id_key: randomBytes(16) })
  // Few fills are large, so this costs ingest next to nothing where an index of all fills would halve it.
  await knex.raw(`CREATE INDEX fills_large_by_time ON fills (time, key) WHERE ${IS_LARGE}`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('DROP INDEX fills_large_by_time')
  for (const table of [COHORT_WEEKS, COHORT_MEMBERS, ALERTS, ALERT_GRADES, ALERTS_STATE])
    await knex.schema.dropTable(table.name)
}
