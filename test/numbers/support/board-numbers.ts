import { LEADERBOARDS } from '../../../src/metrics/leaderboards.ts'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import {
  type ShownNumbers,
  type TraderStats,
  wholePeriod,
} from '../../../src/store/snapshot/snapshot-reader.ts'
import { snapshotNamed } from './shown-rows.ts'

/** The numbers of a row that its snapshot holds, or those of a profile. */
type RowNumbers = [board: string, trader: number, numbers: ShownNumbers | undefined]

/** The numbers of every row of every board, as they were published and as its trader's profile has them. */
export async function boardNumbers(
  db: Database,
  id: number,
): Promise<{ published: RowNumbers[]; computed: RowNumbers[] }> {
  const reader = createReader(db)
  const snapshot = await snapshotNamed(db, id)
  const [published, computed]: [RowNumbers[], RowNumbers[]] = [[], []]
  for (const board of LEADERBOARDS) {
    const traders = [...((await reader.order(snapshot, board.id))?.traders ?? [])]
    const numbersOf = await reader.shownNumbers(snapshot, board)
    const stats = await reader.stats(snapshot, wholePeriod(board.period), traders)
    for (const trader of traders) {
      published.push([board.id, trader, numbersOf?.get(trader)])
      computed.push([board.id, trader, numbersIn(stats.get(trader))])
    }
  }
  return { published, computed }
}

function numbersIn(stats: TraderStats | undefined): ShownNumbers | undefined {
  if (stats === undefined) return undefined
  const { realized, markets, wins, losses, winRate, botProbability } = stats
  const { sharpeRatio, sortinoRatio, profitFactor, maxDrawdown, maxDrawdownPct } = stats
  return {
    realized,
    markets,
    wins,
    losses,
    winRate,
    botProbability,
    sharpeRatio,
    sortinoRatio,
    profitFactor,
    maxDrawdown,
    maxDrawdownPct,
  }
}
