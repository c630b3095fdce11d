import type { Day } from '../../ledger/quantities.ts'
import type { Sql, Value } from '../database.ts'
import { HELD_COLUMNS, type HeldState, heldStateOf } from './held-state.ts'

/** What positions held at the close before a day: where a fold of them from that day on goes on. */
export async function heldBefore(
  tx: Sql,
  positions: readonly { token: number; trader: number }[],
  dayOf: (trader: number) => Day,
): Promise<(HeldState | undefined)[]> {
  const rows = await tx.findEach<Record<string, Value>>(
    { trader_id: 'int', token_id: 'int', before: 'int' },
    {
      trader_id: positions.map(({ trader }) => trader),
      token_id: positions.map(({ token }) => token),
      before: positions.map(({ trader }) => dayOf(trader)),
    },
    positions.length,
    `SELECT ${HELD_COLUMNS.join(', ')} FROM position_days WHERE trader_id = :trader_id AND token_id = :token_id ` +
      'AND day < :before ORDER BY day DESC LIMIT 1',
  )
  return rows.map((row) => row && heldStateOf(HELD_COLUMNS.map((column) => row[column])))
}
