import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sharpeRatio, sortinoRatio } from '../../../src/metrics/risk.ts'
import { shuffled, units } from '../support/unit-arbitrary.ts'

type Result = { pnl: number; cost: number }

const SCALE = 10n ** 40n

function root(value: bigint): bigint {
  if (value < 2n) return value
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2))
  for (;;) {
    const next = (guess + value / guess) / 2n
    if (next >= guess) return guess
    guess = next
  }
}

/** Both ratios in forty-digit fixed point, straight from their definitions. */
function slowly(list: readonly Result[]) {
  const returns = list
    .filter(({ cost }) => cost >= 1_000_000)
    .map(({ pnl, cost }) => (BigInt(pnl) * SCALE) / BigInt(cost))
  const n = BigInt(returns.length)
  if (n < 10n) return { sharpe: null, sortino: null, slack: 0 }
  const mean = returns.reduce((sum, value) => sum + value, 0n) / n
  const squares = returns.reduce((sum, value) => sum + (value - mean) ** 2n, 0n)
  const losses = returns.reduce((sum, value) => sum + (value < 0n ? value * value : 0n), 0n)
  const deviation = root(squares / (n - 1n))
  const downside = root(losses / n)
  const largest = returns.reduce((most, value) => (value * value > most * most ? value : most), 0n)
  const isLost = list.some(({ pnl, cost }) => cost >= 1_000_000 && pnl <= -10_000)
  const ratio = (by: bigint) => (by === 0n ? null : Number((mean * SCALE) / by) / Number(SCALE))
  return {
    sharpe: deviation === 0n ? null : ratio(deviation),
    sortino: isLost ? ratio(downside) : null,
    // The factor by which a small deviation magnifies the rounding of the returns.
    slack: deviation === 0n ? 0 : 1e-13 * (1 + Math.abs(Number(largest) / Number(deviation))) ** 2,
  }
}

const ten = (pnl: (index: number) => number, cost = 1_000_000): Result[] =>
  Array.from({ length: 10 }, (_, index) => ({ pnl: pnl(index), cost }))

describe('the Sharpe ratio', () => {
  it('gives the worked value', () => {
    // Returns of 0.1 … 1.0: mean 0.55, sample deviation √(0.825 / 9).
    expect(sharpeRatio(ten((index) => (index + 1) * 100_000))).toBeCloseTo(0.55 / Math.sqrt(0.825 / 9), 12)
  })

  it('equals a forty-digit calculation', () => {
    fc.assert(
      fc.property(units, (list) => {
        const { sharpe, slack } = slowly(list)
        const fast = sharpeRatio(list)
        if (sharpe === null || fast === null) expect(fast).toBe(sharpe)
        else expect(Math.abs(fast - sharpe)).toBeLessThanOrEqual(slack)
      }),
      { numRuns: 300 },
    )
  })

  it('has the same bits in any order and any currency', () => {
    fc.assert(
      fc.property(shuffled(units), fc.integer({ min: 1, max: 900 }), ([list, other], scale) => {
        expect(sharpeRatio(other)).toBe(sharpeRatio(list))
        const dear = list.filter(({ cost }) => cost >= 1_000_000)
        const scaled = dear.map(({ pnl, cost }) => ({ pnl: pnl * scale, cost: cost * scale }))
        expect(sharpeRatio(scaled)).toBe(sharpeRatio(dear))
      }),
    )
  })

  it('needs ten units of a dollar', () => {
    const list = ten((index) => index)
    expect(sharpeRatio(list)).not.toBeNull()
    expect(sharpeRatio(list.slice(1))).toBeNull()
    const cheap = { pnl: 5, cost: 999_999 }
    expect(sharpeRatio([...list.slice(1), cheap])).toBeNull()
    expect(sharpeRatio([...list, cheap])).toBe(sharpeRatio(list))
  })

  it('is null, not enormous, when all returns are the same', () => {
    expect(sharpeRatio(ten(() => 100_000))).toBeNull()
    expect(
      sharpeRatio(
        Array.from({ length: 10 }, (_, i) => ({ pnl: 1_000_000 * (i + 1), cost: 3_000_000 * (i + 1) })),
      ),
    ).toBeNull()
  })
})

describe('the Sortino ratio', () => {
  it('gives the worked value', () => {
    // Nine gains of 0.2 and a loss of 0.5: mean 0.13, downside √(0.25 / 10).
    const list = ten((index) => (index === 0 ? -500_000 : 200_000))
    expect(sortinoRatio(list)).toBeCloseTo(0.13 / Math.sqrt(0.025), 12)
  })

  it('equals a forty-digit calculation, in any order', () => {
    fc.assert(
      fc.property(shuffled(units), ([list, other]) => {
        const { sortino } = slowly(list)
        const fast = sortinoRatio(list)
        expect(sortinoRatio(other)).toBe(fast)
        if (sortino === null || fast === null) expect(fast).toBe(sortino)
        else expect(Math.abs(fast - sortino)).toBeLessThanOrEqual(1e-12 * (1 + Math.abs(sortino)) ** 2)
      }),
    )
  })

  it('needs ten units of a dollar and a loss', () => {
    const list = ten((index) => (index === 0 ? -10_000 : 1))
    expect(sortinoRatio(list)).not.toBeNull()
    expect(sortinoRatio(list.slice(0, 9))).toBeNull()
    expect(sortinoRatio(list.slice(1).concat({ pnl: -9_999, cost: 1_000_000 }))).toBeNull()
  })
})
