import { LEADERBOARDS, type LeaderboardDefinition } from '../metrics/leaderboards.ts'
import type { Sql } from '../store/database.ts'
import { BOARDS } from '../store/tables.ts'
import { boardOrder } from './board-order.ts'
import { previousRanks } from './previous-ranks.ts'
import { emptyStandings, type Standings } from './standings.ts'
import type { TraderOrder } from './trader-order.ts'

/** What every board of a snapshot is sorted from: standings by period code. */
export interface BoardStandings {
  now: ReadonlyMap<number, Standings>
  /** The same at the close of the day before; null where the ledger had not begun. */
  dayBefore: ReadonlyMap<number, Standings> | null
}

/** Sorts and writes every board; answers how many there are. */
export async function writeBoards(
  tx: Sql,
  snapshot: number,
  standings: BoardStandings,
  order: TraderOrder,
  onBoard: (done: number) => void,
): Promise<number> {
  const scratch = new Int32Array(order.addressRank.length)
  for (const [i, board] of LEADERBOARDS.entries()) {
    const traders = orderOf(board, standings.now, order)
    const before = standings.dayBefore === null ? null : orderOf(board, standings.dayBefore, order)
    const columns = {
      snapshot_id: [snapshot],
      board: [board.id],
      entry_count: [traders.length],
      traders: [bytesOf(traders)],
      previous: [before === null ? null : bytesOf(previousRanks(traders, before, scratch))],
    }
    await tx.upsert(BOARDS, columns, 1)
    onBoard(i + 1)
  }
  return LEADERBOARDS.length
}

function orderOf(
  { tab, period }: LeaderboardDefinition,
  standings: ReadonlyMap<number, Standings>,
  { addressRank }: TraderOrder,
): Int32Array {
  return boardOrder(tab, standings.get(period.code) ?? emptyStandings(), addressRank)
}

/** A Buffer: pg takes no other bytes. */
function bytesOf(integers: Int32Array): Uint8Array {
  return Buffer.from(integers.buffer, integers.byteOffset, integers.byteLength)
}
