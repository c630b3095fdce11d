import { PequodError, wrongArgument } from '../../errors.ts'
import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { Day } from '../../ledger/quantities.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { LOOK_AT_ALL } from '../kit/cost/query-cost.ts'
import { AS_OF_ARGUMENT } from '../kit/cutoff.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { CONDITION_ID, GIVEN_CONDITION, LIST_LIMITS } from '../kit/limits/known-limits.ts'
import { loadMarket, type Market } from '../kit/market-page.ts'
import { EVENT_ID } from '../kit/node-id.ts'
import { openPageArguments, openPagePrice } from '../kit/paging/page-slice.ts'
import { EventConnectionType, EventType, findEvent, listEvents } from './event.ts'
import { MarketType } from './market.ts'
import { listMarkets, MARKET_ROWS, MarketConnectionType } from './market-connection.ts'
import { MARKET_ORDER, MarketWhereInput, readsMarkets } from './market-where.ts'

function slugOf(what: string) {
  return {
    description: `The ${what}'s slug, instead of its id.`,
    limits: { minLength: 1, maxLength: TEXT_BOUNDS.slug },
  }
}

builder.queryField('market', (t) =>
  t.field({
    type: MarketType,
    nullable: true,
    description: 'A market: question, event, times, volume, open interest, and outcomes with their prices.',
    throws: { NOT_FOUND: 'for an unknown one' },
    args: {
      id: t.arg.string({ description: CONDITION_ID, limits: GIVEN_CONDITION }),
      slug: t.arg.string(slugOf('market')),
      asOf: t.arg(AS_OF_ARGUMENT),
    },
    resolve: (_root, args, context) => findMarket(args, context),
  }),
)

builder.queryField('markets', (t) =>
  t.field({
    type: MarketConnectionType,
    complexity: openPagePrice(MARKET_ROWS),
    description:
      'Markets with known metadata, filtered and sorted by any of their numbers; by default those with a trade, largest volume first. A `query` is a search.',
    // A search reads the text of every market. Numbers in memory are counted by their price alone: pages ask for several lists.
    countsCall: (_root, { where, orderBy }) => readsMarkets(where, orderBy),
    args: {
      where: t.arg({
        type: MarketWhereInput,
        weight: LOOK_AT_ALL,
        description: 'Conditions, which must all hold. Default: all.',
      }),
      orderBy: t.arg(MARKET_ORDER),
      includeUntraded: t.arg.boolean({
        description: 'Whether to include markets without a trade. Default: true with a `query`, else false.',
      }),
      ...openPageArguments(t.arg, MARKET_ROWS),
      asOf: t.arg(AS_OF_ARGUMENT),
    },
    resolve: (_root, { where, orderBy, includeUntraded, asOf, ...page }, context) =>
      listMarkets(
        {
          page,
          where: where ?? null,
          orderBy: orderBy ?? [],
          includeUntraded: includeUntraded ?? null,
          asOf: asOf ?? null,
        },
        context,
      ),
  }),
)

builder.queryField('event', (t) =>
  t.field({
    type: EventType,
    nullable: true,
    description: 'An event: title, volume, sum of prices, and its markets, largest volume first.',
    throws: { NOT_FOUND: 'for an unknown one' },
    args: {
      id: t.arg.string({
        description: "The event's id, with or without its prefix `event:`.",
        limits: { minLength: 1, maxLength: TEXT_BOUNDS.slug + EVENT_ID.length },
      }),
      slug: t.arg.string(slugOf('event')),
      asOf: t.arg(AS_OF_ARGUMENT),
    },
    resolve: async (_root, { id, slug: name, asOf: day }, context) => {
      requireOne({ id, slug: name })
      const number = id?.startsWith(EVENT_ID) ? id.slice(EVENT_ID.length) : id
      const by = number ? 'source_id' : 'slug'
      const found = await findEvent(by, number ?? name ?? '', context, day ?? null)
      if (found) return found
      throw new PequodError(
        'NOT_FOUND',
        `No event has the ${number ? 'id' : 'slug'} ${number ?? name}: none of its markets is known. Copy one from a response.`,
      )
    },
  }),
)

builder.queryField('events', (t) =>
  t.field({
    type: EventConnectionType,
    complexity: openPagePrice(MARKET_ROWS),
    description:
      'Events, each a group of markets that belong together, largest volume first; newer first among equal ones, unknown volumes last. A `query` is a search.',
    countsCall: (_root, { query: words }) => Boolean(words),
    args: {
      query: t.arg.string({
        description:
          "Words to find in the event's title or the question of one of its markets, all of them, in any order, {limits}; case and accents are ignored. Default: everything.",
        limits: { maxLength: LIST_LIMITS.query },
      }),
      category: t.arg({
        type: MarketCategoryEnum,
        description:
          'Only events with markets of this category, ordered by the volume of those. Default: all.',
      }),
      ...openPageArguments(t.arg, MARKET_ROWS),
      asOf: t.arg(AS_OF_ARGUMENT),
    },
    resolve: async (_root, { query: words, category: one, asOf: day, ...page }, context) => {
      return listEvents({ page, query: words ?? '', category: one ?? null, asOf: day ?? null }, context)
    },
  }),
)

/** The arguments that name an object; a caller gives one of them. */
interface Names {
  id?: string | null | undefined
  slug?: string | null | undefined
}

/**
 * Returns the market that the arguments name.
 * @throws PequodError NOT_FOUND for an unknown market, BAD_USER_INPUT if it is named twice or not at all
 */
export async function findMarket(
  { id, slug, asOf }: Names & { asOf?: Day | null | undefined },
  context: RequestContext,
): Promise<Market> {
  requireOne({ id, slug })
  // Several markets may have had a slug: the newest has it now.
  const condition = id ?? (slug ? (await marketsOfSlug(slug, context, asOf ?? null))[0]?.condition : null)
  const market = condition ? await loadMarket(condition, context, asOf ?? null) : null
  if (market) return market
  throw new PequodError(
    'NOT_FOUND',
    id
      ? `No market has the condition ${id}: the ledger holds no event of it. Copy one from a response.`
      : `No market has the slug ${slug}: no known metadata contains it. Copy one from a response.`,
  )
}

async function marketsOfSlug(slug: string, context: RequestContext, asOf: Day | null) {
  const { ledgerVersion } = await context.snapshot(asOf)
  return context.reader.marketStore.markets('slug', [slug], ledgerVersion)
}

function requireOne({ id, slug }: Names): void {
  if (Boolean(id) !== Boolean(slug)) return
  const message = id && slug ? 'cannot be combined with id: send one of the two' : 'or id is required'
  throw wrongArgument('slug', message)
}
