import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addLot, closeLots, noLots } from '../../../src/metrics/behaviour/open-lots.ts'
import { holdingTime } from '../../../src/metrics/behaviour/trade-habits.ts'

/** Shares of one token entering (positive) or leaving (negative) a wallet. */
interface ShareMove {
  time: number
  shares: number
}

const moves: fc.Arbitrary<ShareMove[]> = fc
  .array(fc.record({ wait: fc.integer({ min: 0, max: 90_000 }), shares: fc.integer({ min: -9, max: 9 }) }))
  .map((list) => {
    let time = 1_700_000_000
    return list.map(({ wait, shares }) => {
      time += wait
      return { time, shares }
    })
  })

/** The seconds for which each closed lot was held, in the order of closing. */
function closedLots(list: readonly ShareMove[]): number[] {
  const lots = noLots()
  const held: number[] = []
  for (const { time, shares } of list) {
    if (shares > 0) addLot(lots, time, shares)
    else closeLots(lots, time, -shares, held)
  }
  return held
}

/** One queue entry a share; a lot closes where either the entry or the exit changes. */
function shareByShare(list: readonly ShareMove[]): number[] {
  const queue: { entry: number; time: number }[] = []
  const held: number[] = []
  list.forEach(({ time, shares }, index) => {
    for (let i = 0; i < shares; i += 1) queue.push({ entry: index, time })
    const leaving = queue.splice(0, Math.max(0, -shares))
    for (const entry of new Set(leaving.map((each) => each.entry))) {
      held.push(time - (leaving.find((each) => each.entry === entry)?.time ?? Number.NaN))
    }
  })
  return held
}

describe('closed lots', () => {
  it('equal a queue of single shares', () => {
    fc.assert(
      fc.property(moves, (list) => {
        expect(closedLots(list)).toEqual(shareByShare(list))
      }),
    )
  })

  it('close the oldest first, and not more than the holding', () => {
    const list = [
      { time: 0, shares: 10 },
      { time: 100, shares: 10 },
      { time: 200, shares: -15 },
      { time: 300, shares: -50 },
      { time: 400, shares: -1 },
    ]
    expect(closedLots(list)).toEqual([200, 100, 200])
  })
})

describe('the holding time', () => {
  it('is the median in hours, between the middle two of an even number', () => {
    expect(holdingTime([7200, 3600, 36_000])).toBe(2)
    expect(holdingTime([3600, 7200])).toBe(1.5)
    expect(holdingTime([0])).toBe(0)
    expect(holdingTime([])).toBeNull()
  })

  it('has equally many lots below and above', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 50 }), { minLength: 1 }), (hours) => {
        const median = holdingTime(hours.map((each) => each * 3600)) ?? Number.NaN
        expect(hours.filter((each) => each < median).length).toBeLessThanOrEqual(hours.length / 2)
        expect(hours.filter((each) => each > median).length).toBeLessThanOrEqual(hours.length / 2)
      }),
    )
  })

  it('is the middle of the sorted lots, regardless of their order', () => {
    const middleOf = (hours: readonly number[]) => {
      const sorted = hours.toSorted((a, b) => a - b)
      return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
    }
    const many = Array.from({ length: 20_000 }, (_, i) => i)
    const orders = [many, many.toReversed(), many.map((i) => Math.min(i, 20_000 - i)), many.map((i) => i % 3)]
    for (const hours of orders) expect(holdingTime(hours.map((each) => each * 3600))).toBe(middleOf(hours))
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 300 }), (hours) => {
        expect(holdingTime(hours.map((each) => each * 3600))).toBe(middleOf(hours))
      }),
    )
  })
})
