import type { Tab } from '../metrics/leaderboards.ts'
import type { BoardOrder, TraderStats } from '../store/snapshot-reader.ts'
import { decimalOf } from './decimal.ts'
import type { Leaderboard } from './leaderboard.ts'
import type { Entry } from './leaderboard-entry.ts'
import type { Loaders } from './loaders.ts'
import type { RowRange } from './row-limit.ts'

/** The rows of a part of a board's order. */
export async function readEntries(
  { definition: { id: board, tab, period }, snapshot }: Leaderboard,
  { traders, previous, scores }: BoardOrder,
  { from, to }: RowRange,
  { identities, stats }: Loaders,
): Promise<Entry[]> {
  const ids = Array.from(traders.subarray(from, to))
  const ofPeriod = stats(period)
  const [rows, numbers] = await Promise.all([
    Promise.all(ids.map((id) => identities.load(id))),
    Promise.all(ids.map((id) => ofPeriod.load(id))),
  ])
  return ids.map((id, i) => {
    const row = rows[i]
    const own = numbers[i]
    if (!row || !own)
      throw new Error(`Trader ${id} stands on ${board} of snapshot ${snapshot.id} without numbers`)
    const previousRank = previous?.[from + i] || null
    const value = shownValue(tab, own, scores?.[from + i] ?? null)
    return { tab, snapshot, rank: from + i + 1, previousRank, row, value, numbers: own }
  })
}

/** What orders a row, in the unit that the API shows. A board that keeps scores is ordered by them. */
function shownValue({ metric }: Tab, numbers: TraderStats, score: number | null): number | null {
  switch (metric) {
    case 'pnl':
      return decimalOf(numbers.pnl)
    case 'volume':
      return decimalOf(numbers.volume)
    case 'roi':
      return numbers.roi
    default:
      return score
  }
}
