import type { Risk } from '../../../numbers/analytics/trader-analytics.ts'
import { builder } from '../../kit/builder.ts'
import { RiskNumbersInterface } from '../key-numbers.ts'

export const AnalyticsRiskType = builder.objectRef<{ readonly numbers: Risk }>('AnalyticsRisk').implement({
  description: 'Risk over the period: risk-adjusted returns, drawdowns, largest win and loss.',
  interfaces: [RiskNumbersInterface],
  fields: (t) => ({
    largestWin: t.amount(({ numbers: { largestWin } }) => largestWin, {
      nullable: true,
      metric: 'largestWin',
    }),
    largestLoss: t.amount(({ numbers: { largestLoss } }) => largestLoss, {
      nullable: true,
      metric: 'largestLoss',
    }),
  }),
})
