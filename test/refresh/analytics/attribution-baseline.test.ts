import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decidedUnits } from '../../../src/metrics/decided-units.ts'
import {
  type AttributionBaseline,
  addToBaseline,
  attributionAgainst,
} from '../../../src/refresh/analytics/attribution-baseline.ts'
import { labelledGroups } from '../../../src/refresh/analytics/labelled-groups.ts'
import { traderFacts } from './facts-arbitrary.ts'

const crowd = fc.array(traderFacts(30), { minLength: 1, maxLength: 5 })

it('compares a trader with all units of everybody, whoever came and went', () => {
  fc.assert(
    fc.property(crowd, traderFacts(30), (traders, guest) => {
      const unitsOf = (facts: typeof guest) =>
        decidedUnits(facts.tokens).map((unit) => ({ ...unit, tags: facts.labels.get(unit.unit)?.tags ?? [] }))
      const groupsOf = (facts: typeof guest) =>
        labelledGroups(decidedUnits(facts.tokens), (unit) => facts.labels.get(unit)?.tags ?? [])
      const baseline: AttributionBaseline = new Map()
      addToBaseline(baseline, groupsOf(guest), 1)
      for (const trader of traders) addToBaseline(baseline, groupsOf(trader), 1)
      addToBaseline(baseline, groupsOf(guest), -1)
      const all = traders.flatMap(unitsOf)
      for (const trader of traders) {
        for (const row of attributionAgainst(groupsOf(trader), baseline, String)) {
          const edgeOf = (units: typeof all) => {
            const staked = units.filter(({ tags, cost }) => cost > 0 && tags.includes(Number(row.name)))
            const cost = staked.reduce((sum, unit) => sum + unit.cost, 0)
            return cost === 0 ? null : staked.reduce((sum, unit) => sum + unit.pnl, 0) / cost
          }
          const own = edgeOf(unitsOf(trader))
          const others = edgeOf(all)
          expect(row.edgeOverBaseline).toBe(own === null || others === null ? null : own - others)
        }
      }
    }),
    { numRuns: 60 },
  )
})
