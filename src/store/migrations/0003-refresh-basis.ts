import type { Knex } from 'knex'
import { createTable } from './create-table.ts'
import { REFRESH_BASIS } from './dropped-tables.ts'

/** Tables whose rows are valid for a range of snapshots. */
const VERSIONED = ['trader_stats', 'trader_series']

/**
 * What an incremental refresh starts from, and an index by which it finds the rows that no snapshot shows any more.
 * Only rows whose time has ended are in it, so that a first refresh pays nothing for it.
 */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, REFRESH_BASIS, { notNull: 'all' })
  for (const table of VERSIONED) {
    await knex.raw(
      `CREATE INDEX ${table}_ended ON ${table} (until_snapshot) WHERE until_snapshot < ${Number.MAX_SAFE_INTEGER}`,
    )
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const table of VERSIONED) await knex.raw(`DROP INDEX ${table}_ended`)
  await knex.schema.dropTable(REFRESH_BASIS.name)
}
