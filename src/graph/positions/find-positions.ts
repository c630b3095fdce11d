import { wrongArgument } from '../../errors.ts'
import { type Day, dayOf, MICRO, type MicroPrice } from '../../ledger/quantities.ts'
import { periodNamed } from '../../metrics/periods.ts'
import { markedValue } from '../../numbers/inputs/marks.ts'
import { resultOf } from '../../numbers/profiles/trader-positions.ts'
import { isSettled } from '../../smart-money/market-prices.ts'
import type { BookRow } from '../../store/markets/market-book.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import type { RequestContext } from '../kit/context.ts'
import { dayOfSnapshot, type Market, marketsById } from '../kit/market-page.ts'
import { tokensNamed, tradersNamed } from '../trades/tape-filter.ts'
import type { FoundPosition, PositionScope, ReadPositionWhere } from './position-where.ts'

/** Positions of the markets of a filter at most, past ones included: some 150 bytes each while their book is kept. */
export const MOST_POSITIONS = 300_000
/** Markets of the traders of a filter at most, counted once a trader: most have a position of one outcome in each. */
const MOST_MARKETS = 150_000
/** Traders whose positions a filter reads at most, each with all that it ever had. */
export const MOST_TRADERS = 500

/**
 * Finds the positions of a snapshot that a filter matches, in no order. A filter with traders reads all positions of those; one with
 * only markets or events reads those of everybody in them; one with only a minimum value reads those of traders who have an open
 * position of it.
 * @throws PequodError BAD_USER_INPUT where that is too many; NOT_FOUND for an unknown market or leaderboard; UNAUTHENTICATED for the
 *   traders of a leaderboard whose rows the caller may not read
 */
