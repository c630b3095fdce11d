import DataLoader from 'dataloader'
import { dayOf, decimalOf, type MicroPrice } from '../../ledger/quantities.ts'
import { changeOf, POSITION_CHANGES } from '../../store/ingest/whole-trade-rows.ts'
import type { FillEffect } from '../../store/trades/fill-effects.ts'
import type { StoredTrade } from '../../store/trades/trade-filter.ts'
import type { TapeMarket, TradePrices, WholeTrade } from '../../store/trades/whole-trades.ts'
import type { TradeHindsight } from '../../tape/signs/hindsight.ts'
import { impactOf as impactOfSide, type ReadSigns } from '../../tape/signs/sign.ts'
import { signsOfTrade } from '../../tape/signs/sign-record.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { PAGE_READ, REPLAYED_DAY } from '../kit/cost/query-cost.ts'
import { readBatch } from '../kit/loaders.ts'
import { TradeHindsightEnum, TradeSignEnum } from '../tape/trade-signs.ts'
import { effectOf, type TradeNode, TradeType, UNKNOWN_EFFECT } from '../traders/trades/trade.ts'
import { PositionChangeEnum } from './trade-where.ts'

/** Fills whose whole trades are read together: those of the largest page. */
const MAX_FILLS = 100

interface Loaders {
  wholes: DataLoader<number, WholeTrade | null>
  prices: DataLoader<WholeTrade, TradePrices, number>
  /** By token. */
  markets: DataLoader<number, TapeMarket | undefined>
  /** Whether it is the trader's first in its category; null if unknown. */
  firsts: DataLoader<WholeTrade, boolean | null, number>
  /** Facts that events up to the request's snapshot show. */
  hindsights: DataLoader<WholeTrade, TradeHindsight[], number>
  /** The fills whose whole trades are asked for, by key. */
  fills: Map<number, StoredTrade>
}

const createHolder = () => new Map<'loaders', Loaders>()

function loadersOf(context: RequestContext): Loaders {
  const held = context.own(createHolder)
  const known = held.get('loaders')
  if (known !== undefined) return known
  const { trades } = context.reader
  const fills = new Map<number, StoredTrade>()
  const loaders: Loaders = {
    fills,
    wholes: new DataLoader<number, WholeTrade | null>(
      readBatch('whole trades', async (keys) => {
        const found = await trades.wholesOf(keys.flatMap((key) => fills.get(key) ?? []))
        return keys.map((key) => found.get(key) ?? null)
      }),
      { maxBatchSize: MAX_FILLS },
    ),
    prices: new DataLoader<WholeTrade, TradePrices, number>(
      readBatch('prices around trades', async (wholes) => {
        const found = await trades.pricesAround(wholes)
        return wholes.map(({ key }) => found.get(key) ?? { before: null, after: null })
      }),
      { maxBatchSize: MAX_FILLS, cacheKeyFn: ({ key }) => key },
    ),
    markets: new DataLoader<number, TapeMarket | undefined>(
      readBatch('markets of trades', async (tokens) => {
        const found = await trades.tapeMarkets(tokens)
        return tokens.map((token) => found.get(token))
      }),
      { maxBatchSize: MAX_FILLS },
    ),
    firsts: new DataLoader<WholeTrade, boolean | null, number>(
      readBatch('first trades of categories', async (wholes) => {
        const markets = await loaders.markets.loadMany(wholes.map(({ tokenId }) => tokenId))
        const found = await context.signs.firsts(
          wholes.map((whole, i) => {
            const market = markets[i]
            if (market instanceof Error) throw market
            return { ...whole, category: market?.category ?? null }
          }),
        )
        return wholes.map(({ key }) => found.get(key) ?? null)
      }),
      { maxBatchSize: MAX_FILLS, cacheKeyFn: ({ key }) => key },
    ),
    hindsights: new DataLoader<WholeTrade, TradeHindsight[], number>(
      readBatch('hindsight of trades', async (wholes) => {
        const { cutoff } = await context.snapshot()
        const found = await context.signs.hindsights(wholes, cutoff.time)
        return wholes.map(({ key }) => found.get(key) ?? [])
      }),
      { maxBatchSize: MAX_FILLS, cacheKeyFn: ({ key }) => key },
    ),
  }
  held.set('loaders', loaders)
  return loaders
}

/** The request's loader of whole trades by the key of one of their fills, to be primed with those that a list has read. */
export function wholeLoader(context: RequestContext): DataLoader<number, WholeTrade | null> {
  return loadersOf(context).wholes
}

/** How far a whole trade's transaction moved the price in its direction; null without a price before. */
export function impactOf(
  { side }: Pick<WholeTrade, 'side'>,
  { before, after }: TradePrices = { before: null, after: null },
): MicroPrice | null {
  return impactOfSide({ side: side === 0 ? 'BUY' : 'SELL', before, after })
}

async function wholeOf(
  { event: fill, isRetracted }: TradeNode,
  context: RequestContext,
): Promise<WholeTrade> {
  if (isRetracted) return aloneOf(fill)
  const { wholes, fills } = loadersOf(context)
  fills.set(fill.key, fill)
  const whole = await wholes.load(fill.key)
  if (whole === null) throw new Error('a fill has no whole trade')
  return whole
}

