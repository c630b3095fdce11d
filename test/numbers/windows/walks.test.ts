import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Day, weekStart } from '../../../src/ledger/quantities.ts'
import { consistentOf, type UnitWeek } from '../../../src/metrics/skill/consistent.ts'
import { decidedUnits } from '../../../src/metrics/skill/edge.ts'
import { type Marks, markAt, markedValue, UNRESOLVED } from '../../../src/numbers/inputs/marks.ts'
import {
  BET_COLUMNS,
  emptyColumns,
  type TraderDays,
  tokenRecords,
} from '../../../src/numbers/windows/trader-days.ts'
import { createUnitsAsOf, createUnitWeeks } from '../../../src/numbers/windows/units-as-of.ts'
import { consistent } from '../../metrics/support/whole-lists.ts'

const FIRST = weekStart(20_500)
const LENGTH = 90
const TOKENS = 5

const amount = fc.integer({ min: -40, max: 60 })
const position = fc.record({
  days: fc.uniqueArray(
    fc.record({
      day: fc.nat(LENGTH),
      shares: fc.nat(3),
      cost: fc.nat(40),
      realized: amount,
      fills: fc.nat(1),
    }),
    { minLength: 4, maxLength: 30, selector: ({ day }) => day },
  ),
  marks: fc.uniqueArray(fc.record({ day: fc.nat(LENGTH), price: fc.nat(1_000_000) }), {
    maxLength: 12,
    selector: ({ day }) => day,
  }),
  unit: fc.integer({ min: 1, max: 3 }),
  resolvedOn: fc.option(fc.nat(LENGTH)),
})
const world = fc.record({
  positions: fc.array(position, { minLength: 2, maxLength: TOKENS }),
  asked: fc.uniqueArray(fc.nat(LENGTH), { minLength: 1, maxLength: 20 }),
  before: fc.option(fc.nat(LENGTH)),
})
type Position = typeof position extends fc.Arbitrary<infer T> ? T : never

const byDay = <T extends { day: Day }>(list: readonly T[]) => [...list].sort((a, b) => a.day - b.day)

function daysOf(positions: readonly Position[]): TraderDays {
  const rows = positions.flatMap(({ days }, token) => byDay(days).map((own) => ({ ...own, token })))
  const columns = emptyColumns(BET_COLUMNS, rows.length)
  for (const [row, own] of rows.entries()) {
    columns.token_id[row] = own.token
    columns.day[row] = FIRST + own.day
    columns.shares[row] = own.shares * 1_000_000
    columns.cost[row] = own.cost
    columns.realized[row] = own.realized
    columns.fills[row] = own.fills
    columns.bought[row] = own.cost
    columns.buy_shares[row] = own.shares
  }
  return { trader: 1, count: rows.length, columns, lists: [] }
}

function marksOf(positions: readonly Position[]): Marks {
  // A price no longer changes once the result is known.
  const entries = positions.map(({ marks, resolvedOn }) =>
    byDay(marks).filter(({ day }) => day <= (resolvedOn ?? LENGTH)),
  )
  const numbers = (list: readonly number[]) => Int32Array.from(list)
  return {
    condition: numbers(positions.map((_, token) => token + 1)),
    sibling: numbers(positions.map(() => 0)),
    unit: Float64Array.from(positions, ({ unit }) => unit),
    resolvedOn: numbers(
      positions.map(({ resolvedOn }) => (resolvedOn === null ? UNRESOLVED : FIRST + resolvedOn)),
    ),
    payout: numbers(positions.map(() => 0)),
    start: numbers([0, ...entries.map((_, token) => entries.slice(0, token + 1).flat().length)]),
    day: numbers(entries.flat().map(({ day }) => FIRST + day)),
    price: numbers(entries.flat().map(({ price }) => price)),
  }
}

/** Straight from the definition: the change of marked profit between the ends of two weeks. */
function slowWeeks(positions: readonly Position[], marks: Marks, before: Day | null, upTo: Day): UnitWeek[] {
  const rows: UnitWeek[] = []
  for (const [token, { days, unit }] of positions.entries()) {
    const upToDay = (day: Day) => byDay(days).filter((own) => FIRST + own.day <= day)
    const pnlAt = (day: Day) => {
      const own = upToDay(day)
      const [shares, cost] = [1_000_000 * (own.at(-1)?.shares ?? 0), own.at(-1)?.cost ?? 0]
      const realized = own.reduce((sum, row) => sum + row.realized, 0)
      return realized + (shares === 0 ? 0 : markedValue(shares, cost, markAt(marks, token, day)) - cost)
    }
    const last = (day: Day) => Math.max(before ?? FIRST - 1, Math.min(day, upTo))
    for (let week = FIRST; week <= upTo; week += 7) {
      const [start, end] = [last(week - 1), last(week + 6)]
      const fills = upToDay(end).reduce((sum, own) => sum + (FIRST + own.day > start ? own.fills : 0), 0)
      const pnl = pnlAt(end) - (before === null && start < FIRST ? 0 : pnlAt(start))
      if (pnl !== 0 || fills > 0) rows.push({ unit, week, pnl, fills })
    }
  }
  return rows
}

test('weeks walked once give the score of the definition on each of some days', () => {
  let scored = 0
  fc.assert(
    fc.property(world, ({ positions, asked, before: ago }) => {
      const marks = marksOf(positions)
      const before = ago === null ? null : FIRST + ago
      const weeksAt = createUnitWeeks(daysOf(positions), marks, before)
      for (const day of asked.map((after) => FIRST + after).sort((a, b) => a - b)) {
        if (before !== null && day <= before) continue
        const rows = slowWeeks(positions, marks, before, day)
        const sums = weeksAt(day)
        expect(sums.pnl).toBe(rows.reduce((sum, { pnl }) => sum + pnl, 0))
        const score = consistent(rows)
        expect(consistentOf(sums)).toBe(score)
        if (score !== null) scored += 1
      }
    }),
    { numRuns: 200 },
  )
  expect(scored).toBeGreaterThan(20)
})

test('units walked once are those of all records at each of some days', () => {
  fc.assert(
    fc.property(world, ({ positions, asked }) => {
      const [days, marks] = [daysOf(positions), marksOf(positions)]
      const unitsAt = createUnitsAsOf(days, marks)
      for (const day of asked.map((after) => FIRST + after).sort((a, b) => a - b))
        expect(unitsAt(day)).toEqual(decidedUnits(tokenRecords(days, marks, day)))
    }),
    { numRuns: 200 },
  )
})
