import type { Knex } from 'knex'

/** Every index that this adds, by its name. */
const INDEXES = {
  fills_by_owner_id_time: 'fills (owner_id, time)',
  movements_by_owner_id_time: 'movements (owner_id, time)',
  movements_by_other_id_time: 'movements (other_id, time)',
} as const

/** One trader's events in their order, a page at a time: of rows that are not sealed yet, which are those of the last days. */
export async function up(knex: Knex): Promise<void> {
  for (const [name, columns] of Object.entries(INDEXES)) await knex.raw(`CREATE INDEX ${name} ON ${columns}`)
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) await knex.raw(`DROP INDEX ${name}`)
}
