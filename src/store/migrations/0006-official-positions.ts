import type { Knex } from 'knex'

/** The columns by table; the days' flow beside their closing state. */
const COLUMNS = {
  positions: ['official_amount', 'official_avg'],
  position_days: ['official_amount', 'official_avg', 'official_realized'],
}

/**
 * The official rule's state beside ours, and the version of the fold that made the fact grain. In a store that holds
 * events the new columns are 0, and so is the version: opening the store folds them again (see fold-again.ts).
 */
export async function up(knex: Knex): Promise<void> {
  for (const [name, columns] of Object.entries(COLUMNS)) {
    await knex.schema.alterTable(name, (table) => {
      for (const column of columns) table.bigInteger(column).notNullable().defaultTo(0)
    })
  }
  await knex.schema.alterTable('ledger_state', (table) => {
    table.integer('fold_version').notNullable().defaultTo(0)
  })
}

export async function down(knex: Knex): Promise<void> {
  // In SQL: for SQLite knex would copy the table, and lose that its rows lie in the order of the key.
  const drop = (table: string, column: string) => knex.raw(`ALTER TABLE ${table} DROP COLUMN ${column}`)
  for (const [table, columns] of Object.entries(COLUMNS))
    for (const column of columns) await drop(table, column)
  await drop('ledger_state', 'fold_version')
}
