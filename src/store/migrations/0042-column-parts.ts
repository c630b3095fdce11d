import type { Knex } from 'knex'
import type { Table } from '../engine/table-types.ts'
import { BOARD_SCORES, COLUMN_PARTS, STANDINGS } from '../snapshot/snapshot-columns.ts'
import { createTable } from './create-table.ts'
import { WHOLE_BOARD_SCORES, WHOLE_STANDINGS } from './dropped-tables.ts'

/** Columns of snapshots are written in parts before a snapshot names them. The next refresh publishes one. */
export async function up(knex: Knex): Promise<void> {
  await replaceTables(knex, [STANDINGS, BOARD_SCORES])
  await createTable(knex, COLUMN_PARTS, { notNull: 'all' })
}

/** The next refresh writes what the version before reads. */
export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable(COLUMN_PARTS.name)
  await replaceTables(knex, [WHOLE_STANDINGS, WHOLE_BOARD_SCORES])
}

/** Those of the same names go, and with them the snapshots whose they were. */
async function replaceTables(knex: Knex, tables: readonly Table[]): Promise<void> {
  for (const table of tables) {
    await knex.schema.dropTable(table.name)
    await createTable(knex, table, { notNull: 'all' })
  }
  for (const table of ['snapshots', 'snapshot_gaps', 'snapshot_analytics']) await knex(table).delete()
}
