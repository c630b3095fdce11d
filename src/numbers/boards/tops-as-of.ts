import { setImmediate } from 'node:timers/promises'
import { defined } from '../../checks.ts'
import type { Address, Day } from '../../ledger/quantities.ts'
import { type PeriodDefinition, periodNamed, type Ranking } from '../../metrics/leaderboards.ts'
import { benjaminiHochberg, type DecidedUnit, verdict } from '../../metrics/skill/edge.ts'
import { MINIMUM_UNITS } from '../../metrics/skill/high-conviction.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { boardOf, standingScore } from '../../store/snapshot/board-of.ts'
import { newStandings, type Standings } from '../../store/snapshot/standings.ts'
import type { SkillRecord } from '../../store/snapshot/trader-record.ts'
import { skilledRecord } from '../analytics/trader-analytics.ts'
import type { Sources } from '../days/publisher-lease.ts'
import { buildMarks, closingPrices, readPriceDays } from '../inputs/marks.ts'
import { readTokenFacts } from '../inputs/read-token-facts.ts'
import { type AddressOrder, readAddressOrder } from '../publish/address-order.ts'
import { eachPosition, eachTrader, type ScoredDays, WINDOW_COLUMNS } from '../windows/trader-days.ts'
import { createWindowsOf, periodWindows, type WindowNumbers } from '../windows/windows-of.ts'
import { readCutoff } from './cutoff.ts'
import { type PassVisitor, passOverTraders, type Scoring } from './trader-pass.ts'
import { hasEnoughFills, scoredTotals, scoresAt, type TraderScores } from './trader-scores.ts'

/** Boards and other orders to compute, and the days to compute them as of. */
export interface TopsAsked {
  /** One or more, ascending, none of them before the ledger's first day. */
  days: readonly Day[]
  boards: readonly Ranking[]
  /** How many traders of each board, 1 or more. */
  size: number
  /** Fills up to the day that a trader on its boards has at least. @default any number */
  leastFills?: number
  /** Of the days, those whose skilled traders are listed as the board {@link SKILLED}, all of them. @default none */
  skilledOn?: readonly Day[]
  /** True ranks wallets that opted out, too: for what is computed about the past and names nobody. @default false */
  withOptedOut?: boolean
}

/** The list of all traders with the verdict SKILLED as of a day. */
export const SKILLED = 'skilled'

/** The first traders of a board as of a day, best first. */
export interface BoardTop {
  day: Day
  board: string
  traders: number[]
}

/** The tops of boards as of several days, ranked in a pass over all traders: each range leaves only the first traders. */
export interface Tops extends PassVisitor {
  /** Takes a trader's numbers of the windows: all that is needed where there are no {@link days}, for nobody is scored. */
  rank(trader: number, numbers: readonly WindowNumbers[]): void
  /** The first traders of each day's boards after the pass, best first. */
  tops(): BoardTop[]
}

/**
 * The tops of boards as of several days, the same as a refresh as of each day would publish, in one pass over all
 * traders' days. Writes nothing. Memory holds the marks, and the rows of a range of traders beside the tops so far.
 * @throws PequodError as `refresh` does
 */
export async function topsAsOf(sources: Sources, asked: TopsAsked): Promise<BoardTop[]> {
  const { sql } = sources
  const { day: upTo } = await readCutoff(sql, asked.days.at(-1) ?? null)
  const facts = await readTokenFacts(sql, upTo)
  const marks = buildMarks(facts, await readPriceDays(sql, facts.condition.length, upTo), upTo)
  const order = await readAddressOrder(sql, asked.withOptedOut)
  const tops = createTops(asked, order)
  if (tops.days.length > 0) await passOverTraders(sources, { marks, order, upTo }, [tops])
  else {
    const windowsOf = createWindowsOf(tops.windows, (close) => closingPrices(marks, close))
    const days = ledgerOf(sql).days({ columns: WINDOW_COLUMNS, upTo })
    let done = 0
    await eachTrader(WINDOW_COLUMNS, days, (own) => {
      if (order.hidden[own.trader] !== 1) tops.rank(own.trader, windowsOf(own))
      // SQLite answers without a pause: a server in this process must get its turn.
      if (++done % 1_000 === 0) return setImmediate()
    })
  }
  return tops.tops()
}

