import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRandom } from '../../seeds/world/random.ts'

test('the same seed and name give the same draws, others do not', () => {
  const draws = (seed: number, name: string) => {
    const random = createRandom(seed, name)
    return Array.from({ length: 20 }, () => random.below(1_000_000))
  }
  expect(draws(1, 'a')).toEqual(draws(1, 'a'))
  expect(draws(1, 'a')).not.toEqual(draws(1, 'b'))
  expect(draws(1, 'a')).not.toEqual(draws(2, 'a'))
})

test('draws stay in range and spread evenly', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 2 ** 21 }), (seed, n) => {
      const random = createRandom(seed, 'range')
      const draws = Array.from({ length: 200 }, () => random.below(n))
      expect(Math.min(...draws)).toBeGreaterThanOrEqual(0)
      expect(Math.max(...draws)).toBeLessThan(n)
      const mean = draws.reduce((sum, draw) => sum + draw, 0) / 200 / n
      // Six standard errors of the mean of 200 uniforms, and the half step of a coarse grid.
      expect(Math.abs(mean - 0.5)).toBeLessThan(0.13 + 0.5 / n)
    }),
  )
})

test('a heavy tail of exponent alpha exceeds x in one of x^alpha draws, and never its cap', () => {
  const random = createRandom(3, 'tail')
  for (const alpha of [1, 2]) {
    const draws = Array.from({ length: 20_000 }, () => random.pareto(alpha, 5_000))
    expect(Math.min(...draws)).toBeGreaterThanOrEqual(100)
    expect(Math.max(...draws)).toBe(5_000)
    for (const x of [2, 5]) {
      const share = draws.filter((draw) => draw >= x * 100).length / draws.length
      expect(Math.abs(share - 1 / x ** alpha)).toBeLessThan(0.015)
    }
  }
})
