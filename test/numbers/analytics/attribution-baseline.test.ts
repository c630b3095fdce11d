import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decidedUnits } from '../../../src/metrics/skill/edge.ts'
import { labelledGroups } from '../../../src/numbers/analytics/period-record.ts'
import { attributionAgainst, type Baselines } from '../../../src/numbers/analytics/read-analytics.ts'
import { addUnits } from '../../../src/numbers/publish/sum-baselines.ts'
import { CUTOFF, traderFacts } from '../support/facts-arbitrary.ts'

const ALL_TIME = 0
const crowd = fc.array(traderFacts(30), { minLength: 1, maxLength: 5 })

it('the attribution baseline compares a trader with all units of everybody, through changes', () => {
  fc.assert(
    fc.property(crowd, traderFacts(30), (traders, guest) => {
      const unitsOf = (facts: typeof guest) =>
        decidedUnits(facts.tokens).map((unit) => ({ ...unit, tags: facts.labels.get(unit.unit)?.tags ?? [] }))
      const groupsOf = (facts: typeof guest) =>
        labelledGroups(decidedUnits(facts.tokens), (unit) => facts.labels.get(unit)?.tags ?? [])
      const baselines: Baselines = new Map()
      const add = ({ tokens, labels }: typeof guest, sign: 1 | -1) =>
        addUnits(baselines, decidedUnits(tokens), { byUnit: labels }, CUTOFF, sign)
      add(guest, 1)
      for (const trader of traders) add(trader, 1)
      add(guest, -1)
      const baseline = baselines.get(ALL_TIME) ?? new Map()
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