/** Creates tops without traders. */
export function createTops(
  { days, boards, size, leastFills = 0, skilledOn = [] }: TopsAsked,
  order: AddressOrder,
): Tops {
  const skilled = createSkilledDays(skilledOn)
  const periods = [...new Set([periodNamed('ALL'), ...boards.map(({ period }) => period)])]
  const scored = boards.filter(({ tab }) => tab.isScored)
  const addressRank = new Int32Array(order.hidden.length)
  for (const [rank, trader] of order.traders.entries()) addressRank[trader] = rank
  const places = days.flatMap((day) => periods.map((period) => newPlace(day, period, boards)))
  const leastUnits = skilledOn.length > 0 ? 0 : Math.min(...scored.map(({ tab }) => tab.leastUnits))

  const topsOf = ({ day, boards: own, scores, rows }: Place) => {
    const standings = inOrder(rows, addressRank)
    return own.map(({ id, tab }) => {
      const columns = { standings, scores: scores.get(id) ?? null }
      const { traders, cells } = boardOf(tab, columns, null, null, undefined, size)
      const last = traders.length < size ? undefined : cells.metric.at(-1)
      return {
        day,
        board: id,
        traders: [...traders],
        least: last ?? Number.NEGATIVE_INFINITY,
      }
    })
  }
  /** Leaves the first traders alone. */
  const prune = (place: Place) => {
    const kept = new Set<number>()
    for (const [i, { board, traders, least }] of topsOf(place).entries()) {
      for (const trader of traders) kept.add(trader)
      dropOthers(place.scores.get(board), traders)
      place.least[i] = least
    }
    place.rows = among(place.rows, kept)
  }
  const putScores = (day: number, trader: number, own: TraderScores) => {
    for (const { boards: ranked, scores } of places.slice(day * periods.length, (day + 1) * periods.length))
      for (const board of ranked) {
        const score = board.tab.isScored ? own.scoreOf(board) : null
        if (score !== null) scores.get(board.id)?.set(trader, score)
      }
  }
  const rank = (trader: number, numbers: readonly WindowNumbers[], isCandidate = false) => {
    for (let i = 0; i < places.length; i++) {
      const place = defined(places[i])
      // All time is the first of a day's periods.
      if (defined(numbers[i - (i % periods.length)]).fills < leastFills) continue
      if (!mayRank(place, defined(numbers[i]), isCandidate)) continue
      putRow(place.rows, trader, defined(numbers[i]))
      if (place.scores.size === 0 && place.rows.trader.length >= MOST_TIMES * size) prune(place)
    }
  }
  return {
    windows: days.flatMap((day) => periodWindows(periods, day)),
    days: scored.length === 0 && skilledOn.length === 0 ? [] : days,
    rank,
    show(own, numbers) {
      const isCandidate = mayHaveScore(own, defined(days.at(-1)), leastUnits)
      rank(own.trader, numbers, isCandidate)
      return isCandidate ? scoringOf({ own, numbers, days, periods, skilled }, putScores) : null
    },
    endRange() {
      for (const place of places) if (place.rows.trader.length >= MOST_TIMES * size) prune(place)
    },
    tops() {
      const all = places.flatMap(topsOf)
      const ranked = days.flatMap((day) =>
        boards.map(({ id }): BoardTop => {
          const { traders } = defined(all.find((top) => top.day === day && top.board === id))
          return { day, board: id, traders }
        }),
      )
      const lists = skilledOn.map((day) => ({ day, board: SKILLED, traders: skilled.skilledOn(day) }))
      return [...ranked, ...lists]
    },
  }
}

/** Rows are pruned once they are this many times as many as a board has. */
const MOST_TIMES = 4

/** A day's period, and its boards. */
interface Place {
  day: Day
  boards: readonly Ranking[]
  rows: Rows
  /** Of the boards that are scored. */
  scores: ReadonlyMap<string, Map<number, number>>
  /** The metric of each board's last trader: who has less is not on it. */
  least: number[]
}

function newPlace(day: Day, period: PeriodDefinition, all: readonly Ranking[]): Place {
  const boards = all.filter((board) => board.period === period)
  const scored = boards.filter(({ tab }) => tab.isScored)
  return {
    day,
    boards,
    rows: emptyRows(),
    scores: new Map(scored.map(({ id }) => [id, new Map()])),
    least: boards.map(() => Number.NEGATIVE_INFINITY),
  }
}

