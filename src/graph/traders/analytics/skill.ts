import { LOW_Q, type Verdict } from '../../../metrics/skill/verdict.ts'
import type { Skill } from '../../../numbers/analytics/trader-analytics.ts'
import { builder } from '../../kit/builder.ts'
import { IntervalType } from '../../kit/interval.ts'

export const VerdictEnum = builder.enumType('Verdict', {
  description: 'The verdict of the skill test.',
  values: {
    SKILLED: {
      description: `The q-value is below ${LOW_Q}, and the edge's whole interval is above 0.`,
    },
    UNSKILLED: { description: "The edge's whole interval is below 0." },
    CANNOT_TELL: { description: 'Neither; always the case below 30 decided units with a cost.' },
  } satisfies Record<Verdict, { description: string }>,
})

export const AnalyticsSkillType = builder.objectRef<Skill>('AnalyticsSkill').implement({
  description: "Tests of skill against luck over the trader's whole record, regardless of the period.",
  fields: (t) => ({
    units: t.count('units', 'Sample size of the edge: decided units with a cost. Unit: count, {limits}.'),
    edge: t.exposeFloat('edge', { nullable: true, metric: 'edge' }),
    edgeInterval: t.expose('edgeInterval', {
      type: IntervalType,
      nullable: true,
      metric: 'edgeInterval',
    }),
    edgePValue: t.exposeFloat('edgePValue', { nullable: true, metric: 'edgePValue' }),
    edgeQValue: t.exposeFloat('edgeQValue', { nullable: true, metric: 'edgeQValue' }),
    verdict: t.expose('verdict', { type: VerdictEnum, metric: 'verdict' }),
  }),
})
