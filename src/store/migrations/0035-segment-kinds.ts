import type { Knex } from 'knex'
import { SEGMENTS } from '../segments/segment-tables.ts'

/** Segments say what they hold: until here all of them held fills. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable(SEGMENTS.name, (table) => table.text('kind').notNullable().defaultTo('FILLS'))
}

/** Only while nothing but fills is sealed: the version before reads nothing else. */
export async function down(knex: Knex): Promise<void> {
  const other = await knex(SEGMENTS.name).whereNot({ kind: 'FILLS' }).select('id').limit(1)
  if (other.length > 0) throw new Error('Unseal every segment that holds no fills first.')
  // By hand: Knex drops a column of SQLite by parsing the table, and takes the column "rows" for SQL.
  await knex.raw('ALTER TABLE ?? DROP COLUMN ??', [SEGMENTS.name, 'kind'])
}
