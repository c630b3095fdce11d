import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { DayColumn, DayColumns, DayRecord, PositionId } from './position-day.ts'
import { lastDays, type SumsAsked, sums } from './reads/day-sums.ts'
import { type DaysAsked, days } from './reads/days.ts'

/**
 * The ledger, read. Rows of the store, sealed files and what was kept of past versions are inside: every answer is of both
 * ages, of one moment, and the same however the ledger is split into them.
 */
export interface Ledger {
  /** {@link days} */
  days<Column extends DayColumn>(asked: DaysAsked<Column>): AsyncGenerator<DayColumns<Column>>
  /** {@link lastDays} */
  lastDays<Column extends DayColumn>(
    positions: readonly (PositionId & { before: Day })[],
    columns: readonly Column[],
  ): Promise<(DayRecord<Column> | undefined)[]>
  /** {@link sums} */
  sum<Column extends DayColumn>(asked: SumsAsked<Column>): Promise<DayRecord<Column>[]>
}

/** The ledger as a connection sees it. */
export function ledgerOf(sql: Sql): Ledger {
  return {
    days: (asked) => days(sql, asked),
    lastDays: (positions, columns) => lastDays(sql, positions, columns),
    sum: (asked) => sums(sql, asked),
  }
}
