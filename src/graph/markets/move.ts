import { decimalOf } from '../../ledger/quantities.ts'
import {
  LEAST_TRADERS,
  type MarketMove,
  MOVE_WINDOWS,
  type MoveWindow,
  PATH_PARTS,
} from '../../store/markets/moves.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { MARKET_FILLS } from '../kit/cost/query-cost.ts'
import { valuesOf } from '../kit/enums.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import { type Market, MarketRef, OutcomeRef } from '../kit/market-page.ts'
import { NET_SHARES, NET_USD, type Net, netOf, SNAPSHOT_TRADER, shownAmong } from './movers.ts'

const MoveWindowEnum = builder.enumType('MoveWindow', {
  description: 'Windows of changes of price; each ends at the cutoff.',
  values: valuesOf<MoveWindow>({
    HOUR_1: { wire: '1h', says: 'The last hour.' },
    HOURS_24: { wire: '24h', says: 'The last 24 hours.' },
    DAYS_7: { wire: '7d', says: 'The last 7 days.' },
  }),
})

interface Move extends MarketMove {
  of: Market
  window: MoveWindow
}

const MovedByType = builder.objectRef<Net & { profile: TraderProfile }>('MovedBy').implement({
  description: "The trader who moved a price most, with its net trading of the outcome in the move's window.",
  fields: (t) => ({
    trader: t.expose('profile', SNAPSHOT_TRADER),
    usd: t.amount((row) => row.usd, NET_USD),
    shares: t.amount((row) => row.shares, NET_SHARES),
  }),
})

/** The cost of a path: a look for each price of two outcomes. */
const PATH_COST = 2 * (PATH_PARTS + 1)
const PRICE = { minimum: 0, maximum: 1 } as const

const MarketMoveType = builder.objectRef<Move>('MarketMove').implement({
  description: "The change of the price of a market's first outcome in a window that ends at the cutoff.",
  fields: (t) => ({
    window: t.of(MoveWindowEnum, 'window', 'The window that ends at the cutoff.'),
    from: t.when(({ of, window }) => of.snapshot.cutoff.time - MOVE_WINDOWS[window], 'Start of the window.'),
    outcome: t.of(OutcomeRef, ({ outcome, of }) => ({ ...outcome, of }), {
      description: 'The first outcome, whose prices these are.',
    }),
    priceBefore: t.amount('before', {
      limits: PRICE,
      description: 'Price of its last trade at or before the start, in USD from {limits}.',
    }),
    price: t.amount('now', {
      limits: PRICE,
      description: 'Price of its last trade by the cutoff, in USD from {limits}.',
    }),
    change: t.amount(({ now, before }) => now - before, 'Price less the price before; below 0 if it fell.'),
    path: t.field({
      type: ['Float'],
      complexity: PATH_COST,
      description: `Prices of the outcome at the start and at the ends of ${PATH_PARTS} equal parts of the window, in USD: from \`priceBefore\` to \`price\`.`,
      resolve: async ({ market, before, of: { page }, window }) =>
        ((await page.movePaths(window)).get(market) ?? []).map((price) => decimalOf(price ?? before)),
    }),
    volume: t.amount('volume', 'Volume of all outcomes after the start, in USD, 1,000 or more.'),
    traderCount: t.count(async (move) => new Set((await flowsOf(move)).map(({ trader }) => trader)).size, {
      complexity: MARKET_FILLS,
      description: `Traders with a fill after the start, 0 or more; a market with fewer than ${LEAST_TRADERS} has no move.`,
    }),
    activeAllWeek: t.flag('isActive', {
      description: 'True if at least $1,000 was traded on each of the last 7 whole UTC days.',
    }),
    movedBy: t.of(MovedByType, moverOf, {
      nullable: true,
      complexity: MARKET_FILLS,
      description:
        'The largest net buyer of the outcome by dollars if its price rose, the largest net seller if it fell. Null if the price did not change, or nobody traded that way on balance.',
    }),
  }),
})

builder.objectFields(MarketRef, (t) => ({
  move: t.field({
    type: MarketMoveType,
    nullable: true,
    description: `The change of its first outcome's price in a window. Null unless at least $1,000 was traded by at least ${LEAST_TRADERS} traders in the window, the market is not resolved, and the outcome had a price before it; null without a window.`,
    args: {
      window: t.arg({
        type: MoveWindowEnum,
        description: 'Window of moves. Default: that of the order, or none.',
      }),
    },
    resolve: async (market, args) => {
      const { facts, page } = market
      const window = args.window ?? page.orderedBy
      const move = window === null ? undefined : (await page.moves(window)).get(facts.id)
      return move === undefined || window === null ? null : { ...move, of: market, window }
    },
  }),
}))

async function flowsOf({ market, of: { page }, window }: Move) {
  return (await page.moveFlows(window)).get(market) ?? []
}

async function moverOf(
  move: Move,
  _args: object,
  context: RequestContext,
): Promise<(Net & { profile: TraderProfile }) | null> {
  const { now, before, market, outcome, of } = move
  if (now === before) return null
  const isPair = (await of.page.outcomes()).get(market)?.length === 2
  const flows = (await flowsOf(move)).filter(({ token }) => isPair || token === outcome.token)
  const nets = netOf(flows, outcome.token)
  const side = now > before ? nets.filter(({ usd }) => usd > 0) : nets.filter(({ usd }) => usd < 0).reverse()
  const [first] = await shownAmong(side, 1, of.snapshot, context)
  return first ?? null
}