/** Whether a trader may be on a board of a place. A trader without a trade in the period can only be on a scored one. */
function mayRank({ boards, least }: Place, numbers: WindowNumbers, isCandidate: boolean): boolean {
  const { pnl, volume, stake, fills } = numbers
  return boards.some(({ tab }, i) =>
    tab.isScored
      ? isCandidate
      : fills > 0 && standingScore(tab, pnl, Number(volume), Number(stake)) >= defined(least[i]),
  )
}

/** Whether a trader may have a score by a day's close. @param leastUnits which every score needs */
function mayHaveScore(days: ScoredDays, upTo: Day, leastUnits: number): boolean {
  let positions = 0
  const add = () => {
    positions += 1
  }
  eachPosition(days, add, upTo)
  if (leastUnits > 0) return positions >= leastUnits
  return positions >= MINIMUM_UNITS || hasEnoughFills(days, upTo)
}

interface Shown {
  own: ScoredDays
  numbers: readonly WindowNumbers[]
  days: readonly Day[]
  periods: readonly PeriodDefinition[]
  skilled: SkilledDays
}

function scoringOf(
  { own, numbers, days, periods, skilled }: Shown,
  putScores: (day: number, trader: number, scores: TraderScores) => void,
): Scoring {
  const totals = numbers.map(scoredTotals)
  let firstDay = Number.POSITIVE_INFINITY
  for (let row = 0; row < own.count; row++) firstDay = Math.min(firstDay, defined(own.columns.day[row]))
  const { trader } = own
  return (place, { walk, records: { address } }) => {
    const day = defined(days[place])
    if (day < firstDay) return
    skilled.add(day, { trader, units: () => walk.units(), address })
    putScores(
      place,
      trader,
      scoresAt(walk, (period) => totals[place * periods.length + periods.indexOf(period)]),
    )
  }
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

function emptyRows(): Rows {
  return { trader: [], pnl: [], volume: [], stake: [], fills: [] }
}

function putRow(rows: Rows, trader: number, { pnl, volume, stake, fills }: WindowNumbers): void {
  rows.trader.push(trader)
  rows.pnl.push(pnl)
  rows.volume.push(Number(volume))
  rows.stake.push(Number(stake))
  rows.fills.push(fills)
}

/** Rows as standings are: in the byte order of addresses. */
function inOrder(rows: Rows, addressRank: Int32Array): Standings {
  const count = rows.trader.length
  // As numbers, the row's in the low places: a sort by a comparison takes many times as long.
  const keys = Float64Array.from(rows.trader, (trader, row) => defined(addressRank[trader]) * count + row)
  const order = Uint32Array.from(keys.sort(), (key) => key % count)
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

function dropOthers(scores: Map<number, number> | undefined, traders: readonly number[]): void {
  const first = new Set(traders)
  for (const trader of scores?.keys() ?? []) if (!first.has(trader)) scores?.delete(trader)
}

/** A trader at the close of a day. */
interface TestedTrader {
  trader: number
  units(): readonly DecidedUnit[]
  address: Address
}

/** Everybody's tests of skill at the closes of some days, which one pass over all traders adds: a verdict needs all p-values. */
export interface SkilledDays {
  /** Tests a trader at the close of one of the days. A trader's days come in order, and the same units are tested once. */
  add(day: Day, tested: TestedTrader): void
  /** The traders with the verdict SKILLED at the close of a day, the lowest q-value first. */
  skilledOn(day: Day): number[]
}

/** Creates tests without traders. */
function createSkilledDays(days: readonly Day[]): SkilledDays {
  const families = new Map<Day, { trader: number; skill: SkillRecord }[]>(days.map((day) => [day, []]))
  let last: { trader: number; skill: SkillRecord } | null = null
  return {
    add(day, { trader, units, address }) {
      const family = families.get(day)
      if (family === undefined) return
      const skill = skilledRecord(units(), address, last?.trader === trader ? last.skill : null)
      last = { trader, skill }
      if (skill.pValue !== null) family.push(last)
    },
    skilledOn(day) {
      const family = families.get(day) ?? []
      const qValues = benjaminiHochberg(family.map(({ skill }) => skill.pValue ?? 1))
      return family
        .map(({ trader, skill }, i) => ({ trader, q: defined(qValues[i]), ...skill }))
        .filter((one) => verdict(one) === 'SKILLED')
        .sort((a, b) => a.q - b.q || a.trader - b.trader)
        .map(({ trader }) => trader)
    },
  }
}
