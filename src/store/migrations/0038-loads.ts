import type { Knex } from 'knex'
import { FOLD_CLAIM, LOADED_PARTS, UNFOLDED_TOKENS } from '../load/load-tables.ts'
import { createTable } from './create-table.ts'

/** How far a load of downloaded history is. */
export async function up(knex: Knex): Promise<void> {
  await createTable(knex, UNFOLDED_TOKENS, { notNull: 'all' })
  await createTable(knex, LOADED_PARTS, { notNull: 'all' })
  await createTable(knex, FOLD_CLAIM, { notNull: 'all' })
}

/** Only while no load is under way: the version before would not know that positions are missing. */
export async function down(knex: Knex): Promise<void> {
  const unfolded = await knex(UNFOLDED_TOKENS.name).select('token_id').limit(1)
  if (unfolded.length > 0) throw new Error('A load of history is under way: finish it first.')
  await knex.schema.dropTable(UNFOLDED_TOKENS.name)
  await knex.schema.dropTable(LOADED_PARTS.name)
  await knex.schema.dropTable(FOLD_CLAIM.name)
}
