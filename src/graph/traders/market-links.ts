import type { ArgBuilder } from '@pothos/core'
import DataLoader from 'dataloader'
import { PequodError } from '../../errors.ts'
import type { MarketCategory } from '../../ledger/market-category.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import type { TraderPosition } from '../../store/snapshot/trader-record.ts'
import type { TokenName } from '../../store/trades/trade-store.ts'
import type { GraphSchemaTypes } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { GIVEN_CONDITION } from '../kit/limits/known-limits.ts'
import { readBatch, type TraderProfile } from '../kit/loaders.ts'
import { dayOfSnapshot, type Market, marketsById } from '../kit/market-page.ts'

/** An object that belongs to a market: by a token, or by a condition's number. */
export interface OfMarket {
  token: number | null
  condition?: number | null
}

/** A value that was already read is returned directly, because a promise costs more than most fields. */
type Soon<Value> = Value | Promise<Value>

/** The markets of a request's rows, read together for all lists and only when a field needs them. */
export interface MarketLinks {
  /** Reads a token's names; undefined stands for one that is not there. */
  ofToken<Value>(id: number, read: (token: TokenName | undefined) => Value): Soon<Value>
  /** Null if the object has no market or the market is unknown. */
  marketOf(of: OfMarket): Soon<Market | null>
  /** Tokens in this order; null for one that is not there. */
  tokens(ids: readonly number[]): Promise<(TokenName | null)[]>
}

/** The links of one request, by the snapshot that they are of. */
const createLinks = () => new Map<Snapshot, MarketLinks>()

/** Links to the markets of a snapshot's rows: a constant number of statements for all lists of a request. */
export function marketLinks(snapshot: Snapshot, context: RequestContext): MarketLinks {
  const bySnapshot = context.own(createLinks)
  const links = bySnapshot.get(snapshot) ?? linksTo(snapshot, context)
  bySnapshot.set(snapshot, links)
  return links
}

function linksTo(snapshot: Snapshot, context: RequestContext): MarketLinks {
  const tokenOf = remembered('tokens by id', (ids) => context.reader.trades.tokens(ids))
  const marketOf = remembered('markets by id', (ids) => marketsById(ids, snapshot, context))
  const ofToken: MarketLinks['ofToken'] = (id, read) => then(tokenOf(id), (token) => read(token ?? undefined))
  return {
    ofToken,
    marketOf({ token, condition = null }) {
      const id = token === null ? condition : ofToken(token, (known) => known?.condition ?? null)
      return then(id, (one) => (one === null ? null : marketOf(one)))
    },
    tokens: (ids) => Promise.all(ids.map(tokenOf)),
  }
}

/** Batches reads of rows by id over a tick and returns rows that were already read directly. */
function remembered<Row>(
  name: string,
  read: (ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>,
): (id: number) => Soon<Row | null> {
  const known = new Map<number, Row | null>()
  const loader = new DataLoader(
    readBatch(name, async (ids: readonly number[]) => {
      const found = await read(ids)
      return ids.map((id) => {
        const row = found.get(id) ?? null
        known.set(id, row)
        return row
      })
    }),
  )
  return (id) => {
    const row = known.get(id)
    return row === undefined ? loader.load(id) : row
  }
}

function then<Value, Next>(value: Soon<Value>, next: (value: Value) => Soon<Next>): Soon<Next> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** Said of every filter by market. */
export const oneMarket = (rows: string) =>
  `Only ${rows} in this market: its condition, {limits}. Default: every market's.`

/**
 * Returns the numbers of a market's tokens, for an argument `market`.
 * @throws PequodError NOT_FOUND for a condition without a token in the ledger
 */
function tokensOfMarket(
  market: string,
  context: Pick<RequestContext, 'reader' | 'snapshot'>,
): Promise<number[]> {
  return tokensOfMarkets([market], context)
}

/**
 * Returns the numbers of the tokens of markets: two statements, however many there are.
 * @throws PequodError NOT_FOUND for a condition without a token in the ledger
 */
async function tokensOfMarkets(
  markets: readonly string[],
  { reader: { trades, marketStore }, snapshot }: Pick<RequestContext, 'reader' | 'snapshot'>,
): Promise<number[]> {
  const { ledgerVersion } = await snapshot()
  const known = await marketStore.markets('condition', markets, ledgerVersion)
  const tokens = await trades.tokensOf(known.map(({ condition }) => condition))
  const traded = new Set<string>(tokens.map(({ condition }) => condition))
  const unknown = markets.find((market) => !traded.has(market))
  if (unknown === undefined) return tokens.map(({ id }) => id)
  throw new PequodError(
    'NOT_FOUND',
    `No market has the condition ${unknown}: the ledger knows no outcome of it. Copy one from the list of markets.`,
  )
}

export interface NamedMarkets {
  markets?: readonly string[]
  events?: readonly string[]
}

/** The tokens of the markets and events that a filter names; null where it names none. @throws PequodError NOT_FOUND for an unknown market */
export async function tokensNamed(
  { markets, events }: NamedMarkets,
  context: Pick<RequestContext, 'reader' | 'snapshot'>,
): Promise<ReadonlySet<number> | null> {
  const ofMarkets = markets ? await tokensOfMarkets(markets, context) : null
  if (!events) return ofMarkets && new Set(ofMarkets)
  const ofEvents = new Set(await context.reader.trades.tokensOfEvents(events))
  return ofMarkets === null ? ofEvents : new Set(ofMarkets.filter((token) => ofEvents.has(token)))
}

/** All positions of a trader that the caller is shown, by their tokens' numbers. */
export async function positionsOf(
  trader: TraderProfile,
  context: RequestContext,
): Promise<readonly TraderPosition[]> {
  const { snapshot, row } = trader
  return (await context.loaders(snapshot).positions(dayOfSnapshot(snapshot)).load(row.id)) ?? []
}

/** A part of a trader's positions, or of the fills in them; with neither field, all of them. */
export interface HeldIn {
  market?: string | null | undefined
  category?: MarketCategory | null | undefined
}

/** The arguments of {@link HeldIn}. */
export function heldIn(arg: ArgBuilder<GraphSchemaTypes>, rows: string) {
  return {
    market: arg.id({
      description: oneMarket(rows),
      limits: GIVEN_CONDITION,
    }),
    category: arg({
      type: MarketCategoryEnum,
      description: `Only ${rows} in markets of this category. Default: all.`,
    }),
  }
}

/**
 * Returns the tokens of a trader's positions in a market or a category; null for all of them.
 * @throws PequodError NOT_FOUND for an unknown market
 */
export async function tokensIn(
  trader: TraderProfile,
  { market, category }: HeldIn,
  context: RequestContext,
): Promise<number[] | null> {
  const tokens = market ? await tokensOfMarket(market, context) : null
  if (!category) return tokens
  const held = tokens ?? (await positionsOf(trader, context)).map(({ token }) => token)
  const markets = await context.reader.trades.tapeMarkets(held)
  return held.filter((token) => markets.get(token)?.category === category)
}
