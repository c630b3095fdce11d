import type { LeaderboardDefinition } from '../metrics/leaderboards.ts'
import type { Snapshot } from '../store/snapshot-reader.ts'
import type { RequestContext } from './context.ts'
import type { Entry } from './leaderboard-entry.ts'

/**
 * The first rows of a board, best first: at most `limit` of them, none where the snapshot has no such board.
 * Two statements for any number of rows up to 500.
 */
export async function readEntries(
  snapshot: Snapshot,
  board: LeaderboardDefinition,
  limit: number,
  { reader, loaders }: Pick<RequestContext, 'reader' | 'loaders'>,
): Promise<Entry[]> {
  const order = await reader.order(snapshot, board.id)
  if (!order) return []
  const ids = Array.from(order.traders.subarray(0, limit))
  const { identities, stats } = loaders(snapshot)
  const ofPeriod = stats(board.period)
  const [rows, numbers] = await Promise.all([
    Promise.all(ids.map((id) => identities.load(id))),
    Promise.all(ids.map((id) => ofPeriod.load(id))),
  ])
  return ids.map((id, i) => {
    const row = rows[i]
    const own = numbers[i]
    if (!row || !own)
      throw new Error(`Trader ${id} stands on ${board.id} of snapshot ${snapshot.id} without numbers`)
    const previousRank = order.previous?.[i] || null
    return { tab: board.tab, snapshot, rank: i + 1, previousRank, row, numbers: own }
  })
}
