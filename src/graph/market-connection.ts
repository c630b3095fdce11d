import type { MarketFacts } from '../store/smart-money/market-facts.ts'
import { argumentError } from './argument-error.ts'
import { builder } from './builder.ts'
import type { RequestContext } from './context.ts'
import { type Market, MarketType, marketPage } from './market.ts'

/** What a list of markets asks for. */
export interface MarketSearch {
  first: number
  /** The cursor to go on behind, or null for the start. */
  after: string | null
  category: string | null
}

/** A page of markets, in the shape of a connection. */
export const MarketConnectionType = builder.connectionObject(
  { type: MarketType, name: 'MarketConnection', description: 'A page of markets.' },
  { name: 'MarketEdge', description: 'A row of a page of markets.' },
)

/** The page of markets that is asked for, those that the ledger saw last first. */
export async function listMarkets({ first, after, category }: MarketSearch, context: RequestContext) {
  const snapshot = await context.snapshot()
  const place = after === null ? null : await placeOf(after, context)
  const found = await context.reader.smartMoney.listMarkets({ first, after: place, category })
  const edges = marketPage(found.slice(0, first), snapshot, context).map(edgeOf)
  return {
    edges,
    pageInfo: {
      hasNextPage: found.length > first,
      hasPreviousPage: after !== null,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  }
}

/** A cursor is the condition of its row. */
function edgeOf(node: Market) {
  return { node, cursor: cursorOf(node.facts) }
}

function cursorOf({ condition }: Pick<MarketFacts, 'condition'>): string {
  return Buffer.from(condition.slice(2), 'hex').toString('base64url')
}

async function placeOf(cursor: string, { reader }: RequestContext): Promise<number> {
  const condition = `0x${Buffer.from(cursor, 'base64url').toString('hex')}`
  const market = await reader.smartMoney.findMarket(condition)
  // Decoding skips what is not base64url, so only a cursor that is made again as it came was made here.
  if (market && cursorOf(market) === cursor) return market.id
  const message = 'is not a cursor: give the one that came with the page before, as it stands'
  throw argumentError({ issues: [{ code: 'custom', path: ['after'], message, input: cursor }] })
}
