import { describeMetric } from '../metrics/describe-metric.ts'
import { wilsonInterval } from '../metrics/wilson-interval.ts'
import type { TraderStats } from '../store/snapshot-reader.ts'
import { builder } from './builder.ts'
import { decimalOf } from './decimal.ts'
import { IntervalType } from './interval.ts'

/** Whatever shows a trader's numbers of a period holds them under this name. */
export interface WithNumbers {
  readonly numbers: TraderStats
}

/** The numbers that a trader has over all time and in each period: declared once, shown by both. */
export const TraderNumbersInterface = builder.interfaceRef<WithNumbers>('TraderNumbers').implement({
  description:
    "A trader's numbers over a period: all time on a Trader, the period asked for on TraderPeriodStats.",
  fields: (t) => ({
    pnl: t.float({
      description: describeMetric('pnl'),
      resolve: ({ numbers }) => decimalOf(numbers.pnl),
    }),
    realizedPnl: t.float({
      description: `${describeMetric('realizedPnl')} In a period: the part of \`pnl\` that was realized in it.`,
      resolve: ({ numbers }) => decimalOf(numbers.realized),
    }),
    unrealizedPnl: t.float({
      description: `${describeMetric('unrealizedPnl')} In a period: its change over the period.`,
      resolve: ({ numbers }) => decimalOf(numbers.unrealized),
    }),
    usdVolume: t.float({
      description: describeMetric('volume'),
      resolve: ({ numbers }) => decimalOf(numbers.volume),
    }),
    shareVolume: t.float({
      description: describeMetric('shareVolume'),
      resolve: ({ numbers }) => decimalOf(numbers.shareVolume),
    }),
    totalBought: t.float({
      description: describeMetric('totalBought'),
      resolve: ({ numbers }) => decimalOf(numbers.bought),
    }),
    fees: t.float({
      description:
        "Fees: trading fees of the trader's fills, those taken in shares at the fill's own price. Unit: USD, 0 or more.",
      resolve: ({ numbers }) => decimalOf(numbers.fees),
    }),
    income: t.float({
      description: describeMetric('income'),
      resolve: ({ numbers }) => decimalOf(numbers.income),
    }),
    tradeCount: t.int({
      description: describeMetric('tradeCount'),
      resolve: ({ numbers }) => numbers.fills,
    }),
    marketCount: t.int({
      description: describeMetric('marketCount'),
      resolve: ({ numbers }) => numbers.markets,
    }),
    roi: t.float({
      nullable: true,
      description: describeMetric('roi'),
      resolve: ({ numbers }) => numbers.roi,
    }),
    winRate: t.float({
      nullable: true,
      description: describeMetric('winRate'),
      resolve: ({ numbers }) => numbers.winRate,
    }),
    winRateInterval: t.field({
      type: IntervalType,
      nullable: true,
      description: describeMetric('winRateInterval'),
      resolve: ({ numbers: { wins, losses } }) => wilsonInterval(wins, wins + losses),
    }),
    wins: t.int({
      description: 'Wins: number of decided units with a profit. Unit: count, 0 or more.',
      resolve: ({ numbers }) => numbers.wins,
    }),
    losses: t.int({
      description: 'Losses: number of decided units with a loss. Unit: count, 0 or more.',
      resolve: ({ numbers }) => numbers.losses,
    }),
  }),
})
