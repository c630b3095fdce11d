import type { Address } from '../../ledger/quantities.ts'
import { LEADERBOARDS, type LeaderboardDefinition, MIN_ROI_VOLUME } from '../../metrics/leaderboards.ts'
import { PERIODS } from '../../metrics/periods.ts'
import type { Database } from '../database.ts'
import { IS_NOT_OPTED_OUT } from '../opted-out.ts'
import { type SnapshotReader, type TraderStats, wholePeriod } from '../snapshot-reader.ts'
import { type SnapshotRow, snapshotOf } from '../snapshot-row.ts'
import { isScoredInOrder } from './scored-board.ts'

/** What the boards of the kept snapshots came to. */
export interface BoardsReport {
  snapshots: number
  boards: number
  /** Boards whose order is not that of their traders' numbers, as `snapshot/board`. */
  wrong: string[]
}

/** A trader's numbers of a period, as the profile shows them. */
export interface Numbered
  extends Pick<TraderStats, 'trader' | 'pnl' | 'volume' | 'roi' | 'fills' | 'sharpeRatio'> {
  address: Address
}

/** Sorts each board of each kept snapshot again, from the numbers that the profiles show. */
export async function checkBoards(db: Database, stats: SnapshotReader['stats']): Promise<BoardsReport> {
  const snapshots = await db.all<SnapshotRow>('SELECT s.*, 0 AS simulated FROM snapshots s ORDER BY s.id')
  const report: BoardsReport = { snapshots: snapshots.length, boards: 0, wrong: [] }
  for (const row of snapshots) {
    const numbers = await readNumbers(db, stats, row)
    for (const board of LEADERBOARDS) {
      const ofPeriod = numbers.get(board.period.code) ?? []
      const { tab } = board
      const holds = tab.isScored
        ? await isScoredInOrder(db, row.id, board, ofPeriod, numbers.get(ALL_TIME) ?? [])
        : await isInOrder(db, row.id, board, ofPeriod)
      report.boards++
      if (!holds) report.wrong.push(`${row.id}/${board.id}`)
    }
  }
  return report
}

const ALL_TIME = 0
const PAGE = 500

/** Everybody's numbers in a snapshot, by period code. */
async function readNumbers(
  db: Database,
  stats: SnapshotReader['stats'],
  row: SnapshotRow,
): Promise<Map<number, Numbered[]>> {
  const snapshot = snapshotOf(row)
  const numbers = new Map(PERIODS.map(({ code }) => [code as number, [] as Numbered[]]))
  for (let after = 0; ; ) {
    const traders = await db.all<{ id: number; address: Address }>(
      `SELECT t.id, t.address FROM traders t WHERE t.id > ? AND ${IS_NOT_OPTED_OUT} ORDER BY t.id LIMIT ${PAGE}`,
      [after],
    )
    for (const period of PERIODS) {
      const shown = await stats(
        snapshot,
        wholePeriod(period),
        traders.map(({ id }) => id),
      )
      for (const { id, address } of traders) {
        const own = shown.get(id)
        if (own === undefined) continue
        const { trader, pnl, volume, roi, fills, sharpeRatio } = own
        numbers.get(period.code)?.push({ trader, pnl, volume, roi, fills, sharpeRatio, address })
      }
    }
    if (traders.length < PAGE) return numbers
    after = traders.at(-1)?.id ?? after
  }
}

async function isInOrder(
  db: Database,
  snapshot: number,
  { id, tab }: LeaderboardDefinition,
  numbers: readonly Numbered[],
): Promise<boolean> {
  const stored = await db.get<{ entry_count: number; traders: Uint8Array }>(
    'SELECT entry_count, traders FROM boards WHERE snapshot_id = ? AND board = ?',
    [snapshot, id],
  )
  if (!stored) return false
  const worth = (own: Numbered) => Number(own[tab.metric as 'pnl' | 'volume' | 'roi'])
  const eligible = (own: Numbered) =>
    own.fills > 0 && (tab.metric !== 'roi' || (own.roi !== null && own.volume >= MIN_ROI_VOLUME))
  const expected = numbers
    .filter(eligible)
    .sort((a, b) => worth(b) - worth(a) || b.volume - a.volume || (a.address < b.address ? -1 : 1))
  const order = new Int32Array(Uint8Array.from(stored.traders).buffer)
  return (
    stored.entry_count === expected.length &&
    order.length === expected.length &&
    expected.every((own, i) => own.trader === order[i])
  )
}
