import type { Tab } from '../metrics/leaderboards.ts'
import type { TraderStats } from '../store/snapshot-reader.ts'
import type { RequestContext } from './context.ts'
import { decimalOf } from './decimal.ts'
import type { Leaderboard } from './leaderboard.ts'
import type { Entry } from './leaderboard-entry.ts'

/**
 * The first rows of a board, best first: at most as many as its limit, none where the snapshot has no such board.
 * Two statements for any number of rows up to 500.
 */
export async function readEntries(
  { definition: { id: board, tab, period }, snapshot, limit, filter }: Leaderboard,
  { reader, loaders }: Pick<RequestContext, 'reader' | 'loaders'>,
): Promise<Entry[]> {
  const order = await reader.order(snapshot, board, filter)
  if (!order) return []
  const ids = Array.from(order.traders.subarray(0, limit.rows))
  const { identities, stats } = loaders(snapshot)
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
    const previousRank = order.previous?.[i] || null
    const value = shownValue(tab, own, order.scores?.[i] ?? null)
    return { tab, snapshot, rank: i + 1, previousRank, row, value, numbers: own }
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
