import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { UnitWeek } from '../../../src/metrics/skill/consistent.ts'
import { wilsonInterval } from '../../../src/metrics/skill/edge.ts'
import { shuffled } from '../support/unit-arbitrary.ts'
import { consistent } from '../support/whole-lists.ts'

const rows: fc.Arbitrary<UnitWeek[]> = fc.array(
  fc.record({
    unit: fc.integer({ min: 1, max: 6 }),
    week: fc.integer({ min: 0, max: 12 }).map((number) => 20_500 + 7 * number),
    pnl: fc.integer({ min: -20, max: 30 }),
    fills: fc.integer({ min: 0, max: 2 }),
  }),
  { maxLength: 60 },
)

/** Straight from the definition, one filter after another. */
function slowly(list: readonly UnitWeek[]): number | null {
  const profit = (some: readonly UnitWeek[]) => some.reduce((sum, { pnl }) => sum + pnl, 0)
  const weeks = (some: readonly UnitWeek[]) => [
    ...new Set(some.filter(({ fills }) => fills > 0).map(({ week }) => week)),
  ]
  if (profit(list) <= 0 || weeks(list).length < 8) return null
  const units = [...new Set(list.map(({ unit }) => unit))].sort((a, b) => a - b)
  const profits = units.map((unit) => profit(list.filter((row) => row.unit === unit)))
  const best = units[profits.indexOf(Math.max(...profits))]
  const rest = list.filter(({ unit }) => unit !== best)
  const active = weeks(rest)
  const wins = active.filter((week) => profit(rest.filter((row) => row.week === week)) > 0).length
  return active.length === 0 ? null : (wilsonInterval(wins, active.length)?.[0] ?? null)
}

const everyWeek = (weeks: number, unit: number, pnl: number) =>
  Array.from({ length: weeks }, (_, index) => ({ unit, week: 20_500 + 7 * index, pnl, fills: 1 }))

describe('consistency', () => {
  it('equals its definition, in any order of the rows', () => {
    fc.assert(
      fc.property(shuffled(rows), ([list, other]) => {
        expect(consistent(list)).toBe(slowly(list))
        expect(consistent(other)).toBe(consistent(list))
      }),
      { numRuns: 500 },
    )
  })

  it('needs eight active weeks', () => {
    const two = (weeks: number) => [...everyWeek(weeks, 1, 10), ...everyWeek(weeks, 2, 5)]
    expect(consistent(two(8))).toBe(wilsonInterval(8, 8)?.[0])
    expect(consistent(two(7))).toBeNull()
    const quiet = { unit: 2, week: 30_000, pnl: 5, fills: 0 }
    expect(consistent([...two(7), quiet])).toBeNull()
  })

  it('excludes the largest win', () => {
    const lucky = [...everyWeek(10, 1, -1), { unit: 2, week: 20_500, pnl: 1000, fills: 1 }]
    expect(consistent(lucky)).toBe(0)
    expect(consistent(everyWeek(10, 1, 5))).toBeNull()
  })

  it('needs a profit', () => {
    expect(consistent([...everyWeek(10, 1, 1), ...everyWeek(10, 2, -1)])).toBeNull()
    expect(consistent([])).toBeNull()
  })
})
