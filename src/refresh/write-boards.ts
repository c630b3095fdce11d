import type { Day } from '../ledger/quantities.ts'
import { LEADERBOARDS, type LeaderboardDefinition } from '../metrics/leaderboards.ts'
import type { Sql } from '../store/database.ts'
import { BOARDS } from '../store/snapshot-tables.ts'
import type { AllOrders, AllStandings } from './basis.ts'
import { boardOrder } from './board-order.ts'
import { bytesOf } from './bytes-of.ts'
import { botsName, type Figures, type Moment, PARTIAL_FROM, scoreName } from './figures.ts'
import { previousRanks } from './previous-ranks.ts'
import { type ScoredOrder, scoredOrder } from './scored-order.ts'
import { emptyStandings } from './standings.ts'
import type { TraderOrder } from './trader-order.ts'

/** What every board of a snapshot is sorted from. */
export interface BoardSources {
  standings: AllStandings
  figures: Figures
  order: TraderOrder
  /** The boards before the standings' changes; null where they are not known. */
  known: AllOrders | null
  /** False where the ledger had not begun the day before: nobody stood anywhere, and no rank is previous. */
  hasDayBefore: boolean
  /** The cutoff's day. */
  day: Day
  /** Whose coverage is GAP. */
  gaps: Record<Moment, ReadonlySet<number>>
}

/** Sorts and writes every board, and answers their orders. */
export async function writeBoards(
  tx: Sql,
  snapshot: number,
  sources: BoardSources,
  onBoard: (done: number) => void,
): Promise<AllOrders> {
  const { order, hasDayBefore } = sources
  const [isBot, isPartial] = [botsOf(sources.figures), partialsOf(sources)]
  const scratch = new Int32Array(order.addressRank.length)
  const orders = { now: new Map<string, Int32Array>(), dayBefore: new Map<string, Int32Array>() }
  for (const [i, board] of LEADERBOARDS.entries()) {
    const { traders, scores } = orderOf(board, 'now', sources)
    const before = orderOf(board, 'dayBefore', sources).traders
    const columns = {
      snapshot_id: [snapshot],
      board: [board.id],
      entry_count: [traders.length],
      traders: [bytesOf(traders)],
      previous: [hasDayBefore ? bytesOf(previousRanks(traders, before, scratch)) : null],
      scores: [scores && bytesOf(scores)],
      bots: [bytesOf(ranksOf(traders, isBot.now))],
      previous_bots: [hasDayBefore ? bytesOf(ranksOf(before, isBot.dayBefore)) : null],
      partials: [bytesOf(ranksOf(traders, isPartial.now))],
      previous_partials: [hasDayBefore ? bytesOf(ranksOf(before, isPartial.dayBefore)) : null],
    }
    await tx.upsert(BOARDS, columns, 1)
    orders.now.set(board.id, traders)
    orders.dayBefore.set(board.id, before)
    onBoard(i + 1)
  }
  return orders
}

type Order = Pick<ScoredOrder, 'traders'> & { scores: Float64Array | null }

function orderOf(
  { id, tab, period }: LeaderboardDefinition,
  moment: Moment,
  { standings, figures, order: { addressRank }, known }: BoardSources,
): Order {
  const ofPeriod = standings[moment].get(period.code) ?? emptyStandings()
  const figure = figures.get(scoreName(moment, id))
  if (figure) return scoredOrder(figure, ofPeriod, addressRank)
  return { traders: boardOrder(tab, ofPeriod, addressRank, known?.[moment].get(id) ?? null), scores: null }
}

type IsOne = (trader: number) => boolean

function botsOf(figures: Figures): Record<Moment, IsOne> {
  const at = (moment: Moment): IsOne => {
    const bots = figures.get(botsName(moment))?.values
    return (trader) => bots?.has(trader) ?? false
  }
  return { now: at('now'), dayBefore: at('dayBefore') }
}

function partialsOf({ figures, gaps, day }: BoardSources): Record<Moment, IsOne> {
  const from = figures.get(PARTIAL_FROM)?.values
  const at =
    (moment: Moment, on: Day): IsOne =>
    (trader) =>
      (from?.get(trader) ?? Number.POSITIVE_INFINITY) <= on || gaps[moment].has(trader)
  return { now: at('now', day), dayBefore: at('dayBefore', day - 1) }
}

/** The ranks that some traders have on a board, ascending. */
function ranksOf(traders: Int32Array, isOne: IsOne): Int32Array {
  const ranks: number[] = []
  traders.forEach((trader, row) => {
    if (isOne(trader)) ranks.push(row + 1)
  })
  return Int32Array.from(ranks)
}
