import { decidedUnits } from '../../metrics/decided-units.ts'
import { PERIODS, type PeriodDefinition } from '../../metrics/periods.ts'
import { periodRecord } from './period-record.ts'
import { skillRecord } from './skill-record.ts'
import { type AnalyticsContext, type TraderAnalytics, traderAnalytics } from './trader-analytics.ts'
import type { TraderFacts } from './trader-facts.ts'

/**
 * Everything that is told of a trader and a period, straight from the facts, by nothing stored. Throws a RangeError
 * where the facts hold no totals of the period.
 */
export function analyticsOf(
  facts: TraderFacts,
  period: PeriodDefinition,
  { qValue, nameOf }: Pick<AnalyticsContext, 'qValue' | 'nameOf'>,
): TraderAnalytics {
  const units = decidedUnits(facts.tokens)
  const totals = facts.totals[PERIODS.indexOf(period)]
  if (totals === undefined) throw new RangeError(`No totals of ${period.wire}`)
  const skill = skillRecord(units, facts.address, null)
  return traderAnalytics(periodRecord(facts, period, units), { totals, skill, qValue, nameOf })
}
