import type { Day } from '../../ledger/quantities.ts'
import { dayBeforeWindow, PERIODS } from '../../metrics/periods.ts'
import type { Sql } from '../../store/database.ts'
import { BOARD_SCORES, EVER, STANDINGS } from '../../store/snapshot/snapshot-columns.ts'
import { bytesOf, packStandings, type Standings } from '../../store/snapshot/standings.ts'
import type { ScoreBook } from '../boards/score-book.ts'

/** Writes what a snapshot's boards are read from at its cutoff, or at the close of the day before. */
export async function writeStandings(
  tx: Sql,
  snapshot: number,
  last: Day,
  standings: readonly (Standings | null)[],
  { scores }: ScoreBook,
  isDayBefore: boolean,
): Promise<void> {
  const day_before = [isDayBefore ? 1 : 0]
  for (const [i, period] of PERIODS.entries()) {
    const own = standings[i]
    if (!own) continue
    const before = dayBeforeWindow(period, last)
    const columns = {
      snapshot_id: [snapshot],
      // The windows of the day before begin a day earlier, and go by the names of those that they are compared with.
      first_day: [before === null ? EVER : before + 1],
      category: [0],
      day_before,
      bytes: [packStandings(own)],
    }
    await tx.upsert(STANDINGS, columns, 1)
  }
  for (const [board, byTrader] of scores) {
    const rows = [...byTrader].sort(([a], [b]) => a - b)
    const columns = {
      snapshot_id: [snapshot],
      board: [board],
      day_before,
      traders: [bytesOf(Int32Array.from(rows, ([trader]) => trader))],
      scores: [bytesOf(Float64Array.from(rows, ([, score]) => score))],
    }
    await tx.upsert(BOARD_SCORES, columns, 1)
  }
}
