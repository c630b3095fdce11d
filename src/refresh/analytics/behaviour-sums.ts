import type { Day, Seconds } from '../../ledger/quantities.ts'
import { holdingTime } from '../../metrics/behaviour/holding-time.ts'
import { addTotalTo, emptySum, totalOf } from '../../metrics/running-sum.ts'
import { addDayLists, emptyDayLists } from '../../store/ledger/day-lists.ts'
import type { BehaviourSums } from '../../store/snapshot/trader-record.ts'
import { memoize } from '../inputs/memoize.ts'
import type { BehaviourDay } from './trader-facts.ts'

/**
 * Adds the days after `before` up. The holding time, for which all lots are sorted, is computed on request.
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
  // The days are kept for as long as the sums are; a list of all lots would be as long as they are.
  const median = memoize(() => holdingTime(heldSecondsOf(days, before)))
  return {
    ...sums,
    usdSquares: totalOf(usdSquares),
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
