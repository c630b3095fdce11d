import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addToGroup, attribution, emptyGroup, sumsOfGroup } from '../../../src/metrics/profit/attribution.ts'
import { winRate, winsAndLosses } from '../../../src/metrics/profit/results.ts'
import { edge } from '../../../src/metrics/skill/edge.ts'
import { shuffled, unit } from '../support/unit-arbitrary.ts'

const groups = fc.uniqueArray(fc.record({ name: fc.string(), units: fc.array(unit, { maxLength: 35 }) }), {
  selector: ({ name }) => name,
  maxLength: 6,
})
const groupSums = (units: readonly { pnl: number; cost: number }[]) => {
  const group = emptyGroup()
  for (const one of units) addToGroup(group, one)
  return sumsOfGroup(group)
}
/** Sums units by group. */
const attributed = (
  lists: readonly { name: string; units: { pnl: number; cost: number }[] }[],
  baseline: ReadonlyMap<string, number | null>,
) =>
  attribution(
    lists.map(({ name, units }) => ({ name, ...groupSums(units) })),
    baseline,
  )
const of = (count: number, pnl = 1) => Array.from({ length: count }, () => ({ pnl, cost: 100_000 }))

describe('attribution', () => {
  it('hides groups under three units, and grades its confidence', () => {
    const counts = [2, 3, 9, 10, 29, 30]
    const rows = attributed(
      counts.map((count) => ({ name: `${count}`, units: of(count) })),
      new Map(),
    )
    expect(rows.map(({ name, confidence }) => [name, confidence])).toEqual([
      ['30', 'HIGH'],
      ['29', 'MEDIUM'],
      ['10', 'MEDIUM'],
      ['9', 'LOW'],
      ['3', 'LOW'],
    ])
  })

  it('compares with the baseline of the same group', () => {
    const lists = [
      { name: 'sports', units: of(4, 50_000) },
      { name: 'politics', units: of(4, 50_000) },
      { name: 'weather', units: of(4, 10_000) },
    ]
    const baseline = new Map([
      ['sports', 0.25],
      ['politics', null],
    ])
    expect(attributed(lists, baseline)).toEqual([
      {
        name: 'politics',
        units: 4,
        wins: 4,
        losses: 0,
        winRate: 1,
        pnl: 200_000,
        edgeOverBaseline: null,
        confidence: 'LOW',
      },
      {
        name: 'sports',
        units: 4,
        wins: 4,
        losses: 0,
        winRate: 1,
        pnl: 200_000,
        edgeOverBaseline: 0.25,
        confidence: 'LOW',
      },
      {
        name: 'weather',
        units: 4,
        wins: 4,
        losses: 0,
        winRate: 1,
        pnl: 40_000,
        edgeOverBaseline: null,
        confidence: 'LOW',
      },
    ])
  })

  it('has one row a group by profit, in any order of the groups', () => {
    fc.assert(
      fc.property(shuffled(groups), fc.double({ min: -1, max: 1, noNaN: true }), ([list, other], base) => {
        const baseline = new Map(list.map(({ name }) => [name, base]))
        const rows = attributed(list, baseline)
        expect(attributed(other, baseline)).toEqual(rows)
        expect(rows.length).toBe(list.filter(({ units }) => units.length >= 3).length)
        for (const row of rows) {
          const units = list.find(({ name }) => name === row.name)?.units ?? []
          expect(BigInt(row.pnl)).toBe(units.reduce((sum, { pnl }) => sum + BigInt(pnl), 0n))
          expect(row).toMatchObject(winsAndLosses(units))
          expect(row.winRate).toBe(winRate(winsAndLosses(units)))
          const own = edge(units)
          expect(row.edgeOverBaseline).toBe(own === null ? null : own - base)
        }
        const profits = rows.map(({ pnl }) => pnl)
        expect(profits).toEqual(profits.toSorted((a, b) => b - a))
      }),
    )
  })
})
