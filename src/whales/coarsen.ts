import { DAY_SECONDS, type MicroUsd, type Seconds } from '../ledger/quantities.ts'

/** What of a fill is coarsened. */
export interface ExactTerms {
  usd: MicroUsd
  shares: number
  time: Seconds
}

/** How coarse a public alert is: each level tells less than the one before (methodology §8). */
export interface CoarseLevel {
  /** Significant digits of the dollars. */
  digits: 1 | 2
  /** What the time is floored to. */
  timeUnit: 'HOUR' | 'DAY'
  /** What is told of the market: which it is, its category, or nothing. */
  market: 'MARKET' | 'CATEGORY' | 'NONE'
}

/** The levels, finest first. The last goes beyond §8's text, for categories in which next to nobody trades. */
export const COARSE_LEVELS: readonly CoarseLevel[] = [
  { digits: 2, timeUnit: 'HOUR', market: 'MARKET' },
  { digits: 1, timeUnit: 'HOUR', market: 'MARKET' },
  { digits: 1, timeUnit: 'DAY', market: 'MARKET' },
  { digits: 1, timeUnit: 'DAY', market: 'CATEGORY' },
  { digits: 1, timeUnit: 'DAY', market: 'NONE' },
]

/** What everybody may know of a fill's size, price and time. */
export interface CoarseTerms {
  usd: MicroUsd
  /** Cents per share. */
  cents: number
  time: Seconds
}

const UNIT_SECONDS = { HOUR: 3_600, DAY: DAY_SECONDS } as const

/** A fill's terms at a level: the dollars and the time floored, the price to the nearest cent. */
export function coarsen({ usd, shares, time }: ExactTerms, { digits, timeUnit }: CoarseLevel): CoarseTerms {
  const unit = UNIT_SECONDS[timeUnit]
  return {
    usd: usd - (usd % dollarUnit(usd, digits)),
    cents: Math.round((usd / shares) * 100),
    time: time - (time % unit),
  }
}

/** The range that a coarse amount or time stands for: from it up to, not including, `usdBefore` and `timeBefore`. */
export function coarseRange(fill: ExactTerms, level: CoarseLevel) {
  const { usd, time } = coarsen(fill, level)
  return {
    usd,
    usdBefore: usd + dollarUnit(fill.usd, level.digits),
    time,
    timeBefore: time + UNIT_SECONDS[level.timeUnit],
  }
}

/** The value of an amount's last digit that counts: 1,000 for 12,345 with 2 digits. */
function dollarUnit(usd: MicroUsd, digits: number): number {
  return 10 ** Math.max(0, String(usd).length - digits)
}

/** True where two fills look the same at a level. */
export function looksAlike(a: ExactTerms, b: ExactTerms, level: CoarseLevel): boolean {
  const [one, other] = [coarsen(a, level), coarsen(b, level)]
  return one.usd === other.usd && one.cents === other.cents && one.time === other.time
}
