import type { Day } from '../../ledger/quantities.ts'
import type { ExactTotal } from '../../metrics/ratio-of.ts'
import {
  addTo,
  addTotalTo,
  emptySum,
  exactTotal,
  type RunningSum,
  totalOf,
} from '../../metrics/running-sum.ts'
import type { ForesightSums } from '../../metrics/skill/prescience.ts'
import type { ForesightFact } from '../days/foresight-facts.ts'

/** Sums of a trader's fills of a day that count for prescience: those of the day's facts. */
export interface ForesightDay {
  day: Day
  fills: number
  usd: number
  moved: ExactTotal
  markets: readonly number[]
}

/** A day's facts added up. */
export function foresightDay(day: Day, facts: readonly ForesightFact[]): ForesightDay {
  const moved = emptySum()
  let [fills, usd] = [0, 0]
  for (const fact of facts) {
    fills += fact.fills
    usd += fact.usd
    addTotalTo(moved, fact.moved)
  }
  return { day, fills, usd, moved: exactTotal(moved), markets: facts.map(({ market }) => market) }
}

/** Days added up so far. */
export interface ForesightTally {
  fills: number
  usd: RunningSum
  moved: RunningSum
  markets: Set<number>
}

/** A tally of no days. */
export function emptyForesight(): ForesightTally {
  return { fills: 0, usd: emptySum(), moved: emptySum(), markets: new Set() }
}

/** Adds a day, in place. */
export function addForesight(tally: ForesightTally, day: ForesightDay): void {
  tally.fills += day.fills
  addTo(tally.usd, day.usd)
  addTotalTo(tally.moved, day.moved)
  for (const market of day.markets) tally.markets.add(market)
}

/** The sums of a tally. */
export function foresightSums({ fills, usd, moved, markets }: ForesightTally): ForesightSums {
  return { fills, markets: markets.size, moved: totalOf(moved), usd: totalOf(usd) }
}
