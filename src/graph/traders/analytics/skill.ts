import { describeMetric } from '../../../metrics/describe-metric.ts'
import type { Verdict } from '../../../metrics/skill/verdict.ts'
import type { Skill } from '../../../refresh/analytics/trader-analytics.ts'
import { builder } from '../../kit/builder.ts'
import { IntervalType } from '../../kit/interval.ts'

const VerdictEnum = builder.enumType('Verdict', {
  description: "What can be said of a trader's edge.",
  values: {
    SKILLED: {
      description: 'The q-value is below 0.05, and the interval of the edge lies above 0.',
    },
    UNSKILLED: { description: 'The interval of the edge lies below 0.' },
    CANNOT_TELL: { description: 'Neither; always under 30 decided units with a cost.' },
  } satisfies Record<Verdict, { description: string }>,
})

/** Skill or luck. */
export const AnalyticsSkillType = builder.objectRef<Skill>('AnalyticsSkill').implement({
  description: 'Skill or luck, over the whole record of the trader, whatever the period.',
  fields: (t) => ({
    units: t.exposeInt('units', {
      description: 'Decided units with a cost: what the edge is read from. Unit: count, 0 or more.',
    }),
    edge: t.exposeFloat('edge', { nullable: true, description: describeMetric('edge') }),
    edgeInterval: t.expose('edgeInterval', {
      type: IntervalType,
      nullable: true,
      description: describeMetric('edgeInterval'),
    }),
    edgePValue: t.exposeFloat('edgePValue', { nullable: true, description: describeMetric('edgePValue') }),
    edgeQValue: t.exposeFloat('edgeQValue', { nullable: true, description: describeMetric('edgeQValue') }),
    verdict: t.expose('verdict', { type: VerdictEnum, description: describeMetric('verdict') }),
  }),
})
