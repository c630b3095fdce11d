import { MAX_OUTCOMES, TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { Day } from '../../ledger/quantities.ts'
import { LEADERBOARDS } from '../../metrics/leaderboards.ts'
import type { TraderRow } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import { certainTotal } from '../kit/certain-total.ts'
import type { RequestContext } from '../kit/context.ts'
import { textCost, WHOLE_MARKET } from '../kit/cost/query-cost.ts'
import { decimalOf } from '../kit/decimal.ts'
import { ADDRESS } from '../kit/limits/forms.ts'
import { type PageArguments, type PlacedList, pageSlice } from '../kit/paging/page-slice.ts'
import { FIRST_ROWS, FIRST_ROWS_ALONE, PAGE_PRICE, pageArguments } from '../kit/paging/place-paging.ts'
import { positionsDay } from '../traders/positions/position.ts'
import { TraderType } from '../traders/trader.ts'
import { ranksOf, TraderRankType } from '../traders/trader-rank.ts'
import { type Market, MarketRef, OutcomeRef } from './market-page.ts'
import {
  type HeldPosition,
  listOf,
  type MarketPositions,
  marketPositions,
  type TraderSums,
  traderSums,
} from './market-positions.ts'

/** Said of what is as of {@link positionsDay}. */
const AS_OF_CLOSE =
  'Without Pro as of the close of the last UTC day that ended before the delay of public whale alerts.'

function shownPositions(market: Market, context: RequestContext): Promise<MarketPositions> {
  return marketPositions(market, positionsDay(market.snapshot, context))
}

/** Somebody in a market, with who that is; null for who opted out meanwhile. */
interface Person<Row> {
  readonly row: Row
  readonly trader: TraderRow
  readonly market: Market
}

type Holder = Person<HeldPosition>
type MarketTrader = Person<TraderSums>

const HolderRef = builder.objectRef<Holder>('Holder')
const MarketTraderRef = builder.objectRef<MarketTrader>('MarketTrader')

for (const ref of [HolderRef, MarketTraderRef]) {
  builder.objectFields(ref as typeof HolderRef, (t) => ({
    address: t.field({
      type: 'Address',
      limits: ADDRESS,
      description: "The wallet's address: {limits}.",
      resolve: ({ trader }) => trader.address,
    }),
    username: t.string({
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      description: 'The public name. Null if the trader has none, or none is known.',
      resolve: ({ trader }) => trader.username,
    }),
    trader: t.field({
      type: TraderType,
      nullable: true,
      description: 'The trader with all numbers. Null until a snapshot counts an event of the wallet.',
      resolve: ({ trader, market: { snapshot } }, _args, { loaders }) =>
        loaders(snapshot).profiles.load(trader.id),
    }),
    ranks: t.field({
      type: [TraderRankType],
      complexity: { field: 1, multiplier: LEADERBOARDS.length },
      description: "The trader's ranks on the leaderboards, without those that the caller may not see.",
      resolve: ({ trader, market: { snapshot } }, _args, context) =>
        ranksOf({ row: trader, snapshot }, LEADERBOARDS, context),
    }),
  }))
}

HolderRef.implement({
  description: 'A trader who holds shares of an outcome.',
  fields: (t) => ({
    outcome: t.field({
      type: OutcomeRef,
      description: 'The outcome whose shares are held.',
      resolve: ({ row }) => row.outcome,
    }),
    shares: t.float({
      description: 'Shares held, above 0.',
      resolve: ({ row }) => decimalOf(row.shares),
    }),
    share: t.float({
      limits: { minimum: 0, maximum: 1 },
      description: 'Part of all shares of the outcome that traders hold, {limits}.',
      resolve: ({ row }) => row.shares / row.supply,
    }),
    averagePrice: t.float({
      description: 'Average cost in USD per share: `cost` divided by `shares`.',
      resolve: ({ row }) => row.cost / row.shares,
    }),
    cost: t.float({
      description: 'Cost of the shares held in USD, at average cost, fees included.',
      resolve: ({ row }) => decimalOf(row.cost),
    }),
    value: t.float({
      nullable: true,
      description: 'Shares times the mark, in USD. Null if the outcome has no mark.',
      resolve: ({ row }) => (row.value === null ? null : decimalOf(row.value)),
    }),
    unrealizedPnl: t.float({
      nullable: true,
      description: 'Value less cost, in USD. Null if the outcome has no mark.',
      resolve: ({ row }) => (row.value === null ? null : decimalOf(row.value - row.cost)),
    }),
    realizedPnl: t.float({
      description: 'Profit realized in the outcome, in USD, over the whole life of the position.',
      resolve: ({ row }) => decimalOf(row.realized),
    }),
  }),
})

MarketTraderRef.implement({
  description: 'What a trader made of a market, over all its outcomes.',
  fields: (t) => ({
    pnl: t.float({
      description: 'Realized and unrealized profit in USD; shares without a mark count at cost.',
      resolve: ({ row }) => decimalOf(row.pnl),
    }),
    realizedPnl: t.float({
      description: 'Realized profit in USD.',
      resolve: ({ row }) => decimalOf(row.realized),
    }),
    unrealizedPnl: t.float({
      description: 'Unrealized profit in USD; shares without a mark count at cost.',
      resolve: ({ row }) => decimalOf(row.pnl - row.realized),
    }),
    usdVolume: t.float({
      description: "Dollars of the trader's fills, before fees.",
      resolve: ({ row }) => decimalOf(row.volume),
    }),
    totalBought: t.float({
      description: 'Cost of buys and splits in USD, fees included.',
      resolve: ({ row }) => decimalOf(row.bought),
    }),
    fees: t.float({ description: 'Trading fees in USD.', resolve: ({ row }) => decimalOf(row.fees) }),
    tradeCount: t.int({ description: "Number of the trader's fills.", resolve: ({ row }) => row.fills }),
  }),
})

const HolderOrderEnum = builder.enumType('HolderOrder', {
  description: "Sort orders of a market's holders, largest first.",
  values: {
    SHARES: { description: 'By shares.' },
    VALUE: { description: 'By value; shares without a mark count at cost.' },
    PNL: { description: 'By realized and unrealized profit in the outcome.' },
  } as const,
})

const MarketTraderOrderEnum = builder.enumType('MarketTraderOrder', {
  description: "Sort orders of a market's traders.",
  values: {
    PROFIT: { description: 'Largest profit first.' },
    LOSS: { description: 'Largest loss first.' },
    VOLUME: { description: 'Largest volume first.' },
  } as const,
})

const HOLDER_KEYS = {
  SHARES: ({ shares }: HeldPosition) => shares,
  VALUE: ({ value, cost }: HeldPosition) => value ?? cost,
  PNL: ({ pnl }: HeldPosition) => pnl,
}
const TRADER_KEYS = {
  PROFIT: ({ pnl }: TraderSums) => pnl,
  LOSS: ({ pnl }: TraderSums) => -pnl,
  VOLUME: ({ volume }: TraderSums) => volume,
}

const HolderConnectionType = builder.connectionObject(
  {
    type: HolderRef,
    name: 'HolderConnection',
    description: "A page of a market's holders.",
    fields: (t) => ({
      totalCount: t.int({
        limits: { minimum: 0 },
        description: 'Holders in the whole list, {limits}.',
        resolve: certainTotal,
      }),
      day: t.field({
        type: 'Date',
        description: 'The UTC day at whose close they hold this, or up to the cutoff if that is later.',
        resolve: ({ day = 0 }) => day,
      }),
    }),
  },
  { name: 'HolderEdge', description: 'A holder with its cursor.' },
)

const MarketTraderConnectionType = builder.connectionObject(
  {
    type: MarketTraderRef,
    name: 'MarketTraderConnection',
    description: "A page of a market's traders.",
    fields: (t) => ({
      totalCount: t.int({
        limits: { minimum: 0 },
        description: 'Traders in the whole list, {limits}.',
        resolve: certainTotal,
      }),
    }),
  },
  { name: 'MarketTraderEdge', description: "A market's trader with its cursor." },
)

/** A page of people, with who they are. */
async function peoplePage<Row extends { trader: number }>(
  market: Market,
  list: PlacedList<Row>,
  { args, mark, day }: { args: PageArguments; mark: string; day: Day },
  { loaders }: RequestContext,
) {
  const { edges, pageInfo } = pageSlice(list, args, { mark, rows: FIRST_ROWS })
  const { identities } = loaders(market.snapshot)
  const traders = await Promise.all(edges.map(({ node }) => identities.load(node.trader)))
  return {
    day,
    total: async () => list.count,
    edges: edges.flatMap(({ node: row, cursor }, i) => {
      const trader = traders[i]
      return trader ? [{ node: { row, trader, market }, cursor }] : []
    }),
    pageInfo,
  }
}

/** Rows from the largest key to the smallest; among equal ones by number. */
function placedList<Row>(
  of: MarketPositions,
  name: string,
  rows: () => readonly Row[],
  [keyOf, numberOf]: readonly [(row: Row) => number, (row: Row) => number],
): PlacedList<Row> {
  const placeOf = (row: Row) => [-keyOf(row), numberOf(row)] as const
  const list = listOf(of, name, () =>
    rows().toSorted((a, b) => placeOf(a)[0] - placeOf(b)[0] || placeOf(a)[1] - placeOf(b)[1]),
  )
  return {
    count: list.length,
    at(i) {
      const row = list[i]
      if (row === undefined) throw new RangeError(`The list has no row ${i}`)
      return row
    },
    placeOf,
  }
}

builder.objectFields(OutcomeRef, (t) => ({
  supply: t.float({
    complexity: WHOLE_MARKET / MAX_OUTCOMES,
    description: `Shares of the outcome that traders hold, 0 or more. ${AS_OF_CLOSE}`,
    resolve: async ({ of, outcome }, _args, context) =>
      decimalOf((await shownPositions(of, context)).supplies[outcome] ?? 0),
  }),
}))

builder.objectFields(MarketRef, (t) => ({
  openInterest: t.float({
    nullable: true,
    complexity: WHOLE_MARKET,
    description: `Value of all shares that traders hold, at their marks, in USD. Null if an outcome has no mark. ${AS_OF_CLOSE}`,
    resolve: async (market, _args, context) => {
      const { openInterest } = await shownPositions(market, context)
      return openInterest === null ? null : decimalOf(openInterest)
    },
  }),
  traderCount: t.int({
    complexity: WHOLE_MARKET,
    description: `Traders who ever had shares of it, 0 or more. ${AS_OF_CLOSE}`,
    resolve: async (market, _args, context) => (await shownPositions(market, context)).traders,
  }),
  holders: t.field({
    type: HolderConnectionType,
    complexity: PAGE_PRICE,
    description: `Traders who hold shares of it, without those who opted out. ${FIRST_ROWS_ALONE} ${AS_OF_CLOSE}`,
    args: {
      outcome: t.arg.int({
        limits: { minimum: 0, maximum: MAX_OUTCOMES - 1 },
        description: 'Only shares of the outcome with this index, from {limits}. Default: all outcomes.',
      }),
      orderBy: t.arg({
        type: HolderOrderEnum,
        defaultValue: 'VALUE',
        description: 'Sort order. Default: VALUE. A cursor is valid only in its own order.',
      }),
      ...pageArguments(t.arg),
    },
    resolve: async (market, { outcome, orderBy, ...args }, context) => {
      const of = await shownPositions(market, context)
      const order = orderBy ?? 'VALUE'
      const isAsked = (row: HeldPosition) => typeof outcome !== 'number' || row.outcome.outcome === outcome
      const list = placedList(
        of,
        `${order} ${outcome ?? ''}`,
        () => of.positions.filter((row) => row.shares > 0 && isAsked(row)),
        [HOLDER_KEYS[order], (row) => row.trader * MAX_OUTCOMES + row.outcome.outcome],
      )
      return peoplePage(market, list, { args, mark: `holders ${order}`, day: of.day }, context)
    },
  }),
  topTraders: t.field({
    type: MarketTraderConnectionType,
    complexity: PAGE_PRICE,
    description: `What traders made of it, without those who opted out. ${FIRST_ROWS_ALONE} ${AS_OF_CLOSE}`,
    args: {
      orderBy: t.arg({
        type: MarketTraderOrderEnum,
        defaultValue: 'PROFIT',
        description: 'Sort order. Default: PROFIT. A cursor is valid only in its own order.',
      }),
      ...pageArguments(t.arg),
    },
    resolve: async (market, { orderBy, ...args }, context) => {
      const of = await shownPositions(market, context)
      const order = orderBy ?? 'PROFIT'
      const list = placedList(of, order, () => traderSums(of), [TRADER_KEYS[order], ({ trader }) => trader])
      return peoplePage(market, list, { args, mark: `traders ${order}`, day: of.day }, context)
    },
  }),
}))
