import { meets, showsPeople } from '../../access/tier.ts'
import { wrongArgument } from '../../errors.ts'
import {
  type Address,
  DAY_SECONDS,
  type Day,
  dayOf,
  type MicroPrice,
  type MicroUsd,
  type Seconds,
} from '../../ledger/quantities.ts'
import { leaderboardById } from '../../metrics/leaderboards.ts'
import { POSITION_CHANGES } from '../../store/ingest/whole-trade-rows.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { LARGE_FILL } from '../../store/tables.ts'
import { isPriced, type TradeFilter } from '../../store/trades/trade-filter.ts'
import type { MarketTerms, TapeMarket, WholeTrade } from '../../store/trades/whole-trades.ts'
import type { TradeHindsight } from '../../tape/signs/hindsight.ts'
import type { TradeSign } from '../../tape/signs/sign.ts'
import { signsOfTrade } from '../../tape/signs/sign-record.ts'
import { firstTraders } from '../kit/board-access.ts'
import type { RequestContext } from '../kit/context.ts'
import { BEYOND_FIRST } from '../kit/paging/place-paging.ts'
import { argumentRefusal } from '../kit/tier-gate.ts'
import { BOARD_TOP, type GivenBoard } from '../kit/where-inputs.ts'
import { unknownLeaderboard } from '../leaderboards/find-leaderboard.ts'
import { membersOf } from '../screen/saved-screens.ts'
import { tokensNamed } from '../traders/market-links.ts'
import { MOST_CLOSES, type ReadTradeWhere } from './trade-where.ts'

/** A filter of whole trades with ids in place of names; null: any. */
export interface TapeFilter {
  usd: { min: MicroUsd; max: MicroUsd }
  price: Pick<TradeFilter, 'minPrice' | 'maxPrice'>
  /** The least change of the price in the trade's direction. */
  impact: MicroPrice | null
  side: number | null
  role: number | 'NOT_MAKER' | null
  changes: ReadonlySet<number> | null
  /** All of these hold; none of those does, and each is known. */
  signs: readonly TradeSign[]
  without: readonly TradeSign[]
  /** All of these hold. */
  hindsight: readonly TradeHindsight[]
  tokens: ReadonlySet<number> | null
  traders: ReadonlySet<number> | null
  /** By the day of the trade, the traders who were members at the close before it. */
  membersOn: ReadonlyMap<Day, ReadonlySet<number>> | null
  market: {
    outcome: number | null
    categories: ReadonlySet<string> | null
    /** As the store's JSON holds them. */
    tags: readonly string[] | null
    seconds: Seconds | null
  }
  since: Seconds | null
  before: Seconds | null
  /** At least one of these matches too. */
  any: readonly TapeFilter[] | null
}

/**
 * Returns the filter of the list that a caller describes.
 * @throws PequodError NOT_FOUND for an unknown market or leaderboard; UNAUTHENTICATED or PRO_REQUIRED for times without Pro,
 *   and for the traders of a leaderboard whose rows the caller may not read
 */
