import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packDayLists, unpackDayLists } from '../../../src/refresh/days/day-lists.ts'
import { createNumberPacker, packNumbers, unpackNumbers } from '../../../src/store/engine/pack-numbers.ts'

const number = fc.oneof(fc.constantFrom(0, 127, 128), fc.maxSafeNat(), fc.nat({ max: 300 }))
const packer = createNumberPacker()
const sums = (length: number) => fc.array(number, { minLength: length, maxLength: length })

describe('packed numbers', () => {
  it('unpack to the numbers packed', () => {
    fc.assert(
      fc.property(fc.array(number), (numbers) => {
        expect(unpackNumbers(packNumbers(numbers))).toEqual(numbers)
      }),
    )
  })

  it('take a byte up to 127 and eight at the most', () => {
    expect(packNumbers([0, 127])).toHaveLength(2)
    expect(packNumbers([128, Number.MAX_SAFE_INTEGER])).toHaveLength(2 + 8)
  })
})

describe("a day's lists", () => {
  it('unpack to the lists packed', () => {
    const lists = fc.record({ hours: sums(24), entryCost: sums(10), heldSeconds: fc.array(number) })
    fc.assert(
      fc.property(lists, (day) => {
        expect(unpackDayLists(packDayLists(day, packer))).toEqual(day)
      }),
    )
  })

  it('take few bytes on a day with few fills', () => {
    const hours = new Array<number>(24).fill(0).with(13, 2)
    expect(
      packDayLists({ hours, entryCost: new Array<number>(10).fill(0), heldSeconds: [] }, packer),
    ).toHaveLength(4)
  })
})
