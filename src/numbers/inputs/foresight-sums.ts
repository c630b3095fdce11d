import { addTo, addTotalTo, emptySum, type RunningSum, totalOf } from '../../metrics/running-sum.ts'
import type { ForesightSums } from '../../metrics/skill/prescience.ts'
import { eachFact } from '../days/foresight-facts.ts'

/** A trader's days of foresight added up so far. */
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

/** Adds the packed facts of a trader's day, in place. */
export function addForesight(tally: ForesightTally, packed: Uint8Array): void {
  eachFact(packed, ({ market, fills, usd, moved }) => {
    tally.fills += fills
    addTo(tally.usd, usd)
    addTotalTo(tally.moved, moved)
    tally.markets.add(market)
  })
}

/** The sums of a tally. */
export function foresightSums({ fills, usd, moved, markets }: ForesightTally): ForesightSums {
  return { fills, markets: markets.size, moved: totalOf(moved), usd: totalOf(usd) }
}