export async function tapeFilter(
  where: ReadTradeWhere,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<TapeFilter> {
  const filter =
    where.members === 'AT_TRADE'
      ? await filterAtTrade(where, snapshot, context)
      : await filterOf(where, snapshot, context)
  return namesRole(where) ? filter : { ...filter, role: 'NOT_MAKER' }
}

/**
 * The filter by who belonged to its board and screen at the close before each trade. A member of no such close is nobody's: before the
 * ledger's first close there are no members.
 * @throws PequodError BAD_USER_INPUT for more than {@link MOST_CLOSES} days
 */
async function filterAtTrade(
  where: ReadTradeWhere,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<TapeFilter> {
  const { board, screen, ...rest } = where
  const asked = { ...(board && { board }), ...(screen && { screen }) }
  const filter = await filterOf(rest, snapshot, context)
  if (Object.keys(asked).length === 0) return filter
  const before = Math.min(filter.before ?? Number.POSITIVE_INFINITY, snapshot.cutoff.time + 1)
  const last = dayOf(before - 1)
  const since = filter.since ?? (last + 1 - MOST_CLOSES) * DAY_SECONDS
  const first = Math.max(dayOf(since), snapshot.firstDay + 1)
  if (last - first >= MOST_CLOSES)
    throw wrongArgument(
      'where.from',
      `is more than ${MOST_CLOSES} days before the end, and each day’s members are computed: ask for fewer days, or for members NOW`,
    )
  const membersOn = new Map<Day, ReadonlySet<number>>()
  // One after another: each close that is not kept is computed, and a caller computes few at a time.
  for (let day = first; day <= last; day++) {
    const then = await context.snapshot(day - 1)
    membersOn.set(day, (await tradersNamed(asked, then, context)) ?? new Set())
  }
  const members = [...membersOn.values()].flatMap((some) => [...some])
  const traders = new Set(members.filter((trader) => filter.traders?.has(trader) ?? true))
  return { ...filter, traders, membersOn, since, before }
}

function namesRole({ role, any }: ReadTradeWhere): boolean {
  return role !== undefined || (any?.some(namesRole) ?? false)
}

async function filterOf(
  where: ReadTradeWhere,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<TapeFilter> {
  const { tier } = context.caller
  for (const name of ['from', 'to'] as const)
    if (where[name] !== undefined && !meets(tier, 'PRO'))
      throw argumentRefusal(`where.${name}`, BEYOND_FIRST, tier)
  const { side, role, changes, categories, tags, minPrice, maxPrice, any } = where
  return {
    usd: {
      min: where.minUsd ?? LARGE_FILL,
      max: where.maxUsd ?? Number.MAX_SAFE_INTEGER,
    },
    price: { ...(minPrice !== undefined && { minPrice }), ...(maxPrice !== undefined && { maxPrice }) },
    impact: where.minImpact ?? null,
    side: side === undefined ? null : side === 'BUY' ? 0 : 1,
    role: role === undefined ? null : role === 'TAKER' ? 1 : 0,
    changes: changes ? new Set(changes.map((one) => POSITION_CHANGES.indexOf(one))) : null,
    signs: where.signs ?? [],
    without: where.without ?? [],
    hindsight: where.hindsight ?? [],
    tokens: await tokensNamed(where, context),
    traders: await tradersNamed(where, snapshot, context),
    membersOn: null,
    market: {
      outcome: where.outcome ?? null,
      categories: categories ? new Set<string>(categories) : null,
      tags: tags?.map((tag) => JSON.stringify(tag)) ?? null,
      seconds: where.minMarketSeconds ?? null,
    },
    since: where.from ?? null,
    before: where.to ?? null,
    any: any ? await Promise.all(any.map((one) => filterOf(one, snapshot, context))) : null,
  }
}

/**
 * The traders that a filter names, by address, as the first of a leaderboard or as members of a screen, as far as they are all of
 * these; null where it names none.
 * @throws PequodError NOT_FOUND for an unknown leaderboard or screen, UNAUTHENTICATED for a leaderboard whose rows the caller may not
 *   read
 */
export async function tradersNamed(
  { traders, board, screen }: Pick<ReadTradeWhere, 'traders' | 'board' | 'screen'>,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<ReadonlySet<number> | null> {
  const { addresses } = context.loaders(snapshot)
  const idOf = async (address: Address) => (await addresses.load(address))?.id ?? []
  const groups = [
    ...(traders ? [(await Promise.all(traders.map(idOf))).flat()] : []),
    ...(board ? [await tradersOfBoard(board, snapshot, context)] : []),
    ...(screen ? [await membersOf(screen, snapshot, context)] : []),
  ]
  const [first, ...others] = groups.map((group) => new Set(group))
  return first === undefined ? null : new Set([...first].filter((id) => others.every((one) => one.has(id))))
}

/** The traders of a leaderboard that a filter names, best first. @throws PequodError as {@link tradersNamed} does */
export async function tradersOfBoard(
  { id, top }: GivenBoard,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<number[]> {
  const { tier } = context.caller
  const board = leaderboardById(id)
  if (board === undefined) throw unknownLeaderboard(id)
  if (!showsPeople(board.tab, tier)) throw argumentRefusal('where.board', { requires: 'FREE' }, tier)
  return firstTraders(id, top ?? BOARD_TOP, snapshot, context)
}

/** True for a filter that reads the market of a trade. */
export function readsMarket({ market, signs, without, any }: TapeFilter): boolean {
  const isOwn = Object.values(market).some((asked) => asked !== null) || signs.length + without.length > 0
  return isOwn || (any?.some(readsMarket) ?? false)
}

/** True for a filter that reads how far a trade moved the price. */
export function readsImpact({ impact, any }: TapeFilter): boolean {
  return impact !== null || (any?.some(readsImpact) ?? false)
}

/** True for a filter that reads whether a trade is the trader's first in its category. */
export function readsFirsts({ signs, without, any }: TapeFilter): boolean {
  return [...signs, ...without].includes('FIRST_IN_CATEGORY') || (any?.some(readsFirsts) ?? false)
}

/** True for a filter that reads facts that later events show. */
export function readsHindsight({ hindsight, any }: TapeFilter): boolean {
  return hindsight.length > 0 || (any?.some(readsHindsight) ?? false)
}

/** Facts of a whole trade that are read only for those which match otherwise. */
export interface CostlyFacts {
  /** How far it moved the price; null if that is unknown, which meets no minimum. */
  moved: MicroPrice | null
  /** Whether it is its trader's first in the category; null if unknown. */
  isFirst: boolean | null
  hindsight: readonly TradeHindsight[]
}

/**
 * Returns whether a whole trade meets a filter.
 * @param market that of its token; undefined only where the filter reads none
 * @param facts undefined, while they are not read: returns whether it meets the rest of the filter
 */
export function matchesTrade(
  filter: TapeFilter,
  trade: WholeTrade,
  market: TapeMarket | undefined,
  facts?: CostlyFacts,
): boolean {
  const { usd, price, side, role, changes, tokens, traders, membersOn, since, before, any } = filter
  return (
    trade.usd >= usd.min &&
    trade.usd <= usd.max &&
    isPriced(price, trade) &&
    (filter.impact === null ||
      facts === undefined ||
      (facts.moved ?? Number.NEGATIVE_INFINITY) >= filter.impact) &&
    (side === null || trade.side === side) &&
    (role === null || (role === 'NOT_MAKER' ? trade.role !== 0 : trade.role === role)) &&
    (changes === null || (trade.change !== null && changes.has(trade.change))) &&
    (tokens === null || tokens.has(trade.tokenId)) &&
    (traders === null || traders.has(trade.traderId)) &&
    (membersOn === null || (membersOn.get(dayOf(trade.time))?.has(trade.traderId) ?? false)) &&
    (since === null || trade.time >= since) &&
    (before === null || trade.time < before) &&
    matchesMarket(filter.market, market) &&
    matchesSigns(filter, trade, { market, facts }) &&
    (facts === undefined || filter.hindsight.every((one) => facts.hindsight.includes(one))) &&
    (any === null || any.some((one) => matchesTrade(one, trade, market, facts)))
  )
}

function matchesSigns(
  { signs, without }: TapeFilter,
  trade: WholeTrade,
  { market, facts }: { market: TapeMarket | undefined; facts: CostlyFacts | undefined },
): boolean {
  if (signs.length + without.length === 0) return true
  const held = signsOfTrade(trade, market, facts?.isFirst ?? null)
  const isOpen = (sign: TradeSign) => sign === 'FIRST_IN_CATEGORY' && facts === undefined
  return (
    signs.every((sign) => isOpen(sign) || held.signs.includes(sign)) &&
    !without.some((sign) => !isOpen(sign) && (held.signs.includes(sign) || held.unknownSigns.includes(sign)))
  )
}

/** Whether a market meets a filter's conditions on markets; undefined meets none. */
export function matchesMarket(asked: TapeFilter['market'], market: MarketTerms | undefined): boolean {
  if (Object.values(asked).every((one) => one === null)) return true
  if (market === undefined) return false
  const { outcome, categories, tags, seconds } = asked
  const { createdAt, endsAt } = market
  return (
    (outcome === null || market.outcome === outcome) &&
    (categories === null || (market.category !== null && categories.has(market.category))) &&
    (tags === null || tags.some((tag) => market.tags?.includes(tag))) &&
    (seconds === null || (createdAt !== null && endsAt !== null && endsAt - createdAt >= seconds))
  )
}
