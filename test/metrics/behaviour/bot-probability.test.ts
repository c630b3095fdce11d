import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  botProbability,
  type FillHabits,
  isBot,
  makerRatio,
} from '../../../src/metrics/behaviour/trade-habits.ts'

type Sample = { usd: number; time: number; maker: boolean }

const sample = fc.array(
  fc.record({
    usd: fc.integer({ min: 1, max: 1_000_000_000_000 }),
    time: fc.integer({ min: 1_700_000_000, max: 1_700_900_000 }),
    maker: fc.boolean(),
  }),
  { minLength: 1, maxLength: 120 },
)

function habitsOf(fills: readonly Sample[]): FillHabits {
  const makers = fills.filter(({ maker }) => maker).length
  return {
    fills: fills.length,
    activeDays: new Set(fills.map(({ time }) => Math.floor(time / 86_400))).size,
    makerRatio: makerRatio(makers, fills.length - makers),
    hourHistogram: Array.from(
      { length: 24 },
      (_, hour) => fills.filter(({ time }) => new Date(time * 1_000).getUTCHours() === hour).length,
    ),
    usdSum: fills.reduce((sum, { usd }) => sum + BigInt(usd), 0n),
    usdSquareSum: fills.reduce((sum, { usd }) => sum + BigInt(usd) ** 2n, 0n),
  }
}

/** The four parts from the fills themselves, in the textbook's two passes. */
function slowly(fills: readonly Sample[]) {
  const days = new Set(fills.map(({ time }) => new Date(time * 1000).toISOString().slice(0, 10))).size
  const hours = fills.map(({ time }) => new Date(time * 1000).getUTCHours())
  const shares = [...new Set(hours)].map(
    (hour) => hours.filter((each) => each === hour).length / hours.length,
  )
  const mean = fills.reduce((sum, { usd }) => sum + usd, 0) / fills.length
  const squares = fills.reduce((sum, { usd }) => sum + (usd - mean) ** 2, 0)
  return {
    frequency: Math.min(1, Math.log(1 + fills.length / days) / Math.log(501)),
    makerRatio: fills.filter(({ maker }) => maker).length / fills.length,
    entropy:
      fills.length < 50 ? 0 : shares.reduce((sum, share) => sum - share * Math.log(share), 0) / Math.log(24),
    sizeRegularity: fills.length < 2 ? 0 : 1 - Math.min(1, Math.sqrt(squares / (fills.length - 1)) / mean),
  }
}

const flat = new Array<number>(24).fill(10)

describe('the bot probability', () => {
  it('equals a two-pass calculation over the fills', () => {
    fc.assert(
      fc.property(sample, (fills) => {
        const found = botProbability(habitsOf(fills))
        const slow = slowly(fills)
        for (const part of ['frequency', 'makerRatio', 'entropy', 'sizeRegularity'] as const) {
          expect(found?.components[part]).toBeCloseTo(slow[part], 7)
        }
        const sum =
          0.4 * slow.frequency + 0.3 * slow.makerRatio + 0.25 * slow.entropy + 0.05 * slow.sizeRegularity
        expect(found?.probability).toBeCloseTo(sum, 7)
        expect(found?.probability).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('is 1 for a machine in every respect, and at least 0.99 with extreme activity', () => {
    const machine = {
      fills: 3500,
      activeDays: 7,
      makerRatio: 1,
      hourHistogram: flat,
      usdSum: 3500,
      usdSquareSum: 3500,
    }
    expect(botProbability(machine)?.probability).toBeCloseTo(1, 12)
    const taker = { ...machine, makerRatio: 0, hourHistogram: [3500], usdSquareSum: 10n ** 12n }
    expect(botProbability(taker)?.probability).toBe(0.99)
    expect(botProbability({ ...taker, fills: 3499 })?.probability).toBeLessThan(0.5)
    expect(botProbability({ ...taker, fills: 3000, activeDays: 6 })?.probability).toBeLessThan(0.5)
  })

  it('counts hours from fifty fills on, and sizes from two', () => {
    const habits = { activeDays: 5, makerRatio: null, hourHistogram: flat, usdSum: 500, usdSquareSum: 5000 }
    expect(botProbability({ ...habits, fills: 49 })?.components.entropy).toBe(0)
    expect(botProbability({ ...habits, fills: 50 })?.components.entropy).toBeCloseTo(1, 12)
    expect(botProbability({ ...habits, fills: 50 })?.components.sizeRegularity).toBe(1)
    expect(botProbability({ ...habits, fills: 1 })?.components.sizeRegularity).toBe(0)
  })

  it('is null without fills, and counts an unknown role as 0', () => {
    const none = {
      fills: 0,
      activeDays: 0,
      makerRatio: null,
      hourHistogram: [],
      usdSum: 0,
      usdSquareSum: 0,
    }
    expect(botProbability(none)).toBeNull()
    expect(botProbability({ ...none, fills: 1, activeDays: 1 })?.components.makerRatio).toBe(0)
  })
})

describe('the bot flag', () => {
  it('is true from 0.70', () => {
    expect([0.7, 0.6999999, 1, 0, null].map(isBot)).toEqual([true, false, true, false, false])
    expect(isBot(0.4 * 1 + 0.3 * 1)).toBe(true)
  })
})

describe('the maker ratio', () => {
  it('is of the fills whose role is known', () => {
    expect(makerRatio(3, 1)).toBe(0.75)
    expect(makerRatio(0, 4)).toBe(0)
    expect(makerRatio(0, 0)).toBeNull()
  })
})
