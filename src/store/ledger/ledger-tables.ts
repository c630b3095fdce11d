import type { Table } from '../engine/table.ts'
import { GENERATIONS } from './generations.ts'
import { historyOf, KEPT_TABLES } from './history.ts'
import { POSITION_DAYS } from './position-day.ts'
import { SEALED_DAY_MASKS, SEGMENTS } from './sealed/manifest.ts'

/** The tables that the ledger alone reads and writes. */
export const LEDGER_TABLES: readonly Table[] = [
  POSITION_DAYS,
  GENERATIONS,
  SEGMENTS,
  SEALED_DAY_MASKS,
  ...KEPT_TABLES.map(({ table }) => historyOf(table)),
]
