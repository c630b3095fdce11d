import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Address } from '../../../src/ledger/quantities.ts'
import { bootstrapInterval, edge, seededRandom, stakedUnits } from '../../../src/metrics/skill/edge.ts'
import { ADDRESS, address, wallet } from '../support/address-arbitrary.ts'
import { shuffled, unit } from '../support/unit-arbitrary.ts'

type Unit = { pnl: number; cost: number; shares: number }

const someUnits = fc.array(unit, { minLength: 24, maxLength: 36 })

/** The same draws on bigints and plain lists. */
function slowBootstrap(units: readonly Unit[], address: Address): [number, number] | null {
  const list = units
    .filter(({ cost }) => cost > 0)
    .toSorted((a, b) => a.pnl - b.pnl || a.cost - b.cost || a.shares - b.shares)
  if (list.length < 30) return null
  const random = seededRandom(`bootstrap:${address}`)
  const edges = Array.from({ length: 1000 }, () => {
    const numbers = [...random(new Uint32Array(list.length))]
    const drawn = numbers.map((number) => list[Number((BigInt(number) * BigInt(list.length)) >> 32n)])
    const total = (of: 'pnl' | 'cost') => drawn.reduce((sum, each) => sum + BigInt(each?.[of] ?? 0), 0n)
    return Number(total('pnl')) / Number(total('cost'))
  }).sort((a, b) => a - b)
  return [edges[24] ?? Number.NaN, edges.at(-25) ?? Number.NaN]
}

const mixed = Array.from({ length: 35 }, (_, i) => ({
  pnl: ((i * 7919) % 1000) - 400,
  cost: 1000 + i,
  shares: 2000,
}))

describe("the edge's interval", () => {
  it('equals a slow calculation on the same draws, in any order', () => {
    fc.assert(
      fc.property(shuffled(someUnits), address, ([units, other], owner) => {
        const interval = bootstrapInterval(stakedUnits(units), owner)
        expect(interval).toEqual(slowBootstrap(units, owner))
        expect(bootstrapInterval(stakedUnits(other), owner)).toEqual(interval)
      }),
      { numRuns: 40 },
    )
  })

  it('is as wide as theory says, for many equal bets', () => {
    const coin = Array.from({ length: 400 }, (_, i) => ({
      pnl: i % 2 === 0 ? 500_000 : -500_000,
      cost: 500_000,
      shares: 1_000_000,
    }))
    const [low, high] = bootstrapInterval(stakedUnits(coin), ADDRESS) ?? [Number.NaN, Number.NaN]
    // The mean of 400 returns of ±1 has a standard error of 0.05.
    expect(low).toBeCloseTo(-0.098, 1)
    expect(high).toBeCloseTo(0.098, 1)
    expect(high - low).toBeGreaterThan(0.17)
    expect(high - low).toBeLessThan(0.225)
  })

  it('is a point for equal units, and null under thirty that cost something', () => {
    const one = { pnl: 30, cost: 40, shares: 70 }
    const equal = Array.from({ length: 30 }, () => one)
    expect(bootstrapInterval(stakedUnits(equal), ADDRESS)).toEqual([0.75, 0.75])
    expect(bootstrapInterval(stakedUnits(equal), ADDRESS)?.[0]).toBe(edge([one]))
    const gift = { pnl: 5, cost: 0, shares: 5 }
    expect(bootstrapInterval(stakedUnits([...equal.slice(1), gift]), ADDRESS)).toBeNull()
  })

  it('depends only on the address', () => {
    expect(bootstrapInterval(stakedUnits(mixed), wallet(1n))).toEqual(
      bootstrapInterval(stakedUnits(mixed), wallet(1n)),
    )
    expect(bootstrapInterval(stakedUnits(mixed), wallet(1n))).not.toEqual(
      bootstrapInterval(stakedUnits(mixed), wallet(2n)),
    )
  })

  it('is the same on every machine and in every year', () => {
    expect(bootstrapInterval(stakedUnits(mixed), ADDRESS)).toEqual([
      0.017216158433667153, 0.20030344750077267,
    ])
  })
})
