import type { Knex } from 'knex'
import { OPTED_OUT } from '../engine/tables.ts'
import { LABELS, SNAPSHOT_ANALYTICS } from '../snapshot/snapshot-tables.ts'
import { createTable } from './create-table.ts'
import { TRADER_ANALYTICS } from './dropped-tables.ts'

type Kind = 'amount' | 'change' | 'ratio' | 'bytes'

/** The new columns by table. Amounts and changes always hold a value. */
const COLUMNS: readonly (readonly [table: string, kind: Kind, names: readonly string[]])[] = [
  ['position_days', 'change', ['buy_shares', 'split_cost', 'split_shares']],
  ['trader_stats', 'amount', ['official', 'drawdown_peak', 'drawdown_worst', 'peak_capital']],
  ['trader_stats', 'ratio', ['sharpe', 'sortino', 'profit_factor', 'bot_probability']],
  ['trader_closes', 'change', ['official_change']],
  ['boards', 'bytes', ['scores', 'bots', 'previous_bots']],
]

/**
 * What analytics are read from, the official profit beside ours, and who wants to be shown nowhere. Rows of snapshots
 * that were published before have none of it; opening the store folds the shares, and the next refresh computes everyone.
 */
export async function up(knex: Knex): Promise<void> {
  for (const [name, kind, columns] of COLUMNS) {
    await knex.schema.alterTable(name, (table) => {
      for (const column of columns) addColumn(table, kind, column)
    })
  }
  await createTable(knex, TRADER_ANALYTICS, { notNull: 'all', clustered: true })
  await knex.raw(
    `CREATE INDEX trader_analytics_ended ON trader_analytics (until_snapshot) WHERE until_snapshot < ${Number.MAX_SAFE_INTEGER}`,
  )
  await createTable(knex, LABELS, { notNull: 'all', unique: [['name']] })
  await createTable(knex, SNAPSHOT_ANALYTICS, { notNull: 'all' })
  await createTable(knex, OPTED_OUT, { notNull: 'all' })
}

function addColumn(table: Knex.AlterTableBuilder, kind: Kind, name: string): void {
  if (kind === 'bytes') table.binary(name)
  else if (kind === 'ratio') table.double(name)
  else if (kind === 'amount') table.bigInteger(name)
  else table.bigInteger(name).notNullable().defaultTo(0)
}

export async function down(knex: Knex): Promise<void> {
  for (const table of [TRADER_ANALYTICS, LABELS, SNAPSHOT_ANALYTICS, OPTED_OUT])
    await knex.schema.dropTable(table.name)
  // In SQL: for SQLite knex would copy the table, and lose that its rows lie in the order of the key.
  for (const [table, , columns] of COLUMNS)
    for (const column of columns) await knex.raw(`ALTER TABLE ${table} DROP COLUMN ${column}`)
}
