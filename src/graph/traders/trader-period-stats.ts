import type { PeriodDefinition } from '../../metrics/periods.ts'
import { builder } from '../kit/builder.ts'
import { PeriodEnum } from '../kit/enums.ts'
import {
  KeyNumbersInterface,
  RiskNumbersInterface,
  TraderNumbersInterface,
  type WithNumbers,
} from './key-numbers.ts'

export interface PeriodStats extends WithNumbers {
  readonly period: PeriodDefinition
}

export const TraderPeriodStatsType = builder.objectRef<PeriodStats>('TraderPeriodStats').implement({
  description: "A trader's numbers over one period.",
  interfaces: [KeyNumbersInterface, RiskNumbersInterface, TraderNumbersInterface],
  fields: (t) => ({
    period: t.field({
      type: PeriodEnum,
      description: 'The period covered.',
      resolve: ({ period }) => period.name,
    }),
  }),
})
