import type { MicroPrice, MicroUsd } from '../../../src/ledger/quantities.ts'
import { drawdownAfter, NO_DRAWDOWN } from '../../../src/metrics/risk.ts'
import { addProductTo, addTo, emptySum, totalOf } from '../../../src/metrics/running-sum.ts'
import {
  addUnitWeek,
  consistentOf,
  emptyWeekSums,
  type UnitWeek,
} from '../../../src/metrics/skill/consistent.ts'
import { countsForForesight, foresightMove, prescienceOfSums } from '../../../src/metrics/skill/prescience.ts'

// Metrics of whole lists, by the functions that the service adds up day by day.

/** The maximum drawdown of daily closes of profit, in day order. */
export function maxDrawdown(dailyPnl: Iterable<MicroUsd>): MicroUsd {
  let state = NO_DRAWDOWN
  for (const pnl of dailyPnl) state = drawdownAfter(state, { pnl, capitalAtRisk: 0 })
  return state.worst
}

/** The consistency score of rows in any order. */
export function consistent(rows: readonly UnitWeek[]): number | null {
  const sums = emptyWeekSums()
  for (const row of rows) addUnitWeek(sums, row, 1)
  return consistentOf(sums)
}

/** A fill, with the later move of its price. */
export interface ForesightFill {
  readonly side: 'BUY' | 'SELL'
  readonly price: MicroPrice
  /** Null if unknown or later than the cutoff. */
  readonly priceAfter24h: MicroPrice | null
  readonly usd: MicroUsd
  readonly market: number
}

/** The prescience of fills in any order. */
export function prescience(fills: Iterable<ForesightFill>): number | null {
  const [moved, weight] = [emptySum(), emptySum()]
  const markets = new Set<number>()
  let count = 0
  for (const { side, price, priceAfter24h, usd, market } of fills) {
    if (!countsForForesight(price) || priceAfter24h === null) continue
    count += 1
    markets.add(market)
    addTo(weight, usd)
    addProductTo(moved, usd, foresightMove(side, price, priceAfter24h))
  }
  return prescienceOfSums({
    fills: count,
    markets: markets.size,
    moved: totalOf(moved),
    usd: totalOf(weight),
  })
}
