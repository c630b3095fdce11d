import type { Day, Seconds } from '../../ledger/quantities.ts'
import { type BotAssessment, botProbability } from '../../metrics/behaviour/bot-probability.ts'
import { holdingTime } from '../../metrics/behaviour/holding-time.ts'
import { makerRatio } from '../../metrics/behaviour/maker-ratio.ts'
import type { ExactTotal } from '../../metrics/ratio-of.ts'
import { addTotalTo, emptySum, type RunningSum, totalOf } from '../../metrics/running-sum.ts'
import { addDayLists, type DayLists, emptyDayLists } from '../../store/ledger/day-lists.ts'
import type { BehaviourSums } from '../../store/snapshot/trader-record.ts'
import { memoize } from '../inputs/memoize.ts'
import type { BehaviourDay } from './trader-facts.ts'

/** Days of behaviour added up so far. */
interface BehaviourTally {
  fills: number
  activeDays: number
  makerFills: number
  knownRoleFills: number
  buys: number
  squares: RunningSum
  lists: DayLists
}

/** A tally of no days. */
function emptyBehaviour(): BehaviourTally {
  const counts = { fills: 0, activeDays: 0, makerFills: 0, knownRoleFills: 0, buys: 0 }
  return { ...counts, squares: emptySum(), lists: emptyDayLists() }
}

/** Adds a day, in place. */
function addBehaviour(tally: BehaviourTally, day: BehaviourDay): void {
  tally.fills += day.fills
  tally.activeDays += day.fills > 0 ? 1 : 0
  tally.makerFills += day.makerFills
  tally.knownRoleFills += day.knownRoleFills
  tally.buys += day.buys
  addTotalTo(tally.squares, day.usdSquares)
  addDayLists(tally.lists, day.lists)
}

/**
 * Adds the days after `before` up. The holding time, for which all lots are sorted, is computed on request.
 * @param before the day before the period @default none: all days
 */
export function behaviourSums(
  days: readonly BehaviourDay[],
  before: Day = Number.NEGATIVE_INFINITY,
): BehaviourSums {
  const tally = emptyBehaviour()
  for (const day of days) if (day.day > before) addBehaviour(tally, day)
  const { squares, lists, ...counts } = tally
  const { hours, entryCost, heldSeconds } = lists
  // The days are kept for as long as the sums are; a list of all lots would be as long as they are.
  const median = memoize(() => holdingTime(heldSecondsOf(days, before)))
  return {
    ...counts,
    usdSquares: totalOf(squares),
    hours,
    entryUsd: entryCost,
    lots: heldSeconds.length,
    get holdingTime() {
      return median()
    },
  }
}

function heldSecondsOf(days: readonly BehaviourDay[], before: Day): readonly Seconds[] {
  const lists = emptyDayLists()
  for (const { day, lists: own } of days) if (day > before) addDayLists(lists, own)
  return lists.heldSeconds
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
