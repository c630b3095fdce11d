import { MICRO, type MicroPrice, type MicroUsd } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { addProductTo, addTo, emptySum, ratioOf, totalOf } from '../running-sum.ts'

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

/** A fill, with the later move of its price. */
export interface ForesightFill {
  readonly side: 'BUY' | 'SELL'
  readonly price: MicroPrice
  /** The token's mark 24 hours after the fill; null if unknown or later than the cutoff. */
  readonly priceAfter24h: MicroPrice | null
  /** Gross dollars. */
  readonly usd: MicroUsd
  readonly market: number
}

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
export function foresightMove(side: ForesightFill['side'], price: MicroPrice, later: MicroPrice): number {
  return side === 'BUY' ? later - price : price - later
}

/**
 * Returns the mean move of prices in the trader's favor within a day, in dollars per share weighted by
 * dollars, −1 to 1. Sums are exact, so the order of the fills does not matter. Null under 20 such fills or 10
 * markets, or without dollars.
 */
export function prescience(fills: Iterable<ForesightFill>): number | null {
  const moved = emptySum()
  const weight = emptySum()
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

/** {@link prescience} of fills that were added up before, day by day. */
export function prescienceOfSums({ fills, markets, moved, usd }: ForesightSums): number | null {
  if (fills < MINIMUM_FORESIGHT_FILLS || markets < MINIMUM_MARKETS) return null
  return ratioOf(moved, usd * BigInt(MICRO))
}
