import { describeMetric } from '../../metrics/describe-metric.ts'
import type { TraderStats } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import { decimalOf } from '../kit/decimal.ts'
import type { RowNumbers } from '../leaderboards/row-numbers.ts'

/** Whatever shows a trader's numbers of a period holds them under this name. */
export interface WithNumbers {
  readonly numbers: TraderStats
}

/** What each number means, which does not depend on where it stands. */
export const MEANING = {
  pnl: describeMetric('pnl'),
  realizedPnl: `${describeMetric('realizedPnl')} In a period: the part of \`pnl\` that was realized in it.`,
  tradeCount: describeMetric('tradeCount'),
  marketCount: describeMetric('marketCount'),
  isBot: `${describeMetric('isBot')} Over all time, whatever the period.`,
} as const

const ON_A_ROW = 'Null only on a leaderboard row that withholds it from the caller.'

/**
 * The numbers by which traders are compared, for leaderboards' rows and for traders themselves. A row can withhold them; where a
 * trader is named, trader-numbers.ts says that they are there.
 */
export const KeyNumbersInterface = builder
  .interfaceRef<{ readonly numbers: RowNumbers }>('KeyNumbers')
  .implement({
    description: "A trader's key numbers over a period, on leaderboard rows and on traders.",
    fields: (t) => ({
      pnl: t.float({
        nullable: true,
        description: `${MEANING.pnl} ${ON_A_ROW}`,
        resolve: ({ numbers }) => numbers.pnl && decimalOf(numbers.pnl),
      }),
      realizedPnl: t.float({
        nullable: true,
        description: `${MEANING.realizedPnl} ${ON_A_ROW}`,
        resolve: ({ numbers }) => numbers.realized && decimalOf(numbers.realized),
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
        nullable: true,
        description: `${MEANING.tradeCount} ${ON_A_ROW}`,
        resolve: ({ numbers }) => numbers.fills,
      }),
      marketCount: t.int({
        nullable: true,
        description: `${MEANING.marketCount} ${ON_A_ROW}`,
        resolve: ({ numbers }) => numbers.markets,
      }),
      botProbability: t.float({
        nullable: true,
        description: `${describeMetric('botProbability')} Over all time, whatever the period.`,
        resolve: ({ numbers }) => numbers.botProbability,
      }),
      isBot: t.boolean({
        nullable: true,
        description: `${MEANING.isBot} ${ON_A_ROW}`,
        resolve: ({ numbers }) => numbers.isBot,
      }),
    }),
  })
