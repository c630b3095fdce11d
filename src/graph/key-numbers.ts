import { describeMetric } from '../metrics/describe-metric.ts'
import type { TraderStats } from '../store/snapshot-reader.ts'
import { builder } from './builder.ts'
import { decimalOf } from './decimal.ts'

/** Whatever shows a trader's numbers of a period holds them under this name. */
export interface WithNumbers {
  readonly numbers: TraderStats
}

/** The numbers by which traders are compared: declared once, for leaderboards' rows and for traders themselves. */
export const KeyNumbersInterface = builder.interfaceRef<WithNumbers>('KeyNumbers').implement({
  description:
    "The numbers of a trader over a period by which traders are compared. A leaderboard's row has them, and a trader.",
  fields: (t) => ({
    pnl: t.float({
      description: describeMetric('pnl'),
      resolve: ({ numbers }) => decimalOf(numbers.pnl),
    }),
    realizedPnl: t.float({
      description: `${describeMetric('realizedPnl')} In a period: the part of \`pnl\` that was realized in it.`,
      resolve: ({ numbers }) => decimalOf(numbers.realized),
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
    tradeCount: t.int({
      description: describeMetric('tradeCount'),
      resolve: ({ numbers }) => numbers.fills,
    }),
    marketCount: t.int({
      description: describeMetric('marketCount'),
      resolve: ({ numbers }) => numbers.markets,
    }),
    botProbability: t.float({
      nullable: true,
      description: `${describeMetric('botProbability')} Over all time, whatever the period.`,
      resolve: ({ numbers }) => numbers.botProbability,
    }),
    isBot: t.boolean({
      description: `${describeMetric('isBot')} Over all time, whatever the period.`,
      resolve: ({ numbers }) => numbers.isBot,
    }),
  }),
})
