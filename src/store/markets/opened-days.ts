import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { ledgerOf } from '../ledger/ledger.ts'
import type { PositionId } from '../ledger/position-day.ts'

/** The UTC day of the first event of some positions, up to a day's close; null for one without an event. */
export async function openedDays(
  sql: Sql,
  positions: readonly PositionId[],
  { upTo, at }: { upTo: Day; at: number | null },
): Promise<(Day | null)[]> {
  const ascending = (of: (position: PositionId) => number) =>
    [...new Set(positions.map(of))].sort((a, b) => a - b)
  const [traders, tokens] = [ascending(({ trader }) => trader), ascending(({ token }) => token)]
  const nameOf = ({ trader, token }: PositionId) => `${trader} ${token}`
  const first = new Map<string, Day>()
  for await (const part of ledgerOf(sql).days({ columns: [], traders, tokens, upTo, at }))
    for (const row of part.records()) if (!first.has(nameOf(row))) first.set(nameOf(row), row.day)
  return positions.map((position) => first.get(nameOf(position)) ?? null)
}
