import { payoutPrices } from '../ledger/payouts.ts'
import { MICRO, type MicroPrice, type Seconds } from '../ledger/quantities.ts'
import { lastYesPrice } from '../store/smart-money/last-close.ts'
import type { MarketFacts, MarketOutcome } from '../store/smart-money/market-facts.ts'

/** True where the market's outcome was known at a time. */
export function isSettled({ payouts, resolvedTime }: MarketFacts, upTo: Seconds): boolean {
  return payouts !== null && resolvedTime !== null && resolvedTime <= upTo
}

/**
 * What a share of each outcome is worth (methodology §3), in the outcomes' order: its payout once that is known, else
 * its last close, where there are two outcomes also by the other's; null where nothing is known.
 */
export function marketPrices(
  facts: MarketFacts,
  outcomes: readonly MarketOutcome[],
  upTo: Seconds,
): (MicroPrice | null)[] {
  if (facts.payouts !== null && isSettled(facts, upTo)) {
    const paid = payoutPrices(JSON.parse(facts.payouts))
    return outcomes.map(({ outcome }) => paid[outcome] ?? null)
  }
  const [first, second, third] = outcomes
  if (first === undefined || second === undefined || third !== undefined)
    return outcomes.map(({ close }) => close?.price ?? null)
  const yes = lastYesPrice(first.close ?? undefined, second.close ?? undefined)
  return [yes, yes === null ? null : MICRO - yes]
}
