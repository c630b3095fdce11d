import type { Day } from '../../ledger/quantities.ts'
import type { ExactTotal } from '../../metrics/ratio-of.ts'
import { addTo, addTotalTo, emptySum, exactTotal, totalOf } from '../../metrics/running-sum.ts'
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

/** Days added up. */
export function foresightSums(days: readonly ForesightDay[]): ForesightSums {
  const markets = new Set<number>()
  const [usd, moved] = [emptySum(), emptySum()]
  let fills = 0
  for (const day of days) {
    fills += day.fills
    addTo(usd, day.usd)
    addTotalTo(moved, day.moved)
    for (const market of day.markets) markets.add(market)
  }
  return { fills, markets: markets.size, moved: totalOf(moved), usd: totalOf(usd) }
}
