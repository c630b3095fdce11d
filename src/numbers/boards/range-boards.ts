import { defined } from '../../checks.ts'
import type { Day } from '../../ledger/quantities.ts'
import type { Ranking } from '../../metrics/leaderboards.ts'
import type { PeriodDefinition } from '../../metrics/periods.ts'
import { boardOf } from '../../store/snapshot/board-of.ts'
import { newStandings, type Standings } from '../../store/snapshot/standings.ts'
import type { AddressOrder } from '../publish/address-order.ts'
import type { WindowNumbers } from '../windows/windows-of.ts'
import type { TraderScores } from './trader-scores.ts'

/** Boards and other orders to compute, and the days to compute them as of. */
export interface TopsAsked {
  /** One or more, ascending, none of them before the ledger's first day. */
  days: readonly Day[]
  boards: readonly Ranking[]
  /** How many traders of each board, 1 or more. */
  size: number
}

/** The first traders of a board as of a day, best first. */
export interface BoardTop {
  day: Day
  board: string
  traders: number[]
}

/** Boards as of several days while traders are added range by range: each range leaves only their first traders. */
export interface RangeBoards {
  /**
   * Adds a trader with the numbers of each day's periods.
   * @param isCandidate keeps the rows of days without a trade, which may get a score
   */
  put(trader: number, numbers: readonly WindowNumbers[], isCandidate: boolean): void
  /** Adds what a trader has scored on the day of a place. */
  putScores(day: number, trader: number, scores: TraderScores): void
  /** Drops all that are on no board's top. */
  cut(): void
  /** The first traders of each day's boards, best first. */
  tops(): BoardTop[]
}

/** Rows of a day's period, in no order. */
interface Rows {
  trader: number[]
  pnl: number[]
  volume: number[]
  stake: number[]
  fills: number[]
}
const COLUMNS = ['trader', 'pnl', 'volume', 'stake', 'fills'] as const

/** Creates boards without traders. @param periods those of the numbers, in their order */
export function createRangeBoards(
  { days, boards, size, periods }: TopsAsked & { periods: readonly PeriodDefinition[] },
  order: AddressOrder,
): RangeBoards {
  const addressRank = new Int32Array(order.hidden.length)
  for (const [rank, trader] of order.traders.entries()) addressRank[trader] = rank
  const rows = days.flatMap(() => periods.map(emptyRows))
  const scores = days.map(() => new Map(boards.map(({ id }) => [id, new Map<number, number>()])))
  const scored = boards.filter(({ tab }) => tab.isScored)

  const topsOf = (day: number, period: number, standings: Standings) =>
    boards
      .filter((board) => board.period === periods[period])
      .map(({ id, tab }) => {
        const own = tab.isScored ? defined(scores[day]?.get(id)) : null
        const { traders } = boardOf(tab, { standings, scores: own }, null, {}, undefined, size)
        return { id, traders }
      })
  const places = days.flatMap((_, day) => periods.map((_, period) => ({ day, period })))

  return {
    put(trader, numbers, isCandidate) {
      for (const [place, { pnl, volume, stake, fills }] of numbers.entries()) {
        if (fills === 0 && !isCandidate) continue
        const own = defined(rows[place])
        own.trader.push(trader)
        own.pnl.push(pnl)
        own.volume.push(Number(volume))
        own.stake.push(Number(stake))
        own.fills.push(fills)
      }
    },
    putScores(day, trader, own) {
      for (const board of scored) {
        const score = own.scoreOf(board)
        if (score !== null) scores[day]?.get(board.id)?.set(trader, score)
      }
    },
    cut() {
      for (const [place, { day, period }] of places.entries()) {
        const own = defined(rows[place])
        const kept = new Set<number>()
        for (const { id, traders } of topsOf(day, period, inOrder(own, addressRank))) {
          for (const trader of traders) kept.add(trader)
          const ofBoard = scores[day]?.get(id)
          const first = new Set(traders)
          for (const trader of ofBoard?.keys() ?? []) if (!first.has(trader)) ofBoard?.delete(trader)
        }
        rows[place] = among(own, kept)
      }
    },
    tops() {
      const all = places.flatMap(({ day, period }, place) =>
        topsOf(day, period, inOrder(defined(rows[place]), addressRank)).map(({ id, traders }) => {
          return { day: defined(days[day]), board: id, traders: [...traders] }
        }),
      )
      return days.flatMap((day) =>
        boards.map(({ id }) => defined(all.find((top) => top.day === day && top.board === id))),
      )
    },
  }
}

function emptyRows(): Rows {
  return { trader: [], pnl: [], volume: [], stake: [], fills: [] }
}

/** Rows as standings are: in the byte order of addresses. */
function inOrder(rows: Rows, addressRank: Int32Array): Standings {
  const rankAt = (row: number) => defined(addressRank[defined(rows.trader[row])])
  const order = Uint32Array.from(rows.trader.keys()).sort((a, b) => rankAt(a) - rankAt(b))
  const standings = newStandings(order.length)
  for (const name of COLUMNS) {
    const [from, into] = [rows[name], standings[name]]
    for (const [place, row] of order.entries()) into[place] = defined(from[row])
  }
  return standings
}

function among(rows: Rows, kept: ReadonlySet<number>): Rows {
  const left = emptyRows()
  for (const [row, trader] of rows.trader.entries())
    if (kept.has(trader)) for (const name of COLUMNS) left[name].push(defined(rows[name][row]))
  return left
}
