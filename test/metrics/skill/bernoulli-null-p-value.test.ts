import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bernoulliNullPValue } from '../../../src/metrics/skill/bernoulli-null-p-value.ts'
import { seededRandom, stakedUnits } from '../../../src/metrics/skill/edge.ts'
import { ADDRESS, address, wallet } from '../support/address-arbitrary.ts'
import { certainUnits } from '../support/certain-units.ts'
import { shuffled, unit } from '../support/unit-arbitrary.ts'

type Unit = { pnl: number; cost: number; shares: number }

const someUnits = fc.array(unit, { minLength: 24, maxLength: 36 })

/** The chance under fair prices of doing at least as well, by going through every way the units can end. */
function exactChance(units: readonly Unit[]): number {
  const observed = units.reduce((sum, { pnl }) => sum + pnl, 0)
  let chance = 0
  for (let ending = 0; ending < 2 ** units.length; ending += 1) {
    let profit = 0
    let weight = 1
    units.forEach(({ cost, shares }, index) => {
      const wins = Math.floor(ending / 2 ** index) % 2 === 1
      profit += (wins ? shares : 0) - cost
      weight *= wins ? cost / shares : 1 - cost / shares
    })
    if (profit >= observed) chance += weight
  }
  return chance
}

const heldUnit = fc
  .record({
    shares: fc.integer({ min: 1_000_000, max: 900_000_000 }),
    price: fc.double({ min: 0.02, max: 0.98, noNaN: true }),
    wins: fc.boolean(),
  })
  .map(({ shares, price, wins }) => {
    const cost = Math.round(shares * price)
    return { pnl: (wins ? shares : 0) - cost, cost, shares }
  })

describe('the p-value against fair prices', () => {
  it('equals the enumeration of every outcome', () => {
    fc.assert(
      fc.property(fc.array(heldUnit, { minLength: 1, maxLength: 8 }), address, (units, owner) => {
        const chance = Math.min(1, exactChance(units))
        const found = bernoulliNullPValue(stakedUnits([...certainUnits(30), ...units]), owner) ?? Number.NaN
        const deviation = Math.sqrt((chance * (1 - chance)) / 1000)
        expect(Math.abs(found - chance)).toBeLessThanOrEqual(6 * deviation + 0.002)
      }),
      { numRuns: 60, seed: 7 },
    )
  })

  it('is the same below a given value, and at least that where it is not below', () => {
    const below = fc.constantFrom(0.012, 0.05, 0.3, 1)
    fc.assert(
      fc.property(
        fc.array(heldUnit, { minLength: 30, maxLength: 40 }),
        address,
        below,
        (units, owner, most) => {
          const whole = bernoulliNullPValue(stakedUnits(units), owner) ?? Number.NaN
          const found = bernoulliNullPValue(stakedUnits(units), owner, most) ?? Number.NaN
          if (whole < most) expect(found).toBe(whole)
          else expect(found).toBeGreaterThanOrEqual(most)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('does not call a winning buyer of favourites skilled', () => {
    const favourites = Array.from({ length: 40 }, () => ({ pnl: 50_000, cost: 950_000, shares: 1_000_000 }))
    // All forty win with probability 0.95^40 = 0.129.
    expect(bernoulliNullPValue(stakedUnits(favourites), ADDRESS)).toBeCloseTo(0.129, 1)
  })

  it('finds one lucky trader in twenty at 0.05 for any prices', () => {
    for (const price of [0.1, 0.5, 0.9]) {
      const outcomes = seededRandom(`outcomes at ${price}`)
      const low = Array.from({ length: 400 }, (_, trader) => {
        const units = [...outcomes(new Uint32Array(60))].map((number, index) => {
          const shares = 1_000_000 + 17_000 * index
          const cost = Math.round(shares * price)
          return { pnl: (number < price * 2 ** 32 ? shares : 0) - cost, cost, shares }
        })
        return bernoulliNullPValue(stakedUnits(units), wallet(BigInt(trader)), 0.05) ?? 1
      }).filter((p) => p < 0.05).length
      // 400 trials at 0.05: 20, with a deviation of 4.4.
      expect(low).toBeGreaterThan(6)
      expect(low).toBeLessThan(34)
    }
  })

  it('is the same on every machine and in every year', () => {
    const units = Array.from({ length: 35 }, (_, i) => ({
      pnl: ((i * 7919) % 1000) - 480,
      cost: 1000 + i,
      shares: 2000,
    }))
    expect(bernoulliNullPValue(stakedUnits(units), ADDRESS)).toBe(400 / 1001)
  })

  it('is at its least when no redraw does as well, and 1 when all do', () => {
    const lucky = Array.from({ length: 40 }, () => ({ pnl: 900_000, cost: 100_000, shares: 1_000_000 }))
    expect(bernoulliNullPValue(stakedUnits(lucky), ADDRESS)).toBe(1 / 100_001)
    const broke = lucky.map((each) => ({ ...each, pnl: -100_000 }))
    expect(bernoulliNullPValue(stakedUnits(broke), ADDRESS)).toBe(1)
  })

  it('counts a tie as doing as well, and has no luck in a price of 1 or more', () => {
    const pOf = (one: Unit) => bernoulliNullPValue(stakedUnits([one, ...certainUnits(29)]), ADDRESS)
    expect(pOf({ pnl: 0, cost: 1_000_000, shares: 1_000_000 })).toBe(1)
    expect(pOf({ pnl: 0, cost: 5, shares: 0 })).toBe(1)
    expect(pOf({ pnl: 1, cost: 1_010_000, shares: 1_000_000 })).toBe(1 / 100_001)
  })

  it('has the same bits in any order of the units', () => {
    fc.assert(
      fc.property(shuffled(someUnits), address, ([units, other], owner) => {
        const value = bernoulliNullPValue(stakedUnits(units), owner)
        expect(bernoulliNullPValue(stakedUnits(other), owner)).toBe(value)
        expect(value === null).toBe(units.filter(({ cost }) => cost > 0).length < 30)
      }),
      { numRuns: 25 },
    )
  })
})
