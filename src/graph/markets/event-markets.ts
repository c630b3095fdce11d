import type { MicroPrice } from '../../ledger/quantities.ts'
import { isSettled } from '../../smart-money/market-prices.ts'
import type { ListedMarket } from '../../store/markets/market-list.ts'
import type { RequestContext } from '../kit/context.ts'
import { type Market, type MarketEvent, marketsById, pricesOf } from '../kit/market-page.ts'

/** The most markets of an event that are read together; a neg-risk market has at most this number of questions. */
export const MOST_EVENT_MARKETS = 256

/** Lists every market of an event, the largest volume first. */
export async function listedMarketsOf(
  { facts, snapshot }: MarketEvent,
  { reader }: RequestContext,
): Promise<ListedMarket[]> {
  const list = await reader.marketStore.list(snapshot, snapshot.cutoff.time)
  return list.select('VOLUME', { event: facts.id }).all()
}

/** Returns every market of an event as one page, the largest volume first; null beyond {@link MOST_EVENT_MARKETS}. */
export async function marketsOf(event: MarketEvent, context: RequestContext): Promise<Market[] | null> {
  const listed = await listedMarketsOf(event, context)
  if (listed.length > MOST_EVENT_MARKETS) return null
  const ids = listed.map(({ market }) => market)
  const markets = await marketsById(ids, event.snapshot, context)
  return ids.flatMap((id) => markets.get(id) ?? [])
}

/** Returns whether a market is still to be decided. */
export function isUndecided({ facts, snapshot }: Market): boolean {
  return !isSettled(facts, snapshot.cutoff.time)
}

/** A market with the price of its first outcome. */
export interface PricedMarket {
  market: Market
  price: MicroPrice | null
}

/** Orders undecided markets by the price of their first outcome, highest first; of equal ones the given order remains. */
export async function undecidedByPrice(markets: readonly Market[]): Promise<PricedMarket[]> {
  const priced = markets
    .filter(isUndecided)
    .map(async (market) => ({ market, price: (await pricesOf(market))[0] ?? null }))
  return (await Promise.all(priced)).sort((a, b) => (b.price ?? -1) - (a.price ?? -1))
}
