import type { Knex } from 'knex'
import { SNAPSHOT_GAPS } from '../snapshot/snapshot-gaps.ts'
import { createTable } from './create-table.ts'

/** Whose coverage a snapshot tells to be GAP. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, SNAPSHOT_GAPS, { notNull: 'all' })
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable(SNAPSHOT_GAPS.name)
}
