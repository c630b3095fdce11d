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
import { decodeCursor, encodeCursor, pageSlice, withNodes } from '../kit/paging/page-slice.ts'
import {
  askedPage,
  FIRST_ROWS,
  FIRST_ROWS_ALONE,
  PAGE_PRICE,
  pageArguments,
  pageOf,
} from '../kit/paging/place-paging.ts'
import { positionsDay } from '../traders/positions/position.ts'
import { TraderType } from '../traders/trader.ts'
import { ranksOf, TraderRankType } from '../traders/trader-rank.ts'
import { type HeldPosition, type HolderPlace, holderRows } from './holder-list.ts'
import { type Market, MarketRef, OutcomeRef } from './market-page.ts'
import {
  listOf,
  marketPositions,
  openInterest,
  supplies,
  type TraderSums,
  traderCount,
  traderSums,
} from './market-positions.ts'

/** Said of what is as of {@link positionsDay}. */
const AS_OF_CLOSE =
  'Without Pro as of the close of the last UTC day that ended before the delay of public whale alerts.'

function shownDay({ snapshot }: Market, context: RequestContext): Day {
  return positionsDay(snapshot, context)
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
      resolve: async ({ row }) => decimalOf(await row.realized()),
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

/** Rows with who they are; undefined for who opted out meanwhile. */
async function peopleOf<Row extends { trader: number }>(
  market: Market,
  rows: readonly Row[],
  { loaders }: RequestContext,
): Promise<(row: Row) => Person<Row> | undefined> {
  const { identities } = loaders(market.snapshot)
  const traders = await Promise.all(rows.map(({ trader }) => identities.load(trader)))
  const byId = new Map(traders.flatMap((trader) => (trader ? [[trader.id, trader] as const] : [])))
  return (row) => {
    const trader = byId.get(row.trader)
    return trader && { row, trader, market }
  }
}

builder.objectFields(OutcomeRef, (t) => ({
  supply: t.float({
    complexity: WHOLE_MARKET / MAX_OUTCOMES,
    description: `Shares of the outcome that traders hold, 0 or more. ${AS_OF_CLOSE}`,
    resolve: async ({ of, outcome }, _args, context) =>
      decimalOf((await supplies(of, shownDay(of, context)))[outcome] ?? 0),
  }),
}))

builder.objectFields(MarketRef, (t) => ({
  openInterest: t.float({
    nullable: true,
    complexity: WHOLE_MARKET,
    description: `Value of all shares that traders hold, at their marks, in USD. Null if an outcome has no mark. ${AS_OF_CLOSE}`,
    resolve: async (market, _args, context) => {
      const value = await openInterest(market, shownDay(market, context))
      return value === null ? null : decimalOf(value)
    },
  }),
  traderCount: t.int({
    complexity: WHOLE_MARKET,
    description: `Traders who ever had shares of it, 0 or more. ${AS_OF_CLOSE}`,
    resolve: (market, _args, context) => traderCount(market, shownDay(market, context)),
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
      const order = orderBy ?? 'VALUE'
      const day = shownDay(market, context)
      const mark = `holders ${order}`
      const asked = askedPage(args, (cursor, name): HolderPlace => {
        const [outcome = 0, own = 0, trader = 0] = decodeCursor(cursor, { name, mark, numbers: 3 })
        return { outcome, own, trader }
      })
      const { rows, count } = await holderRows(
        { market, day, order, outcome: outcome ?? null },
        asked,
        context.reader.marketStore,
      )
      const personOf = await peopleOf(
        market,
        rows.map(({ row }) => row),
        context,
      )
      return {
        day,
        total: async () => count,
        ...pageOf(
          asked,
          rows,
          (shown) => shown.map(({ row }) => personOf(row)),
          ({ place: { outcome, own, trader } }) => encodeCursor(mark, [outcome, own, trader]),
        ),
      }
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
      const of = await marketPositions(market, shownDay(market, context))
      const order = orderBy ?? 'PROFIT'
      const placeOf = (row: TraderSums) => [-TRADER_KEYS[order](row), row.trader] as const
      const rows = listOf(of, order, () =>
        traderSums(of)
          .map((row) => ({ row, place: placeOf(row) }))
          .sort((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1])
          .map(({ row }) => row),
      )
      const list = { count: rows.length, placeOf, at: (i: number) => rows[i] as TraderSums }
      const { edges, pageInfo } = pageSlice(list, args, { mark: `traders ${order}`, rows: FIRST_ROWS })
      const personOf = await peopleOf(
        market,
        edges.map(({ node }) => node),
        context,
      )
      return {
        total: async () => list.count,
        edges: withNodes(
          edges,
          edges.map(({ node }) => personOf(node)),
        ),
        pageInfo,
      }
    },
  }),
}))
