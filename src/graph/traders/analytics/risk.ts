import type { Risk } from '../../../refresh/analytics/trader-analytics.ts'
import { builder } from '../../kit/builder.ts'
import { decimalOf } from '../../kit/decimal.ts'
import { RiskNumbersInterface } from '../risk-numbers.ts'

/** What a trader's results were bought with. */
export const AnalyticsRiskType = builder.objectRef<{ readonly numbers: Risk }>('AnalyticsRisk').implement({
  description: 'Risk over the period: risk-adjusted returns, drawdowns, largest win and loss.',
  interfaces: [RiskNumbersInterface],
  fields: (t) => ({
    largestWin: t.float({
      nullable: true,
      metric: 'largestWin',
      resolve: ({ numbers: { largestWin } }) => largestWin && decimalOf(largestWin),
    }),
    largestLoss: t.float({
      nullable: true,
      metric: 'largestLoss',
      resolve: ({ numbers: { largestLoss } }) => largestLoss && decimalOf(largestLoss),
    }),
  }),
})
