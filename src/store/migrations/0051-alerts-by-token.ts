import type { Knex } from 'knex'
import { ALERTS } from '../alerts/alert-tables.ts'

const NAME = 'alerts_by_token_id_time_seq'

/** The alerts of a market are found along an index. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable(ALERTS.name, (table) => {
    table.index(['token_id', 'time', 'seq'], NAME)
  })
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`DROP INDEX ${NAME}`)
}
