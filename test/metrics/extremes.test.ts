import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marketExtremes } from '../../src/metrics/profit/attribution.ts'
import { largestResults } from '../../src/metrics/profit/results.ts'
import { drawdownAfter, NO_DRAWDOWN } from '../../src/metrics/risk.ts'
import { shuffled } from './support/unit-arbitrary.ts'
import { maxDrawdown } from './support/whole-lists.ts'

const CENT = 10_000
/** Some cents either way, and results that are nearly a cent. */
const pnl = fc.oneof(
  fc.integer({ min: -4, max: 4 }).map((cents) => cents * CENT),
  fc.constantFrom(1, -1, CENT - 1, 1 - CENT),
)
const results = fc.uniqueArray(fc.record({ condition: fc.integer({ min: 1, max: 40 }), pnl }), {
  selector: ({ condition }) => condition,
  maxLength: 30,
})

describe('the best and worst markets', () => {
  it('are the five at either end, without those below a cent', () => {
    const list = [6, 5, 4, 3, 2, 1, 0, -1, -0.9999].map((cents, condition) => ({
      condition,
      pnl: cents * CENT,
    }))
    const { best, worst } = marketExtremes(list, (a, b) => a - b)
    expect(best.map(({ pnl }) => pnl / CENT)).toEqual([6, 5, 4, 3, 2])
    expect(worst).toEqual([{ condition: 7, pnl: -CENT }])
    expect(marketExtremes([], () => 0)).toEqual({ best: [], worst: [] })
  })

  it('are in the order that counting gives, in any input order', () => {
    fc.assert(
      fc.property(shuffled(results), ([list, other]) => {
        const byId = (a: number, b: number) => b - a
        const found = marketExtremes(list, byId)
        expect(marketExtremes(other, byId)).toEqual(found)
        for (const one of list) {
          const before = list.filter(
            ({ condition, pnl }) => pnl > one.pnl || (pnl === one.pnl && condition > one.condition),
          )
          expect(found.best[before.length] === one).toBe(one.pnl >= CENT && before.length < 5)
        }
        const turned = marketExtremes(
          list.map(({ condition, pnl }) => ({ condition, pnl: -pnl })),
          byId,
        )
        expect(found.worst.map(({ condition }) => condition)).toEqual(
          turned.best.map(({ condition }) => condition),
        )
      }),
    )
  })
})

describe('the largest win and loss', () => {
  it('are the extremes of the units, null on a side without any', () => {
    const of = (...cents: number[]) => largestResults(cents.map((cent) => ({ pnl: cent * CENT })))
    expect(of(3, 9, -0.0001)).toEqual({ largestWin: 9 * CENT, largestLoss: null })
    expect(of(-3, -9, 0.9999)).toEqual({ largestWin: null, largestLoss: -9 * CENT })
    fc.assert(
      fc.property(fc.array(pnl), (list) => {
        const sorted = list.toSorted((a, b) => a - b)
        const { largestWin, largestLoss } = largestResults(list.map((pnl) => ({ pnl })))
        expect(largestWin).toBe(sorted.filter((each) => each >= CENT).at(-1) ?? null)
        expect(largestLoss).toBe(sorted.find((each) => each <= -CENT) ?? null)
      }),
    )
  })
})

describe('the drawdown state', () => {
  const close = fc.record({
    pnl: fc.integer({ min: -1_000_000, max: 1_000_000 }),
    capitalAtRisk: fc.integer({ min: 0, max: 1_000_000 }),
  })

  it('ends with any new mark of the last day as the whole calculation does', () => {
    fc.assert(
      fc.property(fc.array(close, { maxLength: 30 }), close, close, (days, last, again) => {
        const before = days.reduce(drawdownAfter, NO_DRAWDOWN)
        for (const end of [last, again]) {
          const { worst, peakCapital } = drawdownAfter(before, end)
          const whole = [...days, end]
          const pnls = whole.map(({ pnl }) => pnl)
          const capital = whole.map(({ capitalAtRisk }) => capitalAtRisk)
          expect(worst).toBe(maxDrawdown(pnls))
          expect(peakCapital).toBe(Math.max(0, ...capital))
        }
      }),
    )
  })
})
