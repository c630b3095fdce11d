import { DAY_SECONDS, dayOf, type MicroUsd, type Seconds, weekStart } from '../../ledger/quantities.ts'

/** What of a fill is coarsened. */
export interface ExactTerms {
  usd: MicroUsd
  shares: number
  time: Seconds
}

/** How coarse a public alert is: each level shows less than the one before (methodology §8). */
export interface CoarseLevel {
  /** Significant digits of the dollars. */
  digits: 1 | 2
  /** What the time is floored to; a week begins on Monday. */
  timeUnit: 'HOUR' | 'DAY' | 'WEEK'
  /** What is shown of the market: which it is, its category, or nothing. */
  market: 'MARKET' | 'CATEGORY' | 'NONE'
  /** The cents that the price is rounded to a multiple of; null: it is withheld. */
  cents: 1 | 10 | null
}

/**
 * The levels, finest first. The first four are §8's; the others are for thin ledgers, in which next to nobody trades at
 * the same cent of the same day.
 */
export const COARSE_LEVELS: readonly CoarseLevel[] = [
  { digits: 2, timeUnit: 'HOUR', market: 'MARKET', cents: 1 },
  { digits: 1, timeUnit: 'HOUR', market: 'MARKET', cents: 1 },
  { digits: 1, timeUnit: 'DAY', market: 'MARKET', cents: 1 },
  { digits: 1, timeUnit: 'DAY', market: 'CATEGORY', cents: 1 },
  { digits: 1, timeUnit: 'DAY', market: 'CATEGORY', cents: 10 },
  { digits: 1, timeUnit: 'WEEK', market: 'CATEGORY', cents: 10 },
  { digits: 1, timeUnit: 'WEEK', market: 'CATEGORY', cents: null },
  { digits: 1, timeUnit: 'WEEK', market: 'NONE', cents: 10 },
  { digits: 1, timeUnit: 'WEEK', market: 'NONE', cents: null },
]

/** The coarsest level that shows the market; all finer ones do. */
export const COARSEST_OF_MARKET = COARSE_LEVELS.findLastIndex(({ market }) => market === 'MARKET')

/** What everybody may know of a fill's size, price and time. */
export interface CoarseTerms {
  usd: MicroUsd
  /** Cents per share; null where the price is withheld. */
  cents: number | null
  /** The start of the hour, day or week, and its end: the start of the next. */
  time: Seconds
  until: Seconds
}

const UNIT_SECONDS = { HOUR: 3_600, DAY: DAY_SECONDS, WEEK: 7 * DAY_SECONDS } as const

/** A fill's terms at a level: the dollars and the time floored, the price rounded. */
export function coarsen({ usd, shares, time }: ExactTerms, level: CoarseLevel): CoarseTerms {
  const { digits, timeUnit, cents } = level
  const unit = UNIT_SECONDS[timeUnit]
  const start = timeUnit === 'WEEK' ? weekStart(dayOf(time)) * DAY_SECONDS : time - (time % unit)
  return {
    usd: usd - (usd % dollarUnit(usd, digits)),
    cents: cents === null ? null : cents * Math.round(((usd / shares) * 100) / cents),
    time: start,
    until: start + unit,
  }
}

/** The value of an amount's last digit that counts: 1,000 for 12,345 with 2 digits. */
function dollarUnit(usd: MicroUsd, digits: number): number {
  return 10 ** Math.max(0, String(usd).length - digits)
}
