import { payoutPrices } from '../ledger/holding.ts'
import { MICRO, type MicroPrice, type Seconds } from '../ledger/quantities.ts'
import { type LastClose, priceByEither } from '../store/markets/last-prices.ts'
import type { MarketFacts, MarketOutcome } from '../store/markets/market-facts.ts'

/** True if the market's outcome was known at a time. */
export function isSettled({ payouts, resolvedTime }: MarketFacts, upTo: Seconds): boolean {
  return payouts !== null && resolvedTime !== null && resolvedTime <= upTo
}

/**
 * The value of a share of each outcome (methodology §3), in the outcomes' order: its payout once known, else its last
 * close from `closes`; in a market of two outcomes either close gives the other. Null if nothing is known.
 */
export function marketPrices(
  facts: MarketFacts,
  outcomes: readonly Pick<MarketOutcome, 'outcome'>[],
  closes: readonly (LastClose | null | undefined)[],
  upTo: Seconds,
): (MicroPrice | null)[] {
  if (facts.payouts !== null && isSettled(facts, upTo)) {
    const paid = payoutPrices(JSON.parse(facts.payouts))
    return outcomes.map(({ outcome }) => paid[outcome] ?? null)
  }
  if (outcomes.length !== 2) return outcomes.map((_, i) => closes[i]?.price ?? null)
  const yes = priceByEither(closes[0] ?? undefined, closes[1] ?? undefined)
  return [yes, yes === null ? null : MICRO - yes]
}
