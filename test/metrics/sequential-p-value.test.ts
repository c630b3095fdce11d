import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/metrics/seeded-random.ts'
import { sequentialPValue } from '../../src/metrics/sequential-p-value.ts'
import { binomialLimit } from './binomial-limit.ts'

/** Answers rounds with these counts, and keeps what was asked for. */
function rounds(...counts: number[]) {
  const asked: number[] = []
  const p = sequentialPValue((redraws) => {
    asked.push(redraws)
    return counts[asked.length - 1] ?? 0
  })
  return { p, asked }
}

/** Redraws that do as well with this chance. */
function luckOf(chance: number, random: ReturnType<typeof seededRandom>) {
  return (redraws: number) =>
    random(new Uint32Array(redraws)).filter((number) => number < chance * 2 ** 32).length
}

describe('the p-value by rounds of redraws', () => {
  it('goes on where at most ten did as well', () => {
    expect(rounds(11)).toEqual({ p: 12 / 1001, asked: [1000] })
    expect(rounds(10, 1)).toEqual({ p: 12 / 10_001, asked: [1000, 9000] })
    expect(rounds(10, 0, 500)).toEqual({ p: 511 / 100_001, asked: [1000, 9000, 90_000] })
    expect(rounds(0, 0, 0).p).toBe(1 / 100_001)
    expect(rounds(1000).p).toBe(1)
  })

  it('is at most α in at most a share α of traders without skill', () => {
    const random = seededRandom('traders without skill')
    const chances = [...random(new Uint32Array(20_000))].map((number) => number / 2 ** 32)
    const p = chances.map((chance) => sequentialPValue(luckOf(chance, random)))
    // Five limits, each passed by a valid p-value in less than 1e-7 of seeds: a false alarm in less than 1e-6.
    for (const alpha of [0.05, 12 / 1001, 11 / 1001, 0.002, 0.0005]) {
      const low = p.filter((value) => value <= alpha).length
      expect(low, `at ${alpha}`).toBeLessThanOrEqual(binomialLimit(p.length, alpha, 1e-7))
    }
    expect(p.filter((value) => value <= 0.05).length).toBeGreaterThan(700)
  })
})
