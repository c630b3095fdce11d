import type { Knex } from 'knex'
import { DAY_SECONDS } from '../../ledger/quantities.ts'
import { FILLS, VOLUME_DAYS } from '../engine/tables.ts'

/** Counts the fills of no known role by token and day, once; on PostgreSQL ingest waits, as in 0017. */
export async function up(knex: Knex): Promise<void> {
  if (knex.client.config.client === 'pg') await knex.raw(`LOCK TABLE ${FILLS.name} IN SHARE MODE`)
  await knex.schema.alterTable(VOLUME_DAYS.name, (table) => {
    table.bigInteger('unknown').notNullable().defaultTo(0)
  })
  const day = `time / ${DAY_SECONDS}`
  await knex.raw(
    `INSERT INTO ${VOLUME_DAYS.name} (token_id, day, usd, unknown) ` +
      `SELECT token_id, ${day}, 0, COUNT(*) FROM ${FILLS.name} WHERE role IS NULL GROUP BY token_id, ${day} ` +
      'ON CONFLICT (token_id, day) DO UPDATE SET unknown = excluded.unknown',
  )
}

/** The fills tell their roles again. */
export async function down(knex: Knex): Promise<void> {
  await knex(VOLUME_DAYS.name).where({ usd: 0 }).delete()
  // In SQL: for SQLite knex would copy the table, and lose that its rows lie in the order of the key.
  await knex.raw(`ALTER TABLE ${VOLUME_DAYS.name} DROP COLUMN unknown`)
}
