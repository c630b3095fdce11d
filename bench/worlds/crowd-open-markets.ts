import type { Random } from '../../seeds/world/random.ts'
import { type CrowdMarket, crowdMarket } from './crowd-market.ts'

/** The markets of a crowd that are open. */
export interface OpenMarkets {
  /** Opens what begins by a day, and answers what has closed. */
  beginDay(day: number): CrowdMarket[]
  /** One of those that are open, each as often as its weight says. */
  pick(random: Random): CrowdMarket
}

/** A number of markets over a number of days; none has opened yet. */
export function createOpenMarkets(markets: number, days: number): OpenMarkets {
  const upcoming = Array.from({ length: markets }, (_, number) =>
    crowdMarket(number, markets, days),
  ).reverse()
  let open: CrowdMarket[] = []
  let ends: Float64Array = new Float64Array(0)
  return {
    beginDay(day) {
      const closing = open.filter(({ closes }) => closes <= day)
      for (const market of closing) market.isOpen = false
      open = open.filter(({ isOpen }) => isOpen)
      for (let next = upcoming.at(-1); next && next.opens <= day; next = upcoming.at(-1)) {
        next.isOpen = true
        open.push(next)
        upcoming.pop()
      }
      ends = runningTotals(open.map(({ weight }) => weight))
      return closing
    },
    pick(random) {
      const market = open[placeIn(ends, random.fraction())]
      if (!market) throw new RangeError('too few markets: none is open')
      return market
    },
  }
}

function runningTotals(weights: readonly number[]): Float64Array {
  let total = 0
  return Float64Array.from(weights, (weight) => {
    total += weight
    return total
  })
}

/** Where in running totals a fraction of the whole falls, found by halving. */
function placeIn(ends: Float64Array, fraction: number): number {
  const wanted = fraction * (ends.at(-1) ?? 0)
  let low = 0
  let high = ends.length - 1
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((ends[middle] ?? 0) <= wanted) low = middle + 1
    else high = middle
  }
  return low
}
