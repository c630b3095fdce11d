import { describe, expect, it } from 'vitest'
import { sequentialPValue } from '../../../src/metrics/skill/bernoulli-null-p-value.ts'
import { seededRandom } from '../../../src/metrics/skill/edge.ts'
import { binomialLimit } from '../support/binomial-limit.ts'

/** Returns redraws; these, counted from 1, are as good. */
function redrawsWith(asGood: readonly number[], isBeyondLuck = false, below?: number) {
  let made = 0
  const redraw = counting(() => asGood.includes(++made))
  const p = sequentialPValue({ redraw, isBeyondLuck: () => isBeyondLuck }, below)
  return { p, made }
}

/** Counts redraws one by one. */
function counting(isAsGood: () => boolean) {
  return (most: number, enough: number) => {
    let [redraws, asGood] = [0, 0]
    for (; redraws < most && asGood < enough; redraws += 1) asGood += isAsGood() ? 1 : 0
    return { redraws, asGood }
  }
}

/** Redraws that do as well with this chance. */
function luckOf(chance: number, random: ReturnType<typeof seededRandom>) {
  const number = new Uint32Array(1)
  return counting(() => (random(number)[0] ?? 0) < chance * 2 ** 32)
}

describe('the p-value by rounds of redraws', () => {
  const eleven = Array.from({ length: 11 }, (_, i) => 3 * i + 1)

  it('continues until the eleventh as good where at most ten of the first thousand were', () => {
    expect(redrawsWith(eleven)).toEqual({ p: 12 / 1001, made: 1000 })
    expect(redrawsWith([...eleven.slice(1), 1001])).toEqual({ p: 11 / 1001, made: 1001 })
    expect(redrawsWith([...eleven.slice(1), 70_000])).toEqual({ p: 11 / 70_000, made: 70_000 })
    expect(redrawsWith([...eleven.slice(1), 100_000])).toEqual({ p: 11 / 100_000, made: 100_000 })
    expect(redrawsWith(eleven.slice(1))).toEqual({ p: 11 / 100_001, made: 100_000 })
    expect(redrawsWith([]).p).toBe(1 / 100_001)
    expect(redrawsWith(Array.from({ length: 1000 }, (_, i) => i + 1)).p).toBe(1)
  })

  it('ends where it is certain to be a given value or more, and is the same below it', () => {
    const every = (step: number) => Array.from({ length: 1000 / step }, (_, i) => step * (i + 1))
    expect(redrawsWith(every(2), false, 0.05)).toEqual({ p: 51 / 1001, made: 100 })
    expect(redrawsWith(every(20), false, 0.05)).toEqual({ p: 51 / 1001, made: 1000 })
    expect(redrawsWith(every(20).slice(1), false, 0.05)).toEqual({ p: 50 / 1001, made: 1000 })
    expect(redrawsWith(eleven.slice(1), false, 0.05)).toEqual(redrawsWith(eleven.slice(1)))
  })

  it('skips redraws that a bound decides, but not where many redraws do as well', () => {
    expect(redrawsWith([], true)).toEqual({ p: 1 / 100_001, made: 1000 })
    expect(redrawsWith(eleven, true)).toEqual({ p: 12 / 1001, made: 1000 })
  })

  it('is at most α in at most a share α of traders without skill', () => {
    const random = seededRandom('traders without skill')
    const chances = [...random(new Uint32Array(20_000))].map((number) => number / 2 ** 32)
    const p = chances.map((chance) =>
      sequentialPValue({ redraw: luckOf(chance, random), isBeyondLuck: () => chance < 1e-7 }),
    )
    // Five limits, each passed by a valid p-value in less than 1e-7 of seeds: a false alarm in less than 1e-6.
    for (const alpha of [0.05, 12 / 1001, 11 / 1001, 0.002, 0.0005]) {
      const low = p.filter((value) => value <= alpha).length
      expect(low, `at ${alpha}`).toBeLessThanOrEqual(binomialLimit(p.length, alpha, 1e-7))
    }
    expect(p.filter((value) => value <= 0.05).length).toBeGreaterThan(700)
  })
})
