import type { Day } from '../ledger/quantities.ts'
import type { ForesightSums } from '../metrics/prescience.ts'

/** What a trader's fills of a day add up to for prescience, as `foresight_days` keeps it. */
export interface ForesightDay {
  day: Day
  fills: number
  usd: number
  moved: bigint
  markets: readonly number[]
}

/** Days added up. */
export function foresightSums(days: readonly ForesightDay[]): ForesightSums {
  const markets = new Set<number>()
  let [fills, usd, moved] = [0, 0n, 0n]
  for (const day of days) {
    fills += day.fills
    usd += BigInt(day.usd)
    moved += day.moved
    for (const market of day.markets) markets.add(market)
  }
  return { fills, markets: markets.size, moved, usd }
}