/** The whole trade of a fill that the ledger has no longer. */
function aloneOf({ key, time, token, owner, side, role, shares, usd, change }: StoredTrade): WholeTrade {
  const unknown = { change: change ? POSITION_CHANGES.indexOf(change) : null, signs: null }
  const ids = { key, lastKey: key, tokenId: token, traderId: owner }
  return { ...ids, ...unknown, time, day: dayOf(time), side, role, shares, usd, fills: 1 }
}

async function signsOf(node: TradeNode, context: RequestContext): Promise<ReadSigns> {
  const whole = await wholeOf(node, context)
  const { markets, firsts } = loadersOf(context)
  const [market, isFirst] = await Promise.all([markets.load(whole.tokenId), firsts.load(whole)])
  return signsOfTrade(whole, market, isFirst)
}

const FillEffectType = builder.objectRef<FillEffect & Pick<StoredTrade, 'side'>>('FillEffect').implement({
  description:
    "The effect of a fill on its trader's position in the outcome. Shares of unknown cost do not count.",
  fields: (t) => ({
    change: t.field({
      type: PositionChangeEnum,
      description: 'The effect of this fill alone.',
      resolve: ({ side, before, after }) => changeOf(side === 0 ? 'BUY' : 'SELL', before, after),
    }),
    sharesBefore: t.amount('before', {
      limits: { minimum: 0 },
      description: 'Shares held before the fill, {limits}.',
    }),
    sharesLeft: t.amount('after', {
      limits: { minimum: 0 },
      description: 'Shares held after the fill, {limits}.',
    }),
  }),
})

const WholeTradeType = builder.objectRef<WholeTrade>('WholeTrade').implement({
  description: 'All fills of one trader, outcome and side in one transaction.',
  fields: (t) => ({
    usd: t.amount('usd', {
      limits: { minimum: 0 },
      description: 'Value of the fills in USD before fees, {limits}.',
    }),
    shares: t.amount('shares', {
      limits: { minimum: 0.000001 },
      description: 'Shares of the fills, {limits}.',
    }),
    price: t.float({
      description: 'Average price in USD per share, before fees: `usd` divided by `shares`.',
      resolve: ({ usd, shares }) => (shares === 0 ? 0 : usd / shares),
    }),
    fills: t.int({
      limits: { minimum: 1 },
      description: 'Number of the fills, {limits}.',
      resolve: ({ fills }) => fills,
    }),
  }),
})

builder.objectFields(TradeType, (t) => ({
  effect: t.field({
    type: FillEffectType,
    nullable: true,
    complexity: REPLAYED_DAY,
    description: `The effect of this fill alone on the position, and the shares that are left; \`realizedPnl\` is its result. ${UNKNOWN_EFFECT}`,
    resolve: async (node, _args, context) => {
      const effect = await effectOf(node, context)
      return effect && { ...effect, side: node.event.side }
    },
  }),
  whole: t.field({
    type: WholeTradeType,
    complexity: PAGE_READ / 10,
    description:
      'The whole trade that the fill belongs to: all fills of its trader, outcome and side in its transaction. A fill without a known transaction, or that the chain took back, is one of its own.',
    resolve: (node, _args, context) => wholeOf(node, context),
  }),
  change: t.field({
    type: PositionChangeEnum,
    nullable: true,
    complexity: PAGE_READ / 10,
    description:
      'The effect of the whole trade on its position; a fill that the chain took back keeps it. Null for a whole trade of less than $1,000, whose effect is not recorded.',
    resolve: async (node, _args, context) => {
      const { change } = await wholeOf(node, context)
      return change === null ? null : (POSITION_CHANGES[change] ?? null)
    },
  }),
  impact: t.float({
    nullable: true,
    // Some 61 µs of a processor a row.
    complexity: 32,
    description:
      "Change of the outcome's price by the transaction, in USD per share: its price after the last fill of the whole trade less that before the transaction, with the sign turned for a sale. Positive if the price moved with the trade. Prices are those of fills of a share or more, without an order book. Null if the outcome had no price before, and for a fill that the chain took back.",
    resolve: async (node, _args, context) => {
      if (node.isRetracted) return null
      const whole = await wholeOf(node, context)
      const moved = impactOf(whole, await loadersOf(context).prices.load(whole))
      return moved === null ? null : decimalOf(moved)
    },
  }),
  signs: t.field({
    type: [TradeSignEnum],
    // Some 83 µs of a processor a row; the unknown ones come with them.
    complexity: 44,
    description:
      'The signs that the whole trade is known to have. FIRST_IN_CATEGORY and NEAR_END follow the markets as they are described now; the others are known at the moment of the trade.',
    resolve: async (node, _args, context) => (await signsOf(node, context)).signs,
  }),
  hindsight: t.field({
    type: [TradeHindsightEnum],
    // Some 150 µs of a processor a row, where a unit takes 2.
    complexity: 2 * PAGE_READ,
    description:
      'Facts about the whole trade that later events up to the cutoff show. They are no signs. Empty for a trade of a stream.',
    resolve: async (node, _args, context) =>
      node.isStreamed || node.isRetracted
        ? []
        : loadersOf(context).hindsights.load(await wholeOf(node, context)),
  }),
  unknownSigns: t.field({
    type: [TradeSignEnum],
    complexity: 44,
    description:
      'The signs that the ledger cannot decide: its history, a price, a role or metadata is missing, the signs are not computed yet, or the whole trade is of less than $1,000.',
    resolve: async (node, _args, context) => (await signsOf(node, context)).unknownSigns,
  }),
}))
