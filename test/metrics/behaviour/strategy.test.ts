import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { strategy, type TradingStyle } from '../../../src/metrics/behaviour/strategy.ts'

const plain: TradingStyle = {
  fills: 10,
  activeDays: 5,
  markets: 8,
  makerRatio: 0,
  decidedUnits: 0,
  winRate: null,
  volume: 1000,
  volumeByCategory: new Map(),
}
const nameOf = (style: Partial<TradingStyle>) => strategy({ ...plain, ...style }).strategy
const split = (...shares: number[]) => new Map(shares.map((usd, index) => [`category ${index}`, usd]))

describe('a strategy', () => {
  it('applies from exactly its thresholds on', () => {
    expect(nameOf({ makerRatio: 0.7, fills: 250, markets: 100 })).toBe('MARKET_MAKER')
    expect(nameOf({ makerRatio: 0.69, fills: 250, markets: 100 })).toBe('GENERAL')
    expect(nameOf({ makerRatio: 0.7, fills: 249, markets: 100 })).toBe('GENERAL')
    expect(nameOf({ fills: 500, markets: 25 })).toBe('HIGH_FREQUENCY')
    expect(nameOf({ fills: 499, markets: 20 })).toBe('GENERAL')
    expect(nameOf({ fills: 500, markets: 26 })).toBe('GENERAL')
    expect(nameOf({ decidedUnits: 5, markets: 30, winRate: 0.7 })).toBe('SNIPER')
    expect(nameOf({ decidedUnits: 4, markets: 30, winRate: 0.7 })).toBe('GENERAL')
    expect(nameOf({ decidedUnits: 5, markets: 31, winRate: 0.7 })).toBe('GENERAL')
    expect(nameOf({ decidedUnits: 5, markets: 30, winRate: 0.69 })).toBe('GENERAL')
    expect(nameOf({ volumeByCategory: split(700, 300) })).toBe('SPECIALIST')
    expect(nameOf({ volumeByCategory: split(699, 301) })).toBe('GENERAL')
    expect(nameOf({ volumeByCategory: split(500, 350, 50, 50, 50) })).toBe('DIVERSIFIED')
    expect(nameOf({ volumeByCategory: split(501, 349, 50, 50, 50) })).toBe('GENERAL')
    expect(nameOf({ volumeByCategory: split(500, 351, 50, 50, 49) })).toBe('GENERAL')
  })

  it('is the first rule that fits', () => {
    const everything = { fills: 5000, markets: 10, makerRatio: 1, decidedUnits: 9, winRate: 1 }
    const volumeByCategory = split(1000)
    expect(nameOf({ ...everything, volumeByCategory })).toBe('MARKET_MAKER')
    expect(nameOf({ ...everything, volumeByCategory, makerRatio: null })).toBe('HIGH_FREQUENCY')
    expect(nameOf({ ...everything, volumeByCategory, makerRatio: null, fills: 10 })).toBe('SNIPER')
    expect(nameOf({ volumeByCategory })).toBe('SPECIALIST')
  })

  it('names the rule that fired, with the trader’s numbers', () => {
    expect(strategy({ ...plain, volumeByCategory: new Map([['politics', 715]]) }).rule).toBe(
      '71.5% of volume is in politics (at least 70%).',
    )
    expect(strategy({ ...plain, decidedUnits: 10, winRate: 0.7 }).rule).toBe(
      '70% of decided units won (at least 70%), over 10 units (at least 5) in 8 markets (at most 30).',
    )
    expect(strategy(plain).rule).toBe('No narrower class applies.')
  })

  it('is GENERAL for a trader who never traded', () => {
    const idle = { fills: 0, activeDays: 0, markets: 0, makerRatio: null, volume: 0 }
    expect(nameOf(idle)).toBe('GENERAL')
  })

  it('does not depend on the order of the categories, nor on the currency', () => {
    const volumes = fc.array(fc.integer({ min: 1, max: 1_000_000_000 }), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(volumes, fc.integer({ min: 2, max: 1000 }), (shares, by) => {
        const volume = shares.reduce((sum, usd) => sum + usd, 0)
        const forward = nameOf({ volume, volumeByCategory: split(...shares) })
        expect(nameOf({ volume, volumeByCategory: split(...shares.toReversed()) })).toBe(forward)
        const scaled = split(...shares.map((usd) => usd * by))
        expect(nameOf({ volume: volume * by, volumeByCategory: scaled })).toBe(forward)
      }),
    )
  })
})
