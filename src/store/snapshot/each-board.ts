import { LEADERBOARDS, type LeaderboardDefinition } from '../../metrics/leaderboards.ts'
import { PERIODS } from '../../metrics/periods.ts'
import type { Sql } from '../engine/database.ts'
import type { BoardColumns } from './board-of.ts'
import { firstDayOf } from './read-boards.ts'
import { readScores, readStandings } from './read-columns.ts'
import type { Snapshot } from './snapshot-reader.ts'

/** A snapshot's boards with what each is read from at its cutoff, null where that is lost: one period after another, whose columns they share. */
export async function* eachBoard(
  sql: Sql,
  snapshot: Pick<Snapshot, 'id' | 'cutoff'>,
): AsyncGenerator<{ board: LeaderboardDefinition; columns: BoardColumns | null }> {
  for (const period of PERIODS) {
    const firstDay = firstDayOf({ period }, snapshot)
    const standings = await readStandings(sql, snapshot, { firstDay, category: 0 }, false)
    for (const board of LEADERBOARDS) {
      if (board.period !== period) continue
      const scores = board.tab.isScored ? await readScores(sql, snapshot, board.id, false) : null
      const isWhole = standings !== null && (scores !== null || !board.tab.isScored)
      yield { board, columns: isWhole ? { standings, scores } : null }
    }
  }
}
