import type { Day, MicroUsd } from '../../ledger/quantities.ts'
import { holdingTime } from '../../metrics/holding-time.ts'
import { addTotalTo, emptySum, totalOf } from '../../metrics/running-sum.ts'
import { addDayLists, emptyDayLists } from '../behaviour/day-lists.ts'
import type { BehaviourDay } from './trader-facts.ts'

/** How a trader traded in a period: what every behaviour figure is read from. */
export interface BehaviourSums {
  readonly fills: number
  /** UTC days with at least one fill. */
  readonly activeDays: number
  readonly makerFills: number
  readonly knownRoleFills: number
  readonly buys: number
  /** Σ usd² of the fills, in micro-dollars squared. */
  readonly usdSquares: bigint
  /** 24 counts of fills by UTC hour. */
  readonly hours: readonly number[]
  /** Dollars of BUYs in ten bins of price. */
  readonly entryUsd: readonly MicroUsd[]
  /** Lots that closed. */
  readonly lots: number
  /** Their median in hours; null where none closed. */
  readonly holdingTime: number | null
}

/**
 * Adds the days after `before` up.
 * @param before the day before the period @default none: all days
 */
export function behaviourSums(
  days: readonly BehaviourDay[],
  before: Day = Number.NEGATIVE_INFINITY,
): BehaviourSums {
  const sums = { fills: 0, activeDays: 0, makerFills: 0, knownRoleFills: 0, buys: 0 }
  const usdSquares = emptySum()
  const lists = emptyDayLists()
  for (const day of days) {
    if (day.day <= before) continue
    sums.fills += day.fills
    sums.activeDays += day.fills > 0 ? 1 : 0
    sums.makerFills += day.makerFills
    sums.knownRoleFills += day.knownRoleFills
    sums.buys += day.buys
    addTotalTo(usdSquares, day.usdSquares)
    addDayLists(lists, day.lists)
  }
  const { hours, entryCost, heldSeconds } = lists
  return {
    ...sums,
    usdSquares: totalOf(usdSquares),
    hours,
    entryUsd: entryCost,
    lots: heldSeconds.length,
    holdingTime: holdingTime(heldSeconds),
  }
}
