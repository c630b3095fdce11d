import { wrongArgument } from '../../errors.ts'
import { countText } from '../../formats.ts'
import { MICRO } from '../../ledger/quantities.ts'
import { periodNamed } from '../../metrics/leaderboards.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { LOOK_AT_ALL } from '../kit/cost/query-cost.ts'
import { AS_OF_ARGUMENT } from '../kit/cutoff.ts'
import { dayOfSnapshot } from '../kit/market-page.ts'
import { type FoundPosition, positionsInMarkets } from '../kit/market-positions.ts'
import {
  decodeSnapshotCursor,
  encodeSnapshotCursor,
  questionMark,
  type SnapshotList,
} from '../kit/paging/page-slice.ts'
import { askedPage, FIRST_ROWS_ALONE, pageArguments, pageOf, placePrice } from '../kit/paging/place-paging.ts'
import { pickPage } from '../markets/pick-page.ts'
import { tokensNamed } from '../traders/market-links.ts'
import { positionNodes } from '../traders/positions/position.ts'
import {
  POSITION_ORDER,
  POSITION_ORDERS,
  PositionConnectionType,
  type PositionOrder,
  PositionOrderEnum,
} from '../traders/positions/trader-positions.ts'
import { tradersNamed } from '../trades/tape-filter.ts'
import {
  type PositionScope,
  type PositionWhere,
  PositionWhereInput,
  type ReadPositionWhere,
  readPositionWhere,
} from './position-where.ts'

builder.queryField('positions', (t) => {
  const { first, after } = pageArguments(t.arg)
  return t.field({
    type: PositionConnectionType,
    complexity: placePrice(),
    countsCall: () => true,
    description: `Positions of all traders in one list, current and past. The filter names a market, an event, a trader or a leaderboard, or has a minimum value that at most ${MOST_TRADERS} traders reach. ${FIRST_ROWS_ALONE}`,
    throws: { NOT_FOUND: 'for an unknown market or leaderboard' },
    args: {
      where: t.arg({
        type: PositionWhereInput,
        required: true,
        weight: LOOK_AT_ALL,
        description: 'Conditions, which must all hold.',
      }),
      orderBy: t.arg({
        type: PositionOrderEnum,
        defaultValue: 'VALUE',
        description: POSITION_ORDER,
      }),
      asOf: t.arg(AS_OF_ARGUMENT),
      first,
      after,
    },
    resolve: async (_root, { where, orderBy, asOf, ...page }, context) => {
      const snapshot = await context.snapshot(asOf ?? null)
      return listPositions({ where, order: orderBy ?? 'VALUE', snapshot }, page, context)
    },
  })
})

interface Question {
  where: PositionWhere
  order: PositionOrder
  snapshot: Snapshot
}

/** A position's place: the number that orders it, then its token, then its trader. */
type Placed = Pick<FoundPosition, 'token' | 'trader'> & { key: number }

interface Page {
  first?: number | null | undefined
  after?: string | null | undefined
}

async function listPositions(
  { where, order, snapshot: newest }: Question,
  args: Page,
  context: RequestContext,
) {
  const mark = questionMark(JSON.stringify([where, order]))
  const { after = null } = args
  const { snapshot, place } =
    after === null
      ? { snapshot: newest, place: [] }
      : await decodeSnapshotCursor(after, { mark, snapshot: newest }, { numbers: 3, reader: context.reader })
  const list: SnapshotList = { mark, snapshot }
  const asked = askedPage(args, context, (): Placed => {
    const [key = 0, token = 0, trader = 0] = place
    return { key, token, trader }
  })
  const found = await findPositions(readPositionWhere(where), snapshot, context)
  const { keyOf } = POSITION_ORDERS[order]
  const placeOf = (position: FoundPosition): Placed => {
    const { token, trader } = position
    return { key: keyOf(position), token, trader }
  }
  const keys = Float64Array.from(found, keyOf)
  const rows = pickPage({ keys, rowAt: (i) => placeOf(found[i] as FoundPosition), compare }, asked)
  const nodes = await nodesOf(rows, snapshot, context)
  return {
    day: dayOfSnapshot(snapshot),
    total: async () => found.length,
    cutoff: () => snapshot.cutoff,
    ...pageOf(
      asked,
      rows,
      (shown) => nodes.slice(0, shown.length),
      ({ key, token, trader }) => encodeSnapshotCursor(list, [key, token, trader]),
    ),
  }
}

/** Less than 0 where `a` comes before `b`: the largest first, then in the order of the ledger's tokens and traders. */
function compare(a: Placed, b: Placed): number {
  return b.key - a.key || a.token - b.token || a.trader - b.trader
}

/** The positions at some places, as the profiles of their traders have them. */
async function nodesOf(rows: readonly Placed[], snapshot: Snapshot, context: RequestContext) {
  const { profiles, positions } = context.loaders(snapshot)
  const ofDay = positions(dayOfSnapshot(snapshot))
  const read = await Promise.all(
    rows.map(async ({ trader, token }) => {
      const [profile, own] = await Promise.all([profiles.load(trader), ofDay.load(trader)])
      const position = own?.find((one) => one.token === token)
      return profile && position && { trader: profile, position }
    }),
  )
  const known = read.flatMap((one) => one ?? [])
  const nodes = await positionNodes(known, snapshot, context)
  const byPlace = new Map(known.map((one, i) => [one, nodes[i]]))
  return read.map((one) => (one ? byPlace.get(one) : undefined))
}

/** Markets of the traders of a filter at most, counted once a trader: most have a position of one outcome in each. */
const MOST_MARKETS = 150_000
/** Traders whose positions a filter reads at most, each with all that it ever had. */
export const MOST_TRADERS = 500

/**
 * Finds the positions of a snapshot that a filter matches, in no order. A filter with traders reads all positions of those; one with
 * only markets or events reads those of everybody in them; one with only a minimum value reads those of traders who have an open
 * position of it.
 * @throws PequodError BAD_USER_INPUT where that is too many; NOT_FOUND for an unknown market, leaderboard or screen; UNAUTHENTICATED for the
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
    throw wrongArgument(
      'where',
      `must name at most ${MOST_TRADERS} traders for positions: name fewer of the leaderboard, or a smaller screen`,
    )
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
  for (const [row, trader] of table.ids.entries()) {
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
      `must name fewer traders: these have traded in more than ${countText(MOST_MARKETS)} markets in all`,
    )
  const own = await loaders(snapshot).positions(dayOfSnapshot(snapshot)).loadMany(traders)
  return own.flatMap((positions, i) => {
    if (positions instanceof Error) throw positions
    const trader = traders[i] ?? 0
    return (positions ?? []).map((position) => ({ ...position, trader }))
  })
}
