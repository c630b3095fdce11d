import type { Summary } from '../../../numbers/analytics/trader-analytics.ts'
import { builder } from '../../kit/builder.ts'
import { KeyNumbersInterface, RiskNumbersInterface, type WithNumbers } from '../key-numbers.ts'
import { TraderNumbersInterface } from '../trader-numbers.ts'

/** A trader's results of a period, and the two numbers that only analytics have. */
export interface AnalyticsSummary extends WithNumbers, Pick<Summary, 'activeDays' | 'meanTrade'> {}

/** A trader's results in a period. */
export const AnalyticsSummaryType = builder.objectRef<AnalyticsSummary>('AnalyticsSummary').implement({
  description: "A trader's key numbers over the period.",
  interfaces: [KeyNumbersInterface, RiskNumbersInterface, TraderNumbersInterface],
  fields: (t) => ({
    activeDays: t.exposeInt('activeDays', { metric: 'activeDays' }),
    meanTrade: t.exposeFloat('meanTrade', { nullable: true, metric: 'meanTrade' }),
  }),
})
