import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createWeightedCache } from '../../../src/numbers/profiles/create-reader.ts'
import type { TraderProfile } from '../../../src/numbers/profiles/trader-profile.ts'

const profile = (weight: number): TraderProfile => ({
  stats: () => null,
  series: [],
  positions: () => [],
  weight,
  record: { skill: { units: 0, edge: null, interval: null, pValue: null, print: null }, periods: [] },
})

it('the weighted cache keeps recent profiles up to a weight', () => {
  const name = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const step = fc.record({ name, weight: fc.option(fc.integer({ min: 1, max: 6 })) })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30, size: 'max' }), (steps) => {
      const kept = createWeightedCache<TraderProfile>(10)
      // The slow way: names in the order of their last use.
      let model: { name: string; profile: TraderProfile | null }[] = []
      for (const { name, weight } of steps) {
        const found = model.find((one) => one.name === name)
        if (weight === null) {
          expect(kept.get(name)).toBe(found?.profile)
          if (found) model = [...model.filter((one) => one !== found), found]
          continue
        }
        const fresh = { name, profile: weight === 6 ? null : profile(weight) }
        kept.put(name, fresh.profile)
        model = [...model.filter((one) => one !== found), fresh]
        while (model.reduce((sum, one) => sum + (one.profile?.weight ?? 1), 0) > 10) model.shift()
      }
      for (const one of ['a', 'b', 'c', 'd', 'e'])
        expect(kept.get(one)).toBe(model.find(({ name }) => name === one)?.profile)
    }),
  )
})
