import type { Knex } from 'knex'
import { METADATA_REQUESTS } from '../ledger/metadata-requests.ts'
import { createTable } from './create-table.ts'

/** What metadata was asked for in vain, so that it is not asked for all the time. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, METADATA_REQUESTS, { notNull: 'all', clustered: true })
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable(METADATA_REQUESTS.name)
}
