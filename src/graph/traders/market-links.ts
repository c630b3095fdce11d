import { PequodError } from '../../errors.ts'
import { memoize } from '../../refresh/inputs/memoize.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import type { TokenName } from '../../store/trades/trade-store.ts'
import type { RequestContext } from '../kit/context.ts'
import { type Market, marketPage } from '../markets/market-page.ts'

/** What is of a market: a token, or a condition by its number. */
export interface OfMarket {
  token: number | null
  condition?: number | null
}

/** The markets of a page's rows, read once for all of them and only when a field asks for it. */
export interface MarketLinks {
  /** A token's names; undefined for one that is not there. */
  tokenOf(id: number): Promise<TokenName | undefined>
  /** Null for none, and while it is not known. */
  marketOf(of: OfMarket): Promise<Market | null>
}

/** Links to the markets of some rows of a snapshot: a constant number of statements. */
export function marketLinks(
  rows: readonly OfMarket[],
  snapshot: Snapshot,
  context: RequestContext,
): MarketLinks {
  const { trades, marketStore } = context.reader
  const tokens = memoize(() => trades.tokens([...new Set(rows.flatMap(({ token }) => token ?? []))]))
  const conditionOf = async ({ token, condition = null }: OfMarket) =>
    token === null ? condition : ((await tokens()).get(token)?.condition ?? null)
  const markets = memoize(async () => {
    const ids = await Promise.all(rows.map(conditionOf))
    const facts = await marketStore.markets('id', [...new Set(ids.filter((id) => id !== null))])
    const page = marketPage(facts, snapshot, context)
    return new Map(page.map((market) => [market.facts.id, market]))
  })
  return {
    tokenOf: async (id) => (await tokens()).get(id),
    async marketOf(of) {
      const id = await conditionOf(of)
      return id === null ? null : ((await markets()).get(id) ?? null)
    },
  }
}

/**
 * The numbers of a market's tokens, for an argument `market`.
 * @throws PequodError NOT_FOUND for a condition of which the ledger knows none
 */
export async function tokensOfMarket(
  market: string,
  { reader: { trades } }: Pick<RequestContext, 'reader'>,
): Promise<number[]> {
  const tokens = await trades.tokensOf(market)
  if (tokens.length > 0) return tokens
  throw new PequodError(
    'NOT_FOUND',
    `No market has the condition ${market}: the ledger knows no outcome of it. Take one from the list of markets.`,
  )
}
