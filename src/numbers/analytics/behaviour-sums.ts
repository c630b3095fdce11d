import { defined } from '../../checks.ts'
import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import {
  type BotAssessment,
  botProbability,
  holdingTime,
  makerRatio,
  sumOfSquares,
} from '../../metrics/behaviour/trade-habits.ts'
import {
  addTotalTo,
  type ExactTotal,
  emptySum,
  exactTotal,
  type RunningSum,
  totalOf,
} from '../../metrics/running-sum.ts'
import { unpackNumbers } from '../../store/engine/number-columns.ts'
import {
  addDayLists,
  addHours,
  addSpreads,
  type DayColumn,
  type DayLists,
  emptyDayLists,
  heldFrom,
  numbersOfLists,
} from '../../store/ledger/position-day.ts'
import { memoize } from '../../store/snapshot/keep-newest.ts'
import type { BehaviourSums } from '../../store/snapshot/trader-record.ts'
import { rowsByDay, type TraderDays } from '../windows/trader-days.ts'
import type { BehaviourDay } from './trader-facts.ts'

interface BehaviourTally {
  fills: number
  activeDays: number
  makerFills: number
  knownRoleFills: number
  buys: number
  squares: RunningSum
  hours: number[]
  entryUsd: MicroUsd[]
  /** Lots that closed. */
  lots: number
}

function emptyBehaviour(): BehaviourTally {
  const counts = { fills: 0, activeDays: 0, makerFills: 0, knownRoleFills: 0, buys: 0, lots: 0 }
  const { hours, entryCost } = emptyDayLists()
  return { ...counts, squares: emptySum(), hours, entryUsd: entryCost }
}

/** Adds a day, in place. */
function addBehaviour(tally: BehaviourTally, day: BehaviourDay): void {
  tally.fills += day.fills
  tally.activeDays += day.fills > 0 ? 1 : 0
  tally.makerFills += day.makerFills
  tally.knownRoleFills += day.knownRoleFills
  tally.buys += day.buys
  addTotalTo(tally.squares, day.usdSquares)
  const from = addSpreads({ hours: tally.hours, entryCost: tally.entryUsd }, day.lists)
  tally.lots += day.lists.length - from
}

/**
 * Adds the days after `before` up. The holding time, for which all lots are read, is computed on request.
 * @param before the day before the period @default none: all days
 */
export function behaviourSums(
  days: readonly BehaviourDay[],
  before: Day = Number.NEGATIVE_INFINITY,
): BehaviourSums {
  const tally = emptyBehaviour()
  for (const day of days) if (day.day > before) addBehaviour(tally, day)
  const { squares, ...counts } = tally
  // The days are kept for as long as the sums are; a list of all lots would be as long as they are.
  const median = memoize(() => holdingTime(heldSecondsOf(days, before, counts.lots)))
  return {
    ...counts,
    usdSquares: totalOf(squares),
    get holdingTime() {
      return median()
    },
  }
}

function heldSecondsOf(days: readonly BehaviourDay[], before: Day, lots: number): Float64Array {
  const seconds = new Float64Array(lots)
  let next = 0
  for (const { day, lists } of days) {
    if (day <= before) continue
    for (let i = heldFrom(lists); i < lists.length; i++) seconds[next++] = defined(lists[i])
  }
  return seconds
}

/** How much a trader traded like a machine; null without fills. `volume` is of the same fills, in micro-dollars. */
export function botAssessment(
  behaviour: Omit<BehaviourSums, 'entryUsd' | 'lots' | 'holdingTime'>,
  volume: ExactTotal,
): BotAssessment | null {
  const { fills, activeDays, hours, usdSquares } = behaviour
  return botProbability({
    fills,
    activeDays,
    usdSum: volume,
    usdSquareSum: usdSquares,
    makerRatio: ownMakerRatio(behaviour),
    hourHistogram: hours,
  })
}

/** Maker fills divided by fills whose role is known; null if there is none. */
export function ownMakerRatio({
  makerFills,
  knownRoleFills,
}: Pick<BehaviourSums, 'makerFills' | 'knownRoleFills'>): number | null {
  return makerRatio(makerFills, knownRoleFills - makerFills)
}

