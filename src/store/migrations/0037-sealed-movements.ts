import type { Knex } from 'knex'
import { SEGMENTS } from '../segments/segment-tables.ts'

/** From here on movements are sealed too: the tables are what they were, and a version that does not know it refuses them. */
export async function up(): Promise<void> {}

/** Only while none is sealed: the version before looks for them among the rows. */
export async function down(knex: Knex): Promise<void> {
  const sealed = await knex(SEGMENTS.name).where({ kind: 'MOVEMENTS' }).select('id').limit(1)
  if (sealed.length > 0) throw new Error('Unseal every segment of movements first.')
}
