import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyFill, applyMerge, applySplit } from '../../src/ledger/fold.ts'
import { emptyPosition } from '../../src/ledger/position.ts'
import { amount, fill } from './support/fold-events.ts'

/** A fraction in lowest terms; the divisor is positive. */
type Ratio = readonly [bigint, bigint]

function ratio(a: bigint, b = 1n): Ratio {
  let [x, y] = [a < 0n ? -a : a, b]
  while (y > 0n) [x, y] = [y, x % y]
  return [a / x, b / x]
}
const add = ([a, b]: Ratio, [c, d]: Ratio) => ratio(a * d + c * b, b * d)
const scale = ([a, b]: Ratio, by: bigint, over: bigint) => ratio(a * by, b * over)
const negate = ([a, b]: Ratio): Ratio => [-a, b]

/** Average cost without any rounding, the ideal of the fold's integers. */
function exactPosition() {
  let shares = 0n
  let cost = ratio(0n)
  let realized = ratio(0n)
  return {
    buy(amount: bigint, paid: Ratio) {
      shares += amount
      cost = add(cost, paid)
      if (shares > 0n) return
      realized = add(realized, negate(cost))
      cost = ratio(0n)
    },
    sell(amount: bigint, proceeds: Ratio) {
      const held = amount < shares ? amount : shares
      if (held === 0n) return
      const basis = scale(cost, held, shares)
      realized = add(realized, add(scale(proceeds, held, amount), negate(basis)))
      cost = add(cost, negate(basis))
      shares -= held
    },
    read: () => ({ cost, realized }),
  }
}

/** |integer − fraction| < bound */
function isWithin(value: number, [a, b]: Ratio, bound: number): boolean {
  const distance = BigInt(value) * b - a
  return (distance < 0n ? -distance : distance) < BigInt(bound) * b
}

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('FILL' as const), fill }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('SPLIT' as const, 'MERGE' as const), amount }) },
)

describe('rounding', () => {
  it('differs by at most two micros an event from exact fractions', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }), (steps) => {
        const outcomes = [emptyPosition(), emptyPosition()]
        const [yes = emptyPosition()] = outcomes
        const exact = exactPosition()
        for (const event of steps) {
          if (event.kind === 'FILL') {
            const terms = { ...event.fill, fee: 0 }
            applyFill(yes, terms)
            const [shares, usd] = [BigInt(terms.shares), ratio(BigInt(terms.usd))]
            if (terms.side === 'BUY') exact.buy(shares, usd)
            else exact.sell(shares, usd)
          } else {
            const [sets, half] = [BigInt(event.amount), ratio(BigInt(event.amount), 2n)]
            if (event.kind === 'SPLIT') {
              applySplit(outcomes, event.amount)
              exact.buy(sets, half)
            } else {
              applyMerge(outcomes, event.amount)
              exact.sell(sets, half)
            }
          }
        }
        const { cost, realized } = exact.read()
        expect(isWithin(yes.cost, cost, 2 * steps.length)).toBe(true)
        expect(isWithin(yes.realized, realized, 2 * steps.length)).toBe(true)
      }),
    )
  })
})
