import type { BoardOrder } from '../../store/snapshot/snapshot-reader.ts'
import type { Loaders } from '../kit/loaders.ts'
import type { RowRange } from '../kit/row-limit.ts'
import { type Leaderboard, scopeOf } from './find-leaderboard.ts'
import type { Entry } from './leaderboard-entry.ts'
import { shownValue } from './row-numbers.ts'

/** The rows of a part of a board's order, with who stands there. */
export async function readEntries(
  board: Leaderboard,
  { traders, previous, scores }: BoardOrder,
  { from, to }: RowRange,
  { identities, stats }: Loaders,
): Promise<Entry[]> {
  const { tab, id: name } = board.definition
  const { snapshot } = board
  const ids = Array.from(traders.subarray(from, to))
  const inScope = stats(scopeOf(board))
  const [rows, numbers] = await Promise.all([
    Promise.all(ids.map((id) => identities.load(id))),
    Promise.all(ids.map((id) => inScope.load(id))),
  ])
  return ids.map((id, i) => {
    const row = rows[i]
    const own = numbers[i]
    if (!row || !own) throw new Error(`Trader ${id} is on ${name} of snapshot ${snapshot.id} without numbers`)
    const previousRank = previous?.[from + i] || null
    const value = shownValue(tab, own, scores?.[from + i] ?? null)
    return {
      tab,
      snapshot,
      rank: from + i + 1,
      previousRank,
      row,
      untracked: own.untracked,
      value,
      numbers: own,
    }
  })
}
