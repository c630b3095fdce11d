import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createNumberPacker, packNumbers, unpackNumbers } from '../../../src/store/engine/number-columns.ts'
import { addDayLists, emptyDayLists, packLists, uniteLists } from '../../../src/store/ledger/position-day.ts'

const number = fc.oneof(fc.constantFrom(0, 127, 128), fc.maxSafeNat(), fc.nat({ max: 300 }))
const packer = createNumberPacker()

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

/** Pairs of place and value, in any order of places. */
const pairs = (places: number) =>
  fc
    .uniqueArray(fc.tuple(fc.nat(places - 1), fc.integer({ min: 1, max: 2 ** 40 })), {
      selector: ([place]) => place,
      maxLength: places,
    })
    .map((list) => list.flat())
const lists = fc.record({ hours: pairs(24), entryCost: pairs(10), heldSeconds: fc.array(fc.nat()) })
type Lists = Parameters<typeof packLists>[0]
const spread = (sparse: readonly number[], length: number) => {
  const values = new Array<number>(length).fill(0)
  for (let i = 0; i < sparse.length; i += 2) values[sparse[i] ?? -1] = sparse[i + 1] ?? 0
  return values
}
const plain = ({ hours, entryCost, heldSeconds }: Lists) => ({
  hours: spread(hours, 24),
  entryCost: spread(entryCost, 10),
  heldSeconds: [...heldSeconds],
})
const unpacked = (bytes: Uint8Array) => {
  const day = emptyDayLists()
  addDayLists(day, unpackNumbers(bytes))
  return day
}

describe("a day's lists", () => {
  it('unpack to the lists packed', () => {
    fc.assert(
      fc.property(lists, (day) => {
        expect(unpacked(packLists(day, packer))).toEqual(plain(day))
      }),
    )
  })

  it('of two parts of a day add up, and are packed as those of the whole day', () => {
    const sum = (a: readonly number[], b: readonly number[]) => a.map((value, i) => value + (b[i] ?? 0))
    fc.assert(
      fc.property(lists, lists, (earlier, later) => {
        const united = uniteLists(packLists(earlier, packer), packLists(later, packer))
        const [a, b] = [plain(earlier), plain(later)]
        const whole = {
          hours: sum(a.hours, b.hours),
          entryCost: sum(a.entryCost, b.entryCost),
          heldSeconds: [...a.heldSeconds, ...b.heldSeconds],
        }
        expect(unpacked(united)).toEqual(whole)
        const sparse = (values: readonly number[]) =>
          values.flatMap((value, place) => (value === 0 ? [] : [place, value]))
        const packed = packLists(
          { ...whole, hours: sparse(whole.hours), entryCost: sparse(whole.entryCost) },
          packer,
        )
        expect([...united]).toEqual([...packed])
      }),
    )
  })

  it('take few bytes on a day with few fills, none without any', () => {
    expect(packLists({ hours: [13, 2], entryCost: [], heldSeconds: [] }, packer)).toHaveLength(4)
    expect(packLists({ hours: [], entryCost: [], heldSeconds: [] }, packer)).toHaveLength(0)
  })
})
