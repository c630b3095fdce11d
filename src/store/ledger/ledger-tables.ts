import type { Knex } from 'knex'
import type { Table } from '../engine/table-types.ts'
import { GENERATIONS } from './generations.ts'
import { KEPT_TABLES, pastOf } from './past/past-tables.ts'
import { createPastTriggers } from './past/past-triggers.ts'
import { POSITION_DAYS } from './position-day.ts'
import { SEALED_DAY_MASKS, SEGMENTS } from './sealed/segment-tables.ts'

/** The tables that the ledger alone reads and writes. */
export const LEDGER_TABLES: readonly Table[] = [
  POSITION_DAYS,
  GENERATIONS,
  SEGMENTS,
  SEALED_DAY_MASKS,
  ...KEPT_TABLES.map(({ table }) => pastOf(table)),
]

/** Creates the triggers that keep rows of pinned versions; every table of theirs must be there. */
export function createLedgerTriggers(knex: Knex): Promise<void> {
  return createPastTriggers(knex)
}
