import { defined } from '../../checks.ts'
import type { Address, Day } from '../../ledger/quantities.ts'
import type { Ranking } from '../../metrics/leaderboards.ts'
import { type PeriodDefinition, periodNamed } from '../../metrics/periods.ts'
import { benjaminiHochberg } from '../../metrics/skill/benjamini-hochberg.ts'
import type { DecidedUnit } from '../../metrics/skill/decided-units.ts'
import { MINIMUM_UNITS } from '../../metrics/skill/high-conviction.ts'
import { verdict } from '../../metrics/skill/verdict.ts'
import { boardOf } from '../../store/snapshot/board-of.ts'
import { newStandings, type Standings } from '../../store/snapshot/standings.ts'
import type { SkillRecord } from '../../store/snapshot/trader-record.ts'
import { skilledRecord } from '../analytics/trader-analytics.ts'
import type { Sources } from '../days/publisher-lease.ts'
import { buildMarks } from '../inputs/marks.ts'
import { readPriceDays } from '../inputs/read-price-days.ts'
import { readTokenFacts } from '../inputs/read-token-facts.ts'
import { type AddressOrder, readAddressOrder } from '../publish/address-order.ts'
import { eachPosition, type ScoredDays } from '../windows/trader-days.ts'
import { periodWindows, type WindowNumbers } from '../windows/windows-of.ts'
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
  await passOverTraders(sources, { marks, order, upTo }, [tops])
  return tops.tops()
}

/** Creates tops without traders. */
export function createTops({ days, boards, size, skilledOn = [] }: TopsAsked, order: AddressOrder): Tops {
  const skilled = createSkilledDays(skilledOn)
  const periods = [...new Set([periodNamed('ALL'), ...boards.map(({ period }) => period)])]
  const places = days.flatMap((_, day) => periods.map((_, period) => ({ day, period })))
  const rows = places.map(emptyRows)
  const scores = days.map(() => new Map(boards.map(({ id }) => [id, new Map<number, number>()])))
  const scored = boards.filter(({ tab }) => tab.isScored)
  const addressRank = new Int32Array(order.hidden.length)
  for (const [rank, trader] of order.traders.entries()) addressRank[trader] = rank

  const topsOf = (place: number) => {
    const { day, period } = defined(places[place])
    const standings = inOrder(defined(rows[place]), addressRank)
    return boards
      .filter((board) => board.period === periods[period])
      .map(({ id, tab }) => {
        const own = tab.isScored ? defined(scores[day]?.get(id)) : null
        const { traders } = boardOf(tab, { standings, scores: own }, null, null, undefined, size)
        return { day: defined(days[day]), board: id, traders: [...traders] }
      })
  }
  const putScores = (day: number, trader: number, own: TraderScores) => {
    for (const board of scored) {
      const score = own.scoreOf(board)
      if (score !== null) scores[day]?.get(board.id)?.set(trader, score)
    }
  }
  return {
    windows: days.flatMap((day) => periodWindows(periods, day)),
    days,
    show(own, numbers) {
      const isCandidate = mayHaveScore(own, defined(days.at(-1)))
      putRows(rows, own.trader, numbers, isCandidate)
      return isCandidate ? scoringOf({ own, numbers, days, periods, skilled }, putScores) : null
    },
    endRange() {
      for (const place of places.keys()) {
        const kept = new Set<number>()
        for (const { board, traders } of topsOf(place)) {
          for (const trader of traders) kept.add(trader)
          dropOthers(scores[defined(places[place]).day]?.get(board), traders)
        }
        rows[place] = among(defined(rows[place]), kept)
      }
    },
    tops() {
      const all = [...places.keys()].flatMap(topsOf)
      const ranked = days.flatMap((day) =>
        boards.map(({ id }) => defined(all.find((top) => top.day === day && top.board === id))),
      )
      const lists = skilledOn.map((day) => ({ day, board: SKILLED, traders: skilled.skilledOn(day) }))
      return [...ranked, ...lists]
    },
  }
}

/** Whether a trader may have a score by a day's close. */
function mayHaveScore(days: ScoredDays, upTo: Day): boolean {
  let positions = 0
  const add = () => {
    positions += 1
  }
  eachPosition(days, add, upTo)
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

/** @param isCandidate keeps the rows of days without a trade, which may get a score */
function putRows(
  rows: readonly Rows[],
  trader: number,
  numbers: readonly WindowNumbers[],
  isCandidate: boolean,
): void {
  for (const [place, { pnl, volume, stake, fills }] of numbers.entries()) {
    if (fills === 0 && !isCandidate) continue
    const own = defined(rows[place])
    own.trader.push(trader)
    own.pnl.push(pnl)
    own.volume.push(Number(volume))
    own.stake.push(Number(stake))
    own.fills.push(fills)
  }
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
