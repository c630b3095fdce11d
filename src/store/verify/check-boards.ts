import { LEADERBOARDS, type LeaderboardDefinition, MIN_ROI_VOLUME } from '../../metrics/leaderboards.ts'
import type { Database } from '../database.ts'
import { IS_SHOWN, SHOWN, SHOWN_STATS, shownAt } from '../shown-stats.ts'
import { isScoredInOrder } from './scored-board.ts'

/** What the boards of the kept snapshots came to. */
export interface BoardsReport {
  snapshots: number
  boards: number
  /** Boards whose order is not that of their traders' numbers, as `snapshot/board`. */
  wrong: string[]
}

/** SQL for the numbers that order a board. */
const METRICS: Readonly<Record<string, string>> = { pnl: SHOWN.pnl, volume: 's.volume', roi: SHOWN.roi }

/** Sorts each board of each kept snapshot again, from the numbers that the profiles show. */
export async function checkBoards(db: Database): Promise<BoardsReport> {
  const snapshots = await db.all<{ id: number }>('SELECT id FROM snapshots ORDER BY id')
  const report: BoardsReport = { snapshots: snapshots.length, boards: 0, wrong: [] }
  for (const { id } of snapshots) {
    for (const board of LEADERBOARDS) {
      const metric = METRICS[board.tab.metric]
      const holds = metric === undefined ? isScoredInOrder(db, id, board) : isInOrder(db, id, board, metric)
      report.boards++
      if (!(await holds)) report.wrong.push(`${id}/${board.id}`)
    }
  }
  return report
}

async function isInOrder(
  db: Database,
  snapshot: number,
  { id, tab, period }: LeaderboardDefinition,
  metric: string,
): Promise<boolean> {
  const stored = await db.get<{ entry_count: number; traders: Uint8Array }>(
    'SELECT entry_count, traders FROM boards WHERE snapshot_id = ? AND board = ?',
    [snapshot, id],
  )
  if (!stored) return false
  const eligible = tab.metric === 'roi' ? `AND s.roi IS NOT NULL AND s.volume >= ${MIN_ROI_VOLUME}` : ''
  const collation = db.dialect === 'postgres' ? 'COLLATE "C"' : ''
  const rows = await db.all<{ trader_id: number }>(
    `SELECT s.trader_id FROM ${SHOWN_STATS} JOIN traders t ON t.id = s.trader_id ` +
      `WHERE s.period = ? AND ${IS_SHOWN} AND s.fills > 0 ${eligible} ` +
      `ORDER BY ${metric} DESC, s.volume DESC, t.address ${collation}`,
    [...shownAt(snapshot), period.code, ...shownAt(snapshot)],
  )
  const order = new Int32Array(Uint8Array.from(stored.traders).buffer)
  return (
    stored.entry_count === rows.length &&
    order.length === rows.length &&
    rows.every((row, i) => row.trader_id === order[i])
  )
}
