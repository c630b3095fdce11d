import { PNL_METHODS } from '../../metrics/profit/pnl-methods.ts'
import { wilsonInterval } from '../../metrics/skill/wilson-interval.ts'
import { builder } from '../kit/builder.ts'
import { decimalOf } from '../kit/decimal.ts'
import { IntervalType } from '../kit/interval.ts'
import { KeyNumbersInterface, SAID, type WithNumbers } from './key-numbers.ts'
import { countedPnl, PnlMethodType } from './pnl-method.ts'
import { RiskNumbersInterface } from './risk-numbers.ts'

/** The numbers that a trader has over all time and in each period: declared once, shown by both. */
export const TraderNumbersInterface = builder.interfaceRef<WithNumbers>('TraderNumbers').implement({
  description:
    "A trader's complete numbers over a period: all time on Trader, the requested period on TraderPeriodStats.",
  interfaces: [KeyNumbersInterface, RiskNumbersInterface],
  fields: (t) => ({
    pnl: t.float({ metric: 'pnl', resolve: ({ numbers }) => decimalOf(numbers.pnl) }),
    realizedPnl: t.float({
      metric: 'realizedPnl',
      description: SAID.realizedPnl,
      resolve: ({ numbers }) => decimalOf(numbers.realized),
    }),
    tradeCount: t.int({ metric: 'tradeCount', resolve: ({ numbers }) => numbers.fills }),
    marketCount: t.int({ metric: 'marketCount', resolve: ({ numbers }) => numbers.markets }),
    isBot: t.boolean({ metric: 'isBot', description: SAID.bot, resolve: ({ numbers }) => numbers.isBot }),
    unrealizedPnl: t.float({
      metric: 'unrealizedPnl',
      description: `In a period: its change over the period.`,
      resolve: ({ numbers }) => decimalOf(numbers.unrealized),
    }),
    pnlOfficial: t.float({
      nullable: true,
      metric: 'officialPnl',
      description: `In a period: its change over the period. Null if unknown.`,
      resolve: ({ numbers: { pnlOfficial } }) => pnlOfficial && decimalOf(pnlOfficial),
    }),
    pnlMethods: t.field({
      type: [PnlMethodType],
      complexity: { field: 1, multiplier: PNL_METHODS.length },
      description: 'The profit under both accounting methods, with how they differ.',
      resolve: ({ numbers }) => countedPnl(numbers),
    }),
    usdVolume: t.float({
      metric: 'volume',
      resolve: ({ numbers }) => decimalOf(numbers.volume),
    }),
    shareVolume: t.float({
      metric: 'shareVolume',
      resolve: ({ numbers }) => decimalOf(numbers.shareVolume),
    }),
    totalBought: t.float({
      metric: 'totalBought',
      resolve: ({ numbers }) => decimalOf(numbers.bought),
    }),
    fees: t.float({
      limits: { minimum: 0 },
      description:
        "Fees: trading fees of the trader's fills, those taken in shares at the fill's own price. Unit: USD, {limits}.",
      resolve: ({ numbers }) => decimalOf(numbers.fees),
    }),
    income: t.float({
      metric: 'income',
      resolve: ({ numbers }) => decimalOf(numbers.income),
    }),
    winRateInterval: t.field({
      type: IntervalType,
      nullable: true,
      metric: 'winRateInterval',
      resolve: ({ numbers: { wins, losses } }) => wilsonInterval(wins, wins + losses),
    }),
    wins: t.int({
      limits: { minimum: 0 },
      description: 'Wins: number of decided units with a profit. Unit: count, {limits}.',
      resolve: ({ numbers }) => numbers.wins,
    }),
    losses: t.int({
      limits: { minimum: 0 },
      description: 'Losses: number of decided units with a loss. Unit: count, {limits}.',
      resolve: ({ numbers }) => numbers.losses,
    }),
  }),
})