/** The columns that behaviour is read from, beside the lists. */
export const BEHAVIOUR_COLUMNS = [
  'fills',
  'maker_fills',
  'role_known',
  'buys',
  'square_low',
  'square_middle',
  'square_high',
] as const satisfies DayColumn[]
type BehaviourColumn = (typeof BEHAVIOUR_COLUMNS)[number]

/** Fills of positions' days, added up. */
export interface FillSums {
  fills: number
  makerFills: number
  knownRoleFills: number
  buys: number
  /** Σ usd², in micro-dollars squared. */
  squares: RunningSum
}

/** The sums of no fills. */
export function emptyFills(): FillSums {
  return { fills: 0, makerFills: 0, knownRoleFills: 0, buys: 0, squares: emptySum() }
}

/** Adds the fills of a position's day, in place. */
export function addFills(
  sums: FillSums,
  { columns }: Pick<TraderDays<BehaviourColumn>, 'columns'>,
  row: number,
): void {
  sums.fills += defined(columns.fills[row])
  sums.makerFills += defined(columns.maker_fills[row])
  sums.knownRoleFills += defined(columns.role_known[row])
  sums.buys += defined(columns.buys[row])
  const [low, middle, high] = [columns.square_low, columns.square_middle, columns.square_high]
  addTotalTo(sums.squares, sumOfSquares(defined(low[row]), defined(middle[row]), defined(high[row])))
}

/**
 * How likely the fills up to a day's close are a machine's, 0 to 1, without the days of behavior in between; null without fills.
 * The days must have been read with their lists.
 * @param volume of the same fills, in micro-dollars
 */
export function botProbabilityOf(
  days: TraderDays<BehaviourColumn>,
  upTo: Day,
  volume: ExactTotal,
): number | null {
  const sums = emptyFills()
  const { hours } = emptyDayLists()
  const active = new Set<Day>()
  for (let row = 0; row < days.count; row++) {
    const day = defined(days.columns.day[row])
    if (day > upTo) continue
    addFills(sums, days, row)
    addHours(hours, defined(days.lists[row]))
    if (defined(days.columns.fills[row]) > 0) active.add(day)
  }
  const of = { ...sums, activeDays: active.size, hours, usdSquares: totalOf(sums.squares) }
  return botAssessment(of, volume)?.probability ?? null
}

/**
 * A trader's days of behavior, ascending: the sums of the days of positions. A day on which shares only moved has none.
 * The days must have been read with their lists.
 */
export function behaviourOf(days: TraderDays<BehaviourColumn>): BehaviourDay[] {
  const all: BehaviourDay[] = []
  const order = rowsByDay(days)
  for (let from = 0, to = 0; from < order.length; from = to) {
    const day = dayAt(days, order, from)
    while (to < order.length && dayAt(days, order, to) === day) to++
    const sums = emptyFills()
    for (let i = from; i < to; i++) addFills(sums, days, defined(order[i]))
    const { squares, ...counts } = sums
    const lists = listsOf(days, order.subarray(from, to))
    if (sums.fills > 0 || lists.length > 0)
      all.push({ day, ...counts, usdSquares: exactTotal(squares), lists })
  }
  return all
}

function dayAt({ columns }: TraderDays<never>, order: Uint32Array, place: number): Day {
  return defined(columns.day[defined(order[place])])
}

/** The lists of a trader's day as one. Nearly always one position's alone has any. */
function listsOf({ lists }: TraderDays<never>, rows: Uint32Array): readonly number[] {
  let only: readonly number[] = []
  let united: DayLists | null = null
  for (const row of rows) {
    const packed = defined(lists[row])
    if (packed.length === 0) continue
    const own = unpackNumbers(packed)
    if (only.length === 0) {
      only = own
      continue
    }
    if (united === null) {
      united = emptyDayLists()
      addDayLists(united, only)
    }
    addDayLists(united, own)
  }
  return united === null ? only : numbersOfLists(united)
}
