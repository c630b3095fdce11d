import { addressOf } from '../../ledger/quantities.ts'
import { fillPrice } from '../../store/ingest/price-day-rows.ts'
import type { StoredTrade } from '../../store/trades/trade-filter.ts'
import type { StreamItem } from '../../streams/event-stream.ts'
import { activityInterest, priceInterest, type StreamedEvent } from '../../streams/interest.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { GIVEN_ADDRESS, GIVEN_CONDITION } from '../kit/limits/known-limits.ts'
import { MarketRef, type Outcome, OutcomeRef } from '../kit/market-page.ts'
import { ledgerNodes } from '../traders/activity/trader-activity.ts'
import {
  type EventNode,
  LedgerEventInterface,
  type TradeNode,
  TradeType,
  tradeNodes,
} from '../traders/trades/trade.ts'
import { TradeWhereInput } from '../trades/trade-where.ts'
import {
  AFTER_CURSOR,
  type AnsweredItem,
  answered,
  cursorOfItem,
  eventOfItem,
  openStream,
  STREAM_FAILURES,
  STREAM_RULES,
  StreamKindEnum,
} from './stream.ts'
import { openTrades } from './trade-stream.ts'

const CURSOR = 'Place of the message in the stream: pass the last one as `after` to go on after it.'

function kindOf(item: AnsweredItem) {
  return item.kind === 'EVENT' ? item.event.kind : item.kind
}

const TradeEventType = builder.objectRef<AnsweredItem>('TradeEvent').implement({
  description: 'A message of the stream of trades.',
  fields: (t) => ({
    cursor: t.text(cursorOfItem, CURSOR),
    kind: t.of(StreamKindEnum, kindOf, 'Kind of the message.'),
    trade: t.of(TradeType, (item, _args, context) => tradeOf(eventOfItem(item), context), {
      nullable: true,
      description:
        'The trade. Its trader and market are null until a snapshot has them. Null for a POSITION.',
    }),
  }),
})

const ActivityEventType = builder.objectRef<AnsweredItem>('ActivityEvent').implement({
  description: 'A message of the stream of activity.',
  fields: (t) => ({
    cursor: t.text(cursorOfItem, CURSOR),
    kind: t.of(StreamKindEnum, kindOf, 'Kind of the message.'),
    event: t.of(LedgerEventInterface, (item, _args, context) => ledgerEventOf(eventOfItem(item), context), {
      nullable: true,
      description:
        'The event. Its trader and market are null until a snapshot has them. Null for a POSITION.',
    }),
  }),
})

const PriceEventType = builder.objectRef<AnsweredItem>('PriceEvent').implement({
  description: 'A message of the stream of prices.',
  fields: (t) => ({
    cursor: t.text(cursorOfItem, CURSOR),
    kind: t.of(StreamKindEnum, kindOf, {
      description: 'Kind of the message. After a RETRACTED price the one before it is the last again.',
    }),
    market: t.of(MarketRef, async (item, _args, context) => marketOf(eventOfItem(item), context), {
      nullable: true,
      description: 'The market. Null for a POSITION, and until a snapshot has it.',
    }),
    outcome: t.of(OutcomeRef, async (item, _args, context) => outcomeOf(eventOfItem(item), context), {
      nullable: true,
      description: 'The outcome. Null for a POSITION, and until a snapshot has it.',
    }),
    price: t.amount((item) => priceOf(eventOfItem(item)), {
      nullable: true,
      limits: { minimum: 0, maximum: 1 },
      description:
        'Price of a share of the outcome in USD, {limits}, by a fill of at least one share; in a market of two outcomes the other one costs $1 minus it. Null for a POSITION.',
    }),
    time: t.when((item) => eventOfItem(item)?.event.time ?? null, {
      nullable: true,
      description: 'Time of the fill. Null for a POSITION.',
    }),
  }),
})

const MARKET = {
  limits: GIVEN_CONDITION,
  description: "Only events in this market: its condition, {limits}. Default: every market's.",
} as const

builder.subscriptionFields((t) => ({
  trades: t.field({
    type: TradeEventType,
    throws: { ...STREAM_FAILURES, NOT_FOUND: 'for an unknown leaderboard or screen' },
    description: `New fills, in the order of the chain. The traders of a leaderboard or a screen are those of the moment when the stream begins, or with \`members: AT_TRADE\` those at the close before each trade. ${STREAM_RULES}`,
    args: {
      where: t.arg({ type: TradeWhereInput, description: 'A filter of the fills to stream. Default: all.' }),
      after: t.arg.string(AFTER_CURSOR),
    },
    subscribe: (_root, { where, after }, context) => openTrades(where, after, context),
    resolve: (item: StreamItem, _args, context) => answered(item, context),
  }),
  activity: t.field({
    type: ActivityEventType,
    throws: STREAM_FAILURES,
    description: `New events of every kind that a trader's activity has, in the order of the chain; a conversion belongs to no single market. ${STREAM_RULES}`,
    args: {
      trader: t.arg.string({
        limits: GIVEN_ADDRESS,
        description:
          "Only this trader's events, transfers received included: the wallet's address, {limits}. Default: all traders'.",
      }),
      market: t.arg.id(MARKET),
      after: t.arg.string(AFTER_CURSOR),
    },
    subscribe: (_root, { trader, market, after }, context) => {
      const of = {
        trader: trader ? addressOf(trader.toLowerCase()) : null,
        market: market?.toLowerCase() ?? null,
      }
      return openStream(context, activityInterest(of), after)
    },
    resolve: (item: StreamItem, _args, context) => answered(item, context),
  }),
  prices: t.field({
    type: PriceEventType,
    throws: STREAM_FAILURES,
    description: `New prices of some markets, one for each fill that sets a price, in the order of the chain. ${STREAM_RULES}`,
    args: {
      markets: t.arg.idList({
        required: true,
        limits: { maxItems: 100, items: GIVEN_CONDITION },
        description: 'The markets: their conditions, {limits}.',
      }),
      after: t.arg.string(AFTER_CURSOR),
    },
    subscribe: (_root, { markets, after }, context) =>
      openStream(context, priceInterest(markets.map((one) => String(one).toLowerCase())), after),
    resolve: (item: StreamItem, _args, context) => answered(item, context),
  }),
}))

async function tradeOf(event: StreamedEvent | null, context: RequestContext): Promise<TradeNode | null> {
  if (event === null) return null
  const [node] = tradeNodes([event.event as StoredTrade], await context.snapshot(), context)
  if (node === undefined) return null
  return { ...node, isStreamed: true, ...(event.kind === 'RETRACTED' && { isRetracted: true }) }
}

async function ledgerEventOf(
  event: StreamedEvent | null,
  context: RequestContext,
): Promise<EventNode | null> {
  if (event === null) return null
  return ledgerNodes([event.event], await context.snapshot(), context)[0] ?? null
}

async function marketOf(event: StreamedEvent | null, context: RequestContext) {
  const trade = await tradeOf(event, context)
  return trade === null ? null : trade.reads.marketOf(trade.event)
}

async function outcomeOf(event: StreamedEvent | null, context: RequestContext): Promise<Outcome | null> {
  const market = await marketOf(event, context)
  if (event === null || market === null) return null
  const outcomes = (await market.page.outcomes()).get(market.facts.id) ?? []
  const outcome = outcomes.find(({ token }) => token === event.event.token)
  return outcome === undefined ? null : { ...outcome, of: market }
}

function priceOf(event: StreamedEvent | null): number | null {
  return event === null ? null : fillPrice(event.event as StoredTrade)
}
