import type { Day } from '../../ledger/quantities.ts'
import type { ExactTotal } from '../../metrics/ratio-of.ts'
import { addTo, addTotalTo, emptySum, totalOf } from '../../metrics/running-sum.ts'
import type { ForesightSums } from '../../metrics/skill/prescience.ts'

/** What a trader's fills of a day add up to for prescience, as `foresight_days` keeps it. */
export interface ForesightDay {
  day: Day
  fills: number
  usd: number
  moved: ExactTotal
  markets: readonly number[]
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
