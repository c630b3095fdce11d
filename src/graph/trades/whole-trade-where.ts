import { showsPeople } from '../../access/shown-people.ts'
import { meets } from '../../access/tier.ts'
import { addressOf } from '../../ledger/address.ts'
import { FILL_USD, MAX_OUTCOMES, TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { MARKET_CATEGORIES } from '../../ledger/market-category.ts'
import { MICRO, type MicroUsd, type Seconds } from '../../ledger/quantities.ts'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import { POSITION_CHANGES } from '../../store/ingest/whole-trade-rows.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { LARGE_FILL } from '../../store/tables.ts'
import type { TapeMarket, WholeTrade } from '../../store/trades/whole-trades.ts'
import { TRADE_SIGNS, type TradeSign } from '../../tape/signs/sign.ts'
import { signsOfTrade } from '../../tape/signs/sign-record.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { GIVEN_ADDRESS, GIVEN_CONDITION, LIST_LIMITS } from '../kit/limits/known-limits.ts'
import { EVENT_ID } from '../kit/node-id.ts'
import { BEYOND_FIRST } from '../kit/paging/place-paging.ts'
import { argumentRefusal } from '../kit/tier-gate.ts'
import { unknownLeaderboard } from '../leaderboards/find-leaderboard.ts'
import { TradeSignEnum } from '../tape/trade-signs.ts'
import { tokensOfMarket } from '../traders/market-links.ts'
import { FillRoleEnum, TradeSideEnum } from '../traders/trades/trade-terms.ts'

/** Smaller whole trades are not recorded. */
const LEAST_USD = LARGE_FILL / MICRO
const TAPE_USD = { ...FILL_USD, minimum: LEAST_USD }
const PRICE = { minimum: 0, maximum: 1 }
/** Hours of the longest scheduled life that a filter may ask for: ten years. */
const MOST_HOURS = 87_600
/** Traders of a leaderboard that a filter may name. */
const BOARD_TOP = 100
const HOUR = 3_600
const SIGNS = { maxItems: TRADE_SIGNS.length }

export const PositionChangeEnum = builder.enumType('PositionChange', {
  description: 'The effect of a trade on the position of its trader in the outcome.',
  values: {
    OPENED: { description: 'A purchase by a trader who held no share of the outcome.' },
    ADDED: { description: 'A purchase by a trader who held some.' },
    REDUCED: { description: 'A sale that left shares.' },
    CLOSED: { description: 'A sale that left none.' },
  } as const,
})

export const WholeTradeWhereInput = builder.inputType('WholeTradeWhere', {
  description:
    'A filter of whole trades; all given conditions hold. Amounts and prices are those of the whole trade. An unknown value meets no condition.',
  fields: (t) => ({
    minUsd: t.float({
      limits: TAPE_USD,
      description: `Minimum USD, from {limits}. Default: ${LEAST_USD}.`,
    }),
    maxUsd: t.float({ limits: TAPE_USD, description: 'Maximum USD, from {limits}.' }),
    minPrice: t.float({ limits: PRICE, description: 'Minimum average price, from {limits}.' }),
    maxPrice: t.float({ limits: PRICE, description: 'Maximum average price, from {limits}.' }),
    side: t.field({ type: TradeSideEnum, description: 'Only purchases, or only sales.' }),
    role: t.field({
      type: FillRoleEnum,
      description: 'Default: all but makers, so each dollar counts once.',
    }),
    outcome: t.int({
      limits: { minimum: 0, maximum: MAX_OUTCOMES - 1 },
      description: 'Index of the outcome, from {limits}.',
    }),
    change: t.field({
      type: [PositionChangeEnum],
      limits: { maxItems: POSITION_CHANGES.length },
      description: 'Effects on the position.',
    }),
    market: t.id({
      limits: GIVEN_CONDITION,
      description: 'A market: its condition, {limits}.',
    }),
    event: t.id({
      limits: { minLength: 1, maxLength: TEXT_BOUNDS.slug + EVENT_ID.length },
      description: 'An event: its id.',
    }),
    category: t.field({
      type: [MarketCategoryEnum],
      limits: { maxItems: MARKET_CATEGORIES.length },
      description: 'Categories of markets.',
    }),
    tag: t.string({
      limits: { minLength: 1, maxLength: TEXT_BOUNDS.slug },
      description: 'A tag of markets.',
    }),
    minMarketHours: t.float({
      limits: { minimum: 0, maximum: MOST_HOURS },
      description: 'Minimum scheduled life of the market in hours, from {limits}.',
    }),
    trader: t.string({ limits: GIVEN_ADDRESS, description: 'A wallet: {limits}.' }),
    leaderboard: t.string({
      limits: { minLength: 1, maxLength: LIST_LIMITS.boardId },
      description: 'First traders of a leaderboard.',
    }),
    top: t.int({
      limits: { minimum: 1, maximum: BOARD_TOP },
      description: `Number of these traders, from {limits}. Default: ${BOARD_TOP}.`,
    }),
    signs: t.field({
      type: [TradeSignEnum],
      limits: SIGNS,
      description: 'The trade has all of these signs.',
    }),
    without: t.field({
      type: [TradeSignEnum],
      limits: SIGNS,
      description: 'The trade has none of these signs; a trade whose sign is unknown does not match.',
    }),
    from: t.field({ type: 'DateTime', description: 'From this time on. Requires Pro.' }),
    to: t.field({ type: 'DateTime', description: 'Before this time. Requires Pro.' }),
  }),
})

type WholeTradeWhere = typeof WholeTradeWhereInput.$inferInput

/** A filter of whole trades with ids in place of names; null: any. */
export interface TapeFilter {
  usd: { min: MicroUsd; max: MicroUsd }
  price: { min: number; max: number }
  side: number | null
  role: number | null
  changes: ReadonlySet<number> | null
  /** All of these hold; none of those does, and each is known. */
  signs: readonly TradeSign[]
  without: readonly TradeSign[]
  tokens: ReadonlySet<number> | null
  traders: ReadonlySet<number> | null
  market: {
    outcome: number | null
    categories: ReadonlySet<string> | null
    /** As the store's JSON holds it. */
    tag: string | null
    seconds: Seconds | null
  }
  since: Seconds | null
  before: Seconds | null
}

/**
 * Returns the filter that a caller describes.
 * @throws PequodError NOT_FOUND for an unknown market or leaderboard; UNAUTHENTICATED or PRO_REQUIRED for times without Pro,
 *   and for the traders of a leaderboard whose rows the caller may not read
 */
export async function tapeFilter(
  where: WholeTradeWhere,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<TapeFilter> {
  const { tier } = context.caller
  for (const name of ['from', 'to'] as const)
    if (typeof where[name] === 'number' && !meets(tier, 'PRO'))
      throw argumentRefusal(name, BEYOND_FIRST, tier)
  const micro = (usd: number) => usd * MICRO
  const { side, role, change, category, tag, minMarketHours: hours } = where
  return {
    usd: {
      min: Math.ceil(micro(where.minUsd ?? LEAST_USD)),
      max: typeof where.maxUsd === 'number' ? Math.floor(micro(where.maxUsd)) : Number.MAX_SAFE_INTEGER,
    },
    price: { min: where.minPrice ?? 0, max: where.maxPrice ?? Number.POSITIVE_INFINITY },
    side: side ? (side === 'BUY' ? 0 : 1) : null,
    role: role ? (role === 'TAKER' ? 1 : 0) : null,
    changes: change ? new Set(change.map((one) => POSITION_CHANGES.indexOf(one))) : null,
    signs: where.signs ?? [],
    without: where.without ?? [],
    tokens: await tokensOf(where, context),
    traders: await tradersOf(where, snapshot, context),
    market: {
      outcome: where.outcome ?? null,
      categories: category ? new Set<string>(category) : null,
      tag: tag ? JSON.stringify(tag) : null,
      seconds: typeof hours === 'number' ? hours * HOUR : null,
    },
    since: where.from ?? null,
    before: where.to ?? null,
  }
}

async function tokensOf(
  { market, event }: WholeTradeWhere,
  context: RequestContext,
): Promise<ReadonlySet<number> | null> {
  const ofMarket = market ? await tokensOfMarket(market.toLowerCase(), context) : null
  if (!event) return ofMarket && new Set(ofMarket)
  const id = event.startsWith(EVENT_ID) ? event.slice(EVENT_ID.length) : event
  const ofEvent = new Set(await context.reader.trades.tokensOfEvents([id]))
  return ofMarket === null ? ofEvent : new Set(ofMarket.filter((token) => ofEvent.has(token)))
}

async function tradersOf(
  { trader, leaderboard, top }: WholeTradeWhere,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<ReadonlySet<number> | null> {
  const members = leaderboard ? await firstOfBoard(leaderboard, top ?? BOARD_TOP, snapshot, context) : null
  if (!trader) return members
  const address = addressOf(trader.toLowerCase())
  const known = address && (await context.loaders(snapshot).addresses.load(address))
  return new Set(known && (members?.has(known.id) ?? true) ? [known.id] : [])
}

async function firstOfBoard(
  id: string,
  top: number,
  snapshot: Snapshot,
  { reader, caller }: RequestContext,
): Promise<ReadonlySet<number>> {
  const board = leaderboardById(id)
  if (board === undefined) throw unknownLeaderboard(id)
  if (!showsPeople(board.tab, caller.tier))
    throw argumentRefusal('leaderboard', { requires: 'FREE' }, caller.tier)
  const order = await reader.order(snapshot, id, {}, caller.limiterKey)
  return new Set(order === null ? [] : order.traders.slice(0, Math.min(top, order.count)))
}

/** True for a filter that reads the market of a trade. */
export function readsMarket({ market, signs, without }: TapeFilter): boolean {
  return Object.values(market).some((asked) => asked !== null) || signs.length + without.length > 0
}

/** Returns whether a whole trade meets a filter. @param market that of its token; undefined only where the filter reads none */
export function matchesTrade(filter: TapeFilter, trade: WholeTrade, market: TapeMarket | undefined): boolean {
  const { usd, price, side, role, changes, tokens, traders, since, before } = filter
  const average = trade.usd / trade.shares
  return (
    trade.usd >= usd.min &&
    trade.usd <= usd.max &&
    average >= price.min &&
    average <= price.max &&
    (side === null || trade.side === side) &&
    (role === null ? trade.role !== 0 : trade.role === role) &&
    (changes === null || (trade.change !== null && changes.has(trade.change))) &&
    (tokens === null || tokens.has(trade.tokenId)) &&
    (traders === null || traders.has(trade.traderId)) &&
    (since === null || trade.time >= since) &&
    (before === null || trade.time < before) &&
    (!readsMarket(filter) || matchesMarket(filter.market, market)) &&
    matchesSigns(filter, trade, market)
  )
}

function matchesSigns(
  { signs, without }: TapeFilter,
  trade: WholeTrade,
  market: TapeMarket | undefined,
): boolean {
  if (signs.length + without.length === 0) return true
  const held = signsOfTrade(trade, market)
  return (
    signs.every((sign) => held.signs.includes(sign)) &&
    !without.some((sign) => held.signs.includes(sign) || held.unknownSigns.includes(sign))
  )
}

function matchesMarket(asked: TapeFilter['market'], market: TapeMarket | undefined): boolean {
  if (market === undefined) return false
  const { outcome, categories, tag, seconds } = asked
  const { createdAt, endsAt } = market
  return (
    (outcome === null || market.outcome === outcome) &&
    (categories === null || (market.category !== null && categories.has(market.category))) &&
    (tag === null || (market.tags?.includes(tag) ?? false)) &&
    (seconds === null || (createdAt !== null && endsAt !== null && endsAt - createdAt >= seconds))
  )
}
