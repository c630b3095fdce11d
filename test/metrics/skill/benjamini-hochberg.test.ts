import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { benjaminiHochberg } from '../../../src/metrics/skill/edge.ts'

/** Every q-value from the definition: the least of p · n / count(≤ p) over all p at or above its own. */
function slowQ(p: readonly number[]): number[] {
  return p.map((own) => {
    const candidates = p
      .filter((each) => each >= own)
      .map((each) => (each * p.length) / p.filter((other) => other <= each).length)
    return Math.min(1, ...candidates)
  })
}

describe('q-values', () => {
  it('give the worked values', () => {
    expect([...benjaminiHochberg([0.01, 0.04, 0.03, 0.005])]).toEqual([0.02, 0.04, 0.04, 0.02])
    expect([...benjaminiHochberg([])]).toEqual([])
    expect([...benjaminiHochberg([0.3])]).toEqual([0.3])
  })

  it('equal the definition, with ties too', () => {
    const p = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.01, 0.05, 1))
    fc.assert(
      fc.property(fc.array(p, { maxLength: 40 }), (list) => {
        const slow = slowQ(list)
        const q = [...benjaminiHochberg(list)]
        q.forEach((value, index) => {
          expect(value).toBeCloseTo(slow[index] ?? Number.NaN, 14)
        })
      }),
    )
  })

  it('refuse an invalid probability', () => {
    for (const p of [-0.01, 1.01, Number.NaN]) expect(() => benjaminiHochberg([0.5, p])).toThrow(RangeError)
  })
})
