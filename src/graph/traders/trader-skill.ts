import { testedSkill } from '../../numbers/analytics/trader-analytics.ts'
import { builder } from '../kit/builder.ts'
import { PROFILE } from '../kit/cost/query-cost.ts'
import { AnalyticsSkillType } from './analytics/skill.ts'
import { TraderType } from './trader.ts'

builder.objectFields(TraderType, (t) => ({
  skill: t.field({
    type: AnalyticsSkillType,
    complexity: PROFILE,
    nullable: true,
    description:
      "The trader's tests of skill against luck over the whole record, which `traders` has for everybody too. Null in a snapshot without analytics.",
    async resolve({ row, snapshot }, _args, { loaders }) {
      const { facts } = loaders(snapshot)
      const [records, { qValues }] = await Promise.all([
        facts.analytics(snapshot, [row.id]),
        facts.shared(snapshot),
      ])
      const record = records.get(row.id)
      return record === undefined ? null : testedSkill(record.skill, qValues.get(row.id) ?? null)
    },
  }),
}))
