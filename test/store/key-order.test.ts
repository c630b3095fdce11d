import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keyOrder } from '../../src/store/engine/number-columns.ts'
import { positionKey, positionOf } from '../../src/store/ingest/fold-state.ts'

/** Few and many, small and the largest: equal ids, ids of one digit and of several meet. */
const id = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.integer({ min: 0, max: 20_000 }),
  fc.integer({ min: 0, max: 2 ** 31 - 1 }),
)
const rows = fc
  .integer({ min: 0, max: 3 })
  .chain((width) => fc.array(fc.array(id, { minLength: width, maxLength: width }), { maxLength: 200 }))

test('rows are sorted by their ids, and equal ones keep their order', () => {
  fc.assert(
    fc.property(rows, (drawn) => {
      const width = drawn[0]?.length ?? 0
      const columns = Array.from({ length: width }, (_, column) => drawn.map((row) => row[column] ?? 0))
      const compare = (a: number, b: number) => {
        const column = columns.find((ids) => ids[a] !== ids[b])
        return column === undefined ? 0 : (column[a] ?? 0) - (column[b] ?? 0)
      }
      const slow = drawn.map((_, row) => row).sort(compare)
      expect([...keyOrder(columns, drawn.length)]).toEqual(slow)
    }),
  )
})

test('the key of a position has its token and trader, and sorts by them', () => {
  const pair = fc.tuple(fc.integer({ min: 0, max: 2 ** 26 - 1 }), fc.integer({ min: 0, max: 2 ** 26 - 1 }))
  fc.assert(
    fc.property(pair, pair, ([token, trader], [otherToken, otherTrader]) => {
      const key = positionKey(token, trader)
      expect(positionOf(key)).toEqual({ token, trader })
      expect(Math.sign(key - positionKey(otherToken, otherTrader))).toBe(
        Math.sign(token - otherToken || trader - otherTrader),
      )
    }),
  )
})
