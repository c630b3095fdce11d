import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { categoryNamed } from '../../ledger/market-category.ts'
import type { Day } from '../../ledger/quantities.ts'
import { type ListedMarket, type MarketList, UNKNOWN_VOLUME } from '../../store/markets/market-list.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { textCost } from '../kit/cost/query-cost.ts'
import { CUTOFF } from '../kit/cutoff.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { EventRef, type MarketEvent, pricesOf, SLUG } from '../kit/market-page.ts'
import { EVENT_ID, loadNodes, nodeIdOf } from '../kit/node-id.ts'
import {
  certainTotal,
  openPageArguments,
  openPagePrice,
  type PageArguments,
  type Place,
  pageSlice,
  withNodes,
} from '../kit/paging/page-slice.ts'
import { listedMarketsOf, MOST_EVENT_MARKETS, marketsOf } from './event-summary.ts'
import { listMarkets, MARKET_ROWS, MarketConnectionType } from './market-connection.ts'
import { MARKET_ORDER } from './market-where.ts'

/** The dollars of some markets' trades; null where one of them is not known. */
function volumeOf(markets: readonly ListedMarket[]): number | null {
  if (markets.some(({ volume }) => volume === UNKNOWN_VOLUME)) return null
  return markets.reduce((sum, { volume }) => sum + volume, 0)
}

/** The question that several markets are of. */
export const EventType = builder.node(EventRef, {
  description:
    'A group of markets: a neg-risk question in which exactly one market comes true, or related markets.',
  id: {
    description:
      "The event's id: `event:` and its source's number; as of a day, with `@` and the day appended. Argument of `node`.",
    resolve: ({ facts, snapshot }) => nodeIdOf(`${EVENT_ID}${facts.sourceId}`, { asOf: snapshot.asOf }),
  },
  loadManyWithoutCache: (ids, context) =>
    loadNodes(ids, ({ name, asOf }) => findEvent('source_id', name.slice(EVENT_ID.length), context, asOf)),
  fields: (t) => ({
    cutoff: t.field({ ...CUTOFF, resolve: ({ snapshot }) => snapshot.cutoff }),
    slug: t.string({
      ...SLUG,
      resolve: ({ facts }) => facts.slug,
    }),
    title: t.text(({ facts }) => facts.title, {
      nullable: true,
      complexity: textCost(TEXT_BOUNDS.question),
      description: 'The title. Null while unknown.',
    }),
    category: t.of(
      MarketCategoryEnum,
      async (event, _args, context) =>
        categoryNamed(
          (await listedMarketsOf(event, context)).find(({ category }) => category !== null)?.category ?? null,
        ),
      { nullable: true, description: 'The category of its markets. Null if they have none.' },
    ),
    volume: t.amount(async (event, _args, context) => volumeOf(await listedMarketsOf(event, context)), {
      nullable: true,
      description: "Sum of its markets' volumes in USD. Null if any of them is unknown.",
    }),
    endsAt: t.when(
      async (event, _args, context) => {
        const ends = (await listedMarketsOf(event, context)).map(({ endsAt }) => endsAt)
        const last = Math.max(...ends)
        return ends.length === 0 || last === Number.MAX_SAFE_INTEGER ? null : last
      },
      { nullable: true, description: 'Latest scheduled end of its markets. Null if any of them is unknown.' },
    ),
    sumOfPrices: t.amount(sumOfPrices, {
      nullable: true,
      complexity: MOST_EVENT_MARKETS,
      description:
        "Sum of the marks of its markets' first outcomes, in USD: near 1 where exactly one comes true. Null if any has no mark, and beyond 256 markets.",
    }),
    markets: t.field({
      type: MarketConnectionType,
      complexity: openPagePrice(MARKET_ROWS),
      description: 'The markets of this event.',
      args: {
        orderBy: t.arg(MARKET_ORDER),
        ...openPageArguments(t.arg, MARKET_ROWS),
      },
      resolve: ({ facts, snapshot }, { orderBy, ...page }, context) =>
        listMarkets(
          {
            page,
            where: { event: [facts.sourceId] },
            orderBy: orderBy ?? [],
            includeUntraded: true,
            asOf: snapshot.asOf,
          },
          context,
        ),
    }),
  }),
})

async function sumOfPrices(event: MarketEvent, _args: object, context: RequestContext) {
  const markets = await marketsOf(event, context)
  if (markets === null) return null
  const prices = await Promise.all(markets.map(pricesOf))
  const first = prices.map(([price = null]) => price)
  return first.includes(null) ? null : first.reduce<number>((sum, price) => sum + (price ?? 0), 0)
}

/** Returns the event of a source's number or a slug, null if unknown. */
export async function findEvent(
  by: 'source_id' | 'slug',
  name: string,
  context: RequestContext,
  asOf: Day | null,
): Promise<MarketEvent | null> {
  const snapshot = await context.snapshot(asOf)
  const [facts] = await context.reader.marketStore.events(by, [name], snapshot.ledgerVersion)
  return facts ? { facts, snapshot } : null
}

export const EventConnectionType = builder.connectionObject(
  {
    type: EventRef,
    name: 'EventConnection',
    description: 'A page of events.',
    fields: (t) => ({
      totalCount: t.count(certainTotal, 'Events in the whole list, {limits}.'),
    }),
  },
  { name: 'EventEdge', description: 'A row of a page of events.' },
)

export interface EventSearch {
  page: PageArguments
  /** Words that its title or the question of one of its markets has; empty for all. */
  query: string
  category: string | null
  asOf: Day | null
}

type EventRow = readonly [event: number, volume: number]

/** Events with their volumes, the largest first, newer first among equals. @param wanted null: all */
export function eventsByVolume(
  list: MarketList,
  { category, wanted }: { category: string | null; wanted: ReadonlySet<number> | null },
): EventRow[] {
  const volumes = new Map<number, number>()
  const markets = list.select('VOLUME', { category })
  for (let i = 0; i < markets.count; i++) {
    const { event, volume } = markets.at(i)
    if (event === null || (wanted && !wanted.has(event))) continue
    const sum = volumes.get(event) ?? 0
    volumes.set(event, volume < 0 || sum < 0 ? UNKNOWN_VOLUME : sum + volume)
  }
  return [...volumes].sort(([a, x], [b, y]) => y - x || b - a)
}

/** Returns the requested page of events, the largest volume first. */
export async function listEvents({ page, query, category, asOf }: EventSearch, context: RequestContext) {
  const snapshot = await context.snapshot(asOf)
  const { marketStore } = context.reader
  const found = query === '' ? null : await marketStore.search(query)
  const list = await marketStore.list(snapshot, snapshot.cutoff.time)
  const wanted =
    found && new Set(found.flatMap(({ market, event }) => (event !== null && list.has(market) ? event : [])))
  const rows = eventsByVolume(list, { category, wanted })
  const { edges, pageInfo } = pageSlice<EventRow>(
    {
      count: rows.length,
      at: (row): EventRow => rows[row] ?? [0, 0],
      placeOf: ([event, volume]): Place => [-volume, -event],
    },
    page,
    { mark: 'events', rows: MARKET_ROWS },
  )
  const facts = await marketStore.events(
    'id',
    edges.map(({ node: [event] }) => event),
    snapshot.ledgerVersion,
  )
  const byId = new Map(facts.map((one) => [one.id, one]))
  return {
    total: async () => rows.length,
    cutoff: () => snapshot.cutoff,
    edges: withNodes(
      edges,
      edges.map(({ node: [event] }) => {
        const own = byId.get(event)
        return own && { facts: own, snapshot }
      }),
    ),
    pageInfo,
  }
}
