import type { Knex } from 'knex'
import { DAY_SECONDS } from '../../ledger/quantities.ts'
import { FILLS, VOLUME_DAYS } from '../engine/tables.ts'
import { createTable } from './create-table.ts'

/**
 * Volumes by token and day, added up once from the fills that are there. One transaction: everybody reads on, and on
 * PostgreSQL ingest waits, for a fill that came between the sum and the end would be in none of the two.
 */
export async function up(knex: Knex): Promise<void> {
  if (knex.client.config.client === 'pg') await knex.raw(`LOCK TABLE ${FILLS.name} IN SHARE MODE`)
  await createTable(knex, VOLUME_DAYS, { notNull: 'all', clustered: true, later: ['unknown'] })
  const day = `time / ${DAY_SECONDS}`
  await knex.raw(
    `INSERT INTO ${VOLUME_DAYS.name} (token_id, day, usd) ` +
      `SELECT token_id, ${day}, SUM(usd) FROM ${FILLS.name} WHERE role = 1 AND usd > 0 GROUP BY token_id, ${day}`,
  )
}

/** The fills tell the volumes again. */
export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable(VOLUME_DAYS.name)
}
