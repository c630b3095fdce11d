import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BoundedCache } from '../../../src/access/identity/bounded-cache.ts'

const step = fc.record({
  name: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  write: fc.boolean(),
  lasts: fc.nat(10),
  wait: fc.nat(4),
})

test('holds what was set last, for as long as it lasts, and never more than its capacity', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.integer({ min: 1, max: 4 }), (steps, capacity) => {
      const cache = new BoundedCache<number>(capacity)
      let model: { name: string; value: number; until: number }[] = []
      let now = 0
      for (const [value, { name, write, lasts, wait }] of steps.entries()) {
        now += wait
        const known = model.find((entry) => entry.name === name)
        if (write) {
          cache.set(name, value, now + lasts)
          model = [...model.filter((entry) => entry !== known), { name, value, until: now + lasts }].slice(
            -capacity,
          )
        } else {
          expect(cache.get(name, now)).toBe(known !== undefined && now < known.until ? known.value : null)
          if (known !== undefined && now >= known.until) model = model.filter((entry) => entry !== known)
        }
        expect(cache.size).toBe(model.length)
      }
    }),
  )
})

test('forgets only the value that is meant', () => {
  const cache = new BoundedCache<string>(2)
  cache.set('a', 'old', 10)
  cache.set('a', 'new', 10)
  cache.delete('a', 'old')
  expect(cache.get('a', 0)).toBe('new')
  cache.delete('a', 'new')
  expect(cache.get('a', 0)).toBeNull()
})
