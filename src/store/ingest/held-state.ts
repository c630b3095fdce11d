import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import type { Value } from '../engine/table-types.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import { HELD_COLUMNS, type PositionId } from '../ledger/position-day.ts'

/** What a position holds at the close of an event or a day: where a fold of it goes on. */
export interface HeldState {
  shares: number
  cost: number
  /** Shares by the official rule, which closes other positions than ours (ledger/official.ts). */
  officialAmount: number
  officialAvg: number
}

/** Nothing held: the state before a position's first event. */
export const NOTHING_HELD: HeldState = { shares: 0, cost: 0, officialAmount: 0, officialAvg: 0 }

/** The state of a row that begins with {@link HELD_COLUMNS}. */
export function heldStateOf(row: readonly (Value | undefined)[]): HeldState {
  const [shares, cost, officialAmount, officialAvg] = row.map(Number)
  return {
    shares: shares ?? 0,
    cost: cost ?? 0,
    officialAmount: officialAmount ?? 0,
    officialAvg: officialAvg ?? 0,
  }
}

/** What positions held at the close before a day of each. */
export async function heldBefore(
  sql: Sql,
  positions: readonly (PositionId & { before: Day })[],
): Promise<(HeldState | undefined)[]> {
  return ledgerOf(sql).lastDays(positions, HELD_COLUMNS)
}
