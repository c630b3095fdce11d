import { MICRO, type MicroPrice } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { ratioOf } from '../running-sum.ts'

/** The fewest fills that prescience is read from. */
export const MINIMUM_FORESIGHT_FILLS = 20
const MINIMUM_MARKETS = 10
/** Above this a price can hardly move further: 0.90. */
const HIGHEST_PRICE = 900_000

export const PRESCIENCE = {
  id: 'prescience',
  title: 'Prescience',
  formula:
    "Mean of the price 24 hours after a fill less the fill's price, with the sign turned for sells, weighted by dollars. Fills above 0.90, and those without a price 24 hours later by the cutoff, are excluded.",
  unit: 'USD per share',
  range: { minimum: -1, maximum: 1 },
  minimumSample: { count: MINIMUM_FORESIGHT_FILLS, of: 'such fills' },
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'they are in fewer than 10 markets',
  source: 'methodology §7',
} as const satisfies MetricDefinition

/** The sums of the fills that count. */
export interface ForesightSums {
  /** The number of fills and of their markets. */
  readonly fills: number
  readonly markets: number
  /** Σ usd · side · (price 24 hours later − price), in millionths of a micro-dollar. */
  readonly moved: bigint
  /** Σ usd, in micro-dollars. */
  readonly usd: bigint
}

/** True if a fill at this price counts: a fill at exactly 0.90 does. */
export function countsForForesight(price: MicroPrice): boolean {
  return price <= HIGHEST_PRICE
}

/**
 * Returns the move of a price in the trader's favor, in micro-dollars a share; negative for a move against
 * the trader.
 */
export function foresightMove(side: 'BUY' | 'SELL', price: MicroPrice, later: MicroPrice): number {
  return side === 'BUY' ? later - price : price - later
}

/**
 * Returns the mean move of prices in the trader's favor within a day, in dollars per share weighted by dollars, −1 to 1, from
 * fills that were added up before, day by day. Null under 20 such fills or 10 markets, or without dollars.
 */
export function prescienceOfSums({ fills, markets, moved, usd }: ForesightSums): number | null {
  if (fills < MINIMUM_FORESIGHT_FILLS || markets < MINIMUM_MARKETS) return null
  return ratioOf(moved, usd * BigInt(MICRO))
}