export async function findPositions(
  { scope, least, categories, matches }: ReadPositionWhere,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<FoundPosition[]> {
  const tokens = await tokensNamed(scope, context)
  const traders = await tradersOf(scope, tokens === null ? least : null, snapshot, context)
  const found =
    traders === null
      ? await positionsInMarkets([...(tokens ?? [])], snapshot, context)
      : await positionsOfTraders(traders, snapshot, context)
  const isOnlyOpen = Object.keys(scope).length === 0
  const matching = found.filter(
    (position) =>
      (tokens === null || tokens.has(position.token)) &&
      (!isOnlyOpen || position.isOpen) &&
      matches(position),
  )
  return categories === null ? matching : inCategories(matching, categories, context)
}

async function inCategories(
  found: readonly FoundPosition[],
  categories: ReadonlySet<string>,
  { reader }: RequestContext,
): Promise<FoundPosition[]> {
  const markets = await reader.trades.tapeMarkets([...new Set(found.map(({ token }) => token))])
  return found.filter(({ token }) => categories.has(markets.get(token)?.category ?? ''))
}

/** The traders of a filter; null: everybody. */
async function tradersOf(
  scope: PositionScope,
  least: number | null,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<readonly number[] | null> {
  const named = await tradersNamed(scope, snapshot, context)
  if (named === null) return least === null ? null : tradersHolding(least, snapshot, context)
  if (named.size > MOST_TRADERS)
    throw wrongArgument('where.board', `must have a top of at most ${MOST_TRADERS} for positions`)
  return [...named]
}

/** A share of a sum times the sum is the largest position's value up to rounding. */
const ROUNDING = 1e-9

/** Traders with a trade who have an open position of at least this value, by the numbers of the snapshot's screen. */
async function tradersHolding(
  least: number,
  snapshot: Snapshot,
  { reader, caller }: RequestContext,
): Promise<number[]> {
  const scope = { window: periodNamed('ALL'), category: null }
  const table = await reader.screen(snapshot, scope, caller.limiterKey)
  const [openValue, largestShare] = [await table.column('openValue'), await table.column('largestShare')]
  const holding: { trader: number; largest: number }[] = []
  for (const [row, trader] of table.traders.entries()) {
    const largest = (openValue[row] ?? 0) * (largestShare[row] ?? 0)
    if (largest >= least * (1 - ROUNDING) && !table.hidden.has(trader)) holding.push({ trader, largest })
  }
  if (holding.length <= MOST_TRADERS) return holding.map(({ trader }) => trader)
  const next = holding.sort((a, b) => b.largest - a.largest)[MOST_TRADERS]?.largest ?? 0
  const above = Math.floor((next * (1 + ROUNDING)) / MICRO) + 1
  throw wrongArgument(
    'where',
    `must have a minimum value of at least ${above}, or name a market, an event, a trader or a leaderboard: more than ${MOST_TRADERS} traders have an open position of less`,
  )
}

async function positionsOfTraders(
  traders: readonly number[],
  snapshot: Snapshot,
  { loaders }: RequestContext,
): Promise<FoundPosition[]> {
  const { profiles } = loaders(snapshot)
  const known = await Promise.all(traders.map((trader) => profiles.load(trader)))
  const markets = known.reduce((sum, one) => sum + (one?.numbers.markets ?? 0), 0)
  if (markets > MOST_MARKETS)
    throw wrongArgument(
      'where',
      `must name fewer traders: these have traded in more than ${MOST_MARKETS.toLocaleString('en')} markets in all`,
    )
  const own = await loaders(snapshot).positions(dayOfSnapshot(snapshot)).loadMany(traders)
  return own.flatMap((positions, i) => {
    if (positions instanceof Error) throw positions
    const trader = traders[i] ?? 0
    return (positions ?? []).map((position) => ({ ...position, trader }))
  })
}

/**
 * Everybody's positions in some tokens, of the book that lists of holders read.
 * @throws PequodError BAD_USER_INPUT where that is too many
 */
export async function positionsInMarkets(
  tokens: readonly number[],
  snapshot: Snapshot,
  context: RequestContext,
): Promise<FoundPosition[]> {
  const { trades, marketStore } = context.reader
  if (await marketStore.hasMorePositions(tokens, MOST_POSITIONS))
    throw wrongArgument(
      'where',
      `must name fewer markets, or traders too: these have more than ${MOST_POSITIONS.toLocaleString('en')} positions`,
    )
  const conditions = [...(await trades.tokens(tokens)).values()].flatMap(({ condition }) => condition ?? [])
  const markets = [...(await marketsById([...new Set(conditions)], snapshot, context)).values()]
  const page = markets[0]?.page
  if (page === undefined) return []
  const day = dayOfSnapshot(snapshot)
  const asked = new Set(tokens)
  const [outcomes, prices, book] = await Promise.all([page.outcomes(), page.prices(day), page.book(day)])
  return markets.flatMap((market) => {
    const own = prices.get(market.facts.id) ?? []
    return (outcomes.get(market.facts.id) ?? []).flatMap(({ token }, i) => {
      const close = closeOf(market, own[i] ?? null, day)
      const rows = asked.has(token) ? (book.byToken.get(token) ?? []) : []
      return rows.flatMap((row) => (book.hidden.has(row.trader) ? [] : [foundIn(row, close)]))
    })
  })
}

/** An outcome at a day's close. */
interface OutcomeClose {
  price: MicroPrice | null
  /** Infinite while it is not known. */
  resolvedOn: Day
  day: Day
}

function closeOf({ facts, snapshot }: Market, price: MicroPrice | null, day: Day): OutcomeClose {
  const isKnown = isSettled(facts, snapshot.cutoff.time) && facts.resolvedTime !== null
  return { price, day, resolvedOn: isKnown ? dayOf(facts.resolvedTime ?? 0) : Number.POSITIVE_INFINITY }
}

function foundIn(row: BookRow, { price, resolvedOn, day }: OutcomeClose): FoundPosition {
  const { trader, token, shares, cost, realized, fills, buys, sold, firstDay, day: lastDay } = row
  const value = shares === 0 ? 0 : markedValue(shares, cost, price)
  const isOpen = shares > 0 && resolvedOn > day
  const end = { resolvedOn, payout: price ?? 0 }
  return {
    trader,
    token,
    shares,
    cost,
    value,
    realized,
    isOpen,
    lastDay,
    unrealized: value - cost,
    openedOn: firstDay,
    result: isOpen ? null : resultOf(end, { lastDay, sales: fills - buys, sold }, day),
  }
}
