import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { lastDaysBefore } from '../ledger/position-days.ts'
import { HELD_COLUMNS, type HeldState, heldStateOf } from './held-state.ts'

/** What positions held at the close before a day: where a fold of them from that day on goes on. */
export async function heldBefore(
  tx: Sql,
  positions: readonly { token: number; trader: number }[],
  dayOf: (trader: number) => Day,
): Promise<(HeldState | undefined)[]> {
  const rows = await lastDaysBefore(
    tx,
    HELD_COLUMNS,
    positions.map(({ token, trader }) => ({ token, trader, before: dayOf(trader) })),
  )
  return rows.map((row) => row && heldStateOf(row))
}
