import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decidedUnits, type TouchedToken } from '../../../src/metrics/skill/edge.ts'

const amount = fc.integer({ min: 0, max: 1_000_000_000_000 })
const token: fc.Arbitrary<TouchedToken> = fc.record({
  unit: fc.integer({ min: 0, max: 8 }),
  open: fc.boolean(),
  realized: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
  cost: amount,
  shares: amount,
  closedOn: fc.option(fc.integer({ min: 20_000, max: 20_400 })),
})

describe('decided units', () => {
  it('sum the touched tokens of each event without an open one', () => {
    fc.assert(
      fc.property(fc.array(token), (drawn) => {
        const tokens = drawn.filter(({ closedOn }) => closedOn !== null)
        const naive = [...new Set(tokens.map(({ unit }) => unit))]
          .map((unit) => tokens.filter((each) => each.unit === unit))
          .filter((group) => group.every(({ open }) => !open))
          .map((group) => ({
            unit: group[0]?.unit,
            pnl: group.reduce((sum, { realized }) => sum + realized, 0),
            cost: group.reduce((sum, { cost }) => sum + cost, 0),
            shares: group.reduce((sum, { shares }) => sum + shares, 0),
            decidedOn: Math.max(...group.map(({ closedOn }) => closedOn ?? 0)),
          }))
        expect(decidedUnits(drawn)).toEqual(naive)
      }),
    )
  })

  it('exclude a unit while one of its questions is open, and do not change the input', () => {
    const closed = { unit: 1, open: false, realized: 5, cost: 7, shares: 12, closedOn: 20_000 }
    const tokens = Object.freeze([Object.freeze(closed), Object.freeze({ ...closed, open: true })])
    expect(decidedUnits(tokens)).toEqual([])
    expect(decidedUnits([closed, closed])).toEqual([
      { unit: 1, pnl: 10, cost: 14, shares: 24, decidedOn: 20_000 },
    ])
    expect(closed.realized).toBe(5)
  })
})
