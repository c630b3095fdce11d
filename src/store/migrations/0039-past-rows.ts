import type { Knex } from 'knex'
import { KEPT_TABLES, pastOf } from '../past/past-tables.ts'
import { createPastTriggers, dropPastTriggers } from '../past/past-triggers.ts'
import { createTable } from './create-table.ts'

/** What is kept, in `ledger_state`. All of one row, which whoever changes the ledger holds. */
const COLUMNS = ['pinned', 'pinned_day'] as const
const COUNTS = ['moving', 'readable_from'] as const

/** Rows of the ledger can be kept as they were at a pinned version. Nothing is pinned yet, and nothing kept. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('ledger_state', (table) => {
    for (const name of COLUMNS) table.bigInteger(name)
    for (const name of COUNTS) table.bigInteger(name).notNullable().defaultTo(0)
  })
  for (const { table } of KEPT_TABLES)
    await createTable(knex, pastOf(table), { notNull: ['present'], clustered: true, index: [['pin']] })
  await createPastTriggers(knex)
}

/** Versions before the newest cannot be read any more; an older version of the program reads none. */
export async function down(knex: Knex): Promise<void> {
  await dropPastTriggers(knex)
  for (const { table } of KEPT_TABLES) await knex.schema.dropTable(pastOf(table).name)
  for (const name of [...COLUMNS, ...COUNTS]) await knex.raw(`ALTER TABLE ledger_state DROP COLUMN ${name}`)
}
