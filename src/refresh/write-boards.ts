import { LEADERBOARDS, type LeaderboardDefinition } from '../metrics/leaderboards.ts'
import type { Sql } from '../store/database.ts'
import { BOARDS } from '../store/tables.ts'
import type { AllOrders, AllStandings } from './basis.ts'
import { boardOrder } from './board-order.ts'
import { previousRanks } from './previous-ranks.ts'
import { emptyStandings, type Standings } from './standings.ts'
import type { TraderOrder } from './trader-order.ts'

/** What every board of a snapshot is sorted from. */
export interface BoardSources {
  standings: AllStandings
  order: TraderOrder
  /** The boards before the standings' changes; null where they are not known. */
  known: AllOrders | null
  /** False where the ledger had not begun the day before: nobody stood anywhere, and no rank is previous. */
  hasDayBefore: boolean
}

/** Sorts and writes every board, and answers their orders. */
export async function writeBoards(
  tx: Sql,
  snapshot: number,
  { standings, order, known, hasDayBefore }: BoardSources,
  onBoard: (done: number) => void,
): Promise<AllOrders> {
  const scratch = new Int32Array(order.addressRank.length)
  const orders = { now: new Map<string, Int32Array>(), dayBefore: new Map<string, Int32Array>() }
  for (const [i, board] of LEADERBOARDS.entries()) {
    const sorted = (moment: keyof AllOrders) =>
      orderOf(board, standings[moment], order, known?.[moment].get(board.id) ?? null)
    const traders = sorted('now')
    const before = sorted('dayBefore')
    const columns = {
      snapshot_id: [snapshot],
      board: [board.id],
      entry_count: [traders.length],
      traders: [bytesOf(traders)],
      previous: [hasDayBefore ? bytesOf(previousRanks(traders, before, scratch)) : null],
    }
    await tx.upsert(BOARDS, columns, 1)
    orders.now.set(board.id, traders)
    orders.dayBefore.set(board.id, before)
    onBoard(i + 1)
  }
  return orders
}

function orderOf(
  { tab, period }: LeaderboardDefinition,
  standings: ReadonlyMap<number, Standings>,
  { addressRank }: TraderOrder,
  known: Int32Array | null,
): Int32Array {
  return boardOrder(tab, standings.get(period.code) ?? emptyStandings(), addressRank, known)
}

/** A Buffer: pg takes no other bytes. */
function bytesOf(integers: Int32Array): Uint8Array {
  return Buffer.from(integers.buffer, integers.byteOffset, integers.byteLength)
}
