import { defined } from '../../checks.ts'
import {
  compareRanks,
  LEADERBOARDS,
  type LeaderboardDefinition,
  MAX_ROWS,
  PERIODS,
  type PeriodDefinition,
} from '../../metrics/leaderboards.ts'
import { boardOf, standingScore } from '../../store/snapshot/board-of.ts'
import { type ChangedRows, placesOf, type Standings } from '../../store/snapshot/standings.ts'
import type { ScoreBook } from '../boards/trader-scores.ts'

/** Traders that are kept besides those whom a board shows, for those who fall: without any left, everybody is ranked again. */
const SPARE = 200

/** A board's traders whose metric is above a floor, from one publication to the next. */
interface Firsts {
  board: LeaderboardDefinition
  /** Everybody with a metric above it is kept; null before the board is ranked. */
  floor: number | null
  metrics: Map<number, number>
}

/** Standings of a period, the scores, and the rows that changed since the last publication; null where these are not known. */
export interface Ranked {
  standings: Standings
  scores: ScoreBook
  changed: ChangedRows | null
}

/** The first traders of every board. A publication goes through the rows that have changed. */
export interface BoardFirsts {
  /** The traders whom a period's boards show. */
  shownIn(period: PeriodDefinition, ranked: Ranked): Set<number>
}

/** First traders that are ranked when they are asked for. @param most traders of each board */
export function createBoardFirsts(most: number = MAX_ROWS, spare: number = SPARE): BoardFirsts {
  const boards = new Map(
    PERIODS.map((period) => {
      const own = LEADERBOARDS.filter((board) => board.period === period)
      return [period, own.map((board): Firsts => ({ board, floor: null, metrics: new Map() }))]
    }),
  )
  return {
    shownIn(period, ranked) {
      const shown = new Set<number>()
      for (const firsts of boards.get(period) ?? []) {
        update(firsts, ranked)
        if (isShort(firsts, most)) rankAgain(firsts, ranked, most, spare)
        addFirst(shown, firsts, ranked, most)
      }
      return shown
    },
  }
}

function scoresOf({ board }: Firsts, { scores }: Ranked): ReadonlyMap<number, number> | null {
  return board.tab.isScored ? defined(scores.scores.get(board.id)) : null
}

/** Takes what changed; where that is not known, the board is to be ranked again. */
function update(firsts: Firsts, { standings, scores, changed }: Ranked): void {
  const { board, floor, metrics } = firsts
  if (floor === null || changed === null) {
    firsts.floor = null
    return
  }
  const put = (trader: number, metric: number) => {
    if (metric > floor) metrics.set(trader, metric)
    else metrics.delete(trader)
  }
  if (board.tab.isScored) {
    const own = scores.scores.get(board.id)
    for (const trader of scores.touched.get(board.id) ?? []) put(trader, own?.get(trader) ?? Number.NaN)
    return
  }
  const { trader, fills, pnl, volume, stake } = standings
  for (const row of changed.rows) {
    const isOn = defined(fills[row]) > 0
    const metric = standingScore(board.tab, defined(pnl[row]), defined(volume[row]), defined(stake[row]))
    put(defined(trader[row]), isOn ? metric : Number.NaN)
  }
}

/** Whether others than those above the floor may be among the first. */
function isShort({ floor, metrics }: Firsts, most: number): boolean {
  return floor === null || (metrics.size < most && floor > Number.NEGATIVE_INFINITY)
}

function rankAgain(firsts: Firsts, ranked: Ranked, most: number, spare: number): void {
  const columns = { standings: ranked.standings, scores: scoresOf(firsts, ranked) }
  const { traders, cells } = boardOf(firsts.board.tab, columns, null, null, undefined, most + spare)
  const floor = traders.length < most + spare ? Number.NEGATIVE_INFINITY : defined(cells.metric.at(-1))
  const all = Array.from(traders, (trader, place): [number, number] => [trader, defined(cells.metric[place])])
  // Of those on the floor itself, others may not be among the first.
  firsts.metrics = new Map(all.filter(([, metric]) => metric > floor))
  firsts.floor = floor
  if (!isShort(firsts, most)) return
  // Too many are equal there: the board is ranked each time.
  firsts.metrics = new Map(all)
  firsts.floor = null
}

/** Adds a board's first traders: all above the last one's metric, and of its equals as many as there are places for. */
function addFirst(shown: Set<number>, { metrics }: Firsts, { standings }: Ranked, most: number): void {
  if (metrics.size <= most) {
    for (const trader of metrics.keys()) shown.add(trader)
    return
  }
  const values = new Float64Array(metrics.size)
  let next = 0
  for (const metric of metrics.values()) values[next++] = metric
  const least = defined(values.sort().at(-most))
  const equals: number[] = []
  let above = 0
  for (const [trader, metric] of metrics) {
    if (metric === least) equals.push(trader)
    if (metric <= least) continue
    shown.add(trader)
    above++
  }
  if (above + equals.length > most) {
    const places = placesOf(standings)
    const row = (trader: number) => defined(places[trader]) - 1
    const volume = (trader: number) => defined(standings.volume[row(trader)])
    equals.sort((a, b) => compareRanks(0, 0, volume(a), volume(b), row(a), row(b)))
  }
  for (const trader of equals.slice(0, most - above)) shown.add(trader)
}
