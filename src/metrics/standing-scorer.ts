import type { Ranking, TabNumbers } from './leaderboards.ts'
import { ratioOf } from './ratio-of.ts'

interface Numbers extends TabNumbers {
  pnl: number
  volume: number
  roi: number | null
}

const NOBODY: Numbers = {
  fills: 1,
  volume: 0,
  pnl: 0,
  decidedUnits: 0,
  roi: null,
  sharpeRatio: null,
  consistent: null,
  copyable: null,
  prescience: null,
  highConviction: null,
}

/**
 * Returns a function from the numbers of a trader who traded in a period to the score on a tab whose scores
 * are stored with the standings; NaN for a trader who is not eligible.
 */
export function standingScorer(tab: Ranking['tab']): (pnl: number, volume: number, stake: number) => number {
  const numbers = { ...NOBODY }
  return (pnl, volume, stake) => {
    numbers.pnl = pnl
    numbers.volume = volume
    numbers.roi = ratioOf(pnl, stake)
    return tab.value(numbers) ?? Number.NaN
  }
}
