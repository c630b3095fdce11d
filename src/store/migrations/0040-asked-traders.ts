import type { Knex } from 'knex'
import { TRADER_SKILL } from '../snapshot/trader-skills.ts'
import { createTable } from './create-table.ts'
import { TRADER_ANALYTICS, TRADER_CLOSES, TRADER_SERIES, TRADER_STATS } from './dropped-tables.ts'

const DROPPED = [TRADER_STATS, TRADER_SERIES, TRADER_CLOSES, TRADER_ANALYTICS]
/** Columns of `trader_stats` that may hold nothing. */
const NULLABLE = new Set(['roi', 'win_rate', 'sharpe', 'sortino', 'profit_factor', 'bot_probability'])

/**
 * What a snapshot tells of a trader is computed when it is asked for, from the ledger as it was: a newest snapshot that
 * tells of the ledger as it stands is pinned, others are refused until the next refresh, which computes everyone.
 */
export async function up(knex: Knex): Promise<void> {
  for (const { name } of DROPPED) await knex.schema.dropTable(name)
  await createTable(knex, TRADER_SKILL, { notNull: ['units', 'print'], clustered: true })
  await knex('refresh_basis').delete()
  await knex.raw(
    'UPDATE ledger_state SET readable_from = version, pinned = version, pinned_day = last_time / 86400 ' +
      'WHERE pinned IS NULL AND last_time IS NOT NULL ' +
      'AND version = (SELECT MAX(ledger_version) FROM snapshots WHERE as_of IS NULL)',
  )
}

/** An earlier version finds no snapshot, and publishes one at its first refresh. */
export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable(TRADER_SKILL.name)
  for (const table of DROPPED) {
    const notNull = Object.keys(table.columns).filter((name) => !NULLABLE.has(name))
    await createTable(knex, table, { notNull, clustered: true })
    await knex.raw(
      `CREATE INDEX ${table.name}_ended ON ${table.name} (until_snapshot) WHERE until_snapshot < ${Number.MAX_SAFE_INTEGER}`,
    )
  }
  for (const table of ['snapshots', 'boards', 'snapshot_gaps', 'snapshot_analytics', 'refresh_basis'])
    await knex(table).delete()
}
