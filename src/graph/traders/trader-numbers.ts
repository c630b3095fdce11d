import { PNL_METHODS, type PnlMethod } from '../../metrics/profit/pnl-methods.ts'
import { wilsonInterval } from '../../metrics/skill/wilson-interval.ts'
import type { TraderStats } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import { IntervalType } from '../kit/interval.ts'
import { KeyNumbersInterface, RiskNumbersInterface, SAID, type WithNumbers } from './key-numbers.ts'

/** A trader's profit by one way to count it. */
interface CountedPnl extends PnlMethod {
  readonly value: number | null
}

const PnlMethodNameEnum = builder.enumType('PnlMethodName', {
  description: 'Accounting methods for profit.',
  values: {
    MARKED: { description: "This service's own method: `pnl`." },
    OFFICIAL_SUBGRAPH: { description: "The method of Polymarket's public subgraph: `officialPnl`." },
  } satisfies Record<PnlMethod['method'], { description: string }>,
})

/** Profit by one way to count it. */
export const PnlMethodType = builder.objectRef<CountedPnl>('PnlMethod').implement({
  description: 'Profit under one accounting method.',
  fields: (t) => ({
    method: t.expose('method', { type: PnlMethodNameEnum, description: 'The accounting method.' }),
    value: t.amount('value', {
      nullable: true,
      description: 'The profit. Unit: USD, any amount. Null if unknown.',
    }),
    sentence: t.exposeString('sentence', {
      description: "The method's rules, and how it differs from the other.",
    }),
  }),
})

/** A trader's profit of a period by both ways, ours first. */
export function countedPnl({ pnl, officialPnl }: TraderStats): CountedPnl[] {
  const values = { MARKED: pnl, OFFICIAL_SUBGRAPH: officialPnl } satisfies Record<
    PnlMethod['method'],
    unknown
  >
  return PNL_METHODS.map((way) => ({ ...way, value: values[way.method] }))
}

/** The numbers that a trader has over all time and in each period: declared once, shown by both. */
export const TraderNumbersInterface = builder.interfaceRef<WithNumbers>('TraderNumbers').implement({
  description:
    "A trader's complete numbers over a period: all time on Trader, the requested period on TraderPeriodStats.",
  interfaces: [KeyNumbersInterface, RiskNumbersInterface],
  fields: (t) => ({
    pnl: t.amount(({ numbers }) => numbers.pnl, { metric: 'pnl' }),
    realizedPnl: t.amount(({ numbers }) => numbers.realized, {
      metric: 'realizedPnl',
      description: SAID.realizedPnl,
    }),
    tradeCount: t.int({ metric: 'tradeCount', resolve: ({ numbers }) => numbers.fills }),
    marketCount: t.int({ metric: 'marketCount', resolve: ({ numbers }) => numbers.markets }),
    isBot: t.boolean({ metric: 'isBot', description: SAID.bot, resolve: ({ numbers }) => numbers.isBot }),
    unrealizedPnl: t.amount(({ numbers }) => numbers.unrealized, {
      metric: 'unrealizedPnl',
      description: `In a period: its change over the period.`,
    }),
    officialPnl: t.amount(({ numbers: { officialPnl } }) => officialPnl, {
      nullable: true,
      metric: 'officialPnl',
      description: `In a period: its change over the period. Null if unknown.`,
    }),
    pnlMethods: t.field({
      type: [PnlMethodType],
      complexity: { field: 1, multiplier: PNL_METHODS.length },
      description: 'The profit under both accounting methods, with how they differ.',
      resolve: ({ numbers }) => countedPnl(numbers),
    }),
    volume: t.amount(({ numbers }) => numbers.volume, { metric: 'volume' }),
    shareVolume: t.amount(({ numbers }) => numbers.shareVolume, { metric: 'shareVolume' }),
    totalBought: t.amount(({ numbers }) => numbers.bought, { metric: 'totalBought' }),
    fees: t.amount(({ numbers }) => numbers.fees, {
      limits: { minimum: 0 },
      description:
        "Fees: trading fees of the trader's fills, those taken in shares at the fill's own price. Unit: USD, {limits}.",
    }),
    income: t.amount(({ numbers }) => numbers.income, { metric: 'income' }),
    winRateInterval: t.field({
      type: IntervalType,
      nullable: true,
      metric: 'winRateInterval',
      resolve: ({ numbers: { wins, losses } }) => wilsonInterval(wins, wins + losses),
    }),
    wins: t.count(
      ({ numbers }) => numbers.wins,
      'Wins: number of decided units with a profit. Unit: count, {limits}.',
    ),
    losses: t.count(
      ({ numbers }) => numbers.losses,
      'Losses: number of decided units with a loss. Unit: count, {limits}.',
    ),
  }),
})
