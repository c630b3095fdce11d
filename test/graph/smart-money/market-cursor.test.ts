import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeMarketCursor, encodeMarketCursor } from '../../../src/graph/smart-money/market-cursor.ts'

const condition = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`)
const volume = fc.option(fc.oneof(fc.maxSafeNat(), fc.constant(-1)))

test('a place comes back from its cursor, and is refused in the other order', () => {
  fc.assert(
    fc.property(condition, volume, (of, sum) => {
      const cursor = encodeMarketCursor({ condition: of, volume: sum })
      expect(decodeMarketCursor(cursor, sum !== null)).toEqual({ condition: of, volume: sum })
      expect(() => decodeMarketCursor(cursor, sum === null)).toThrow('belongs to another order')
    }),
  )
})

test('a text that is not a cursor as it was made is refused', () => {
  const made = encodeMarketCursor({ condition: `0x${'a'.repeat(64)}`, volume: 7 })
  const negative = Buffer.alloc(40, 0xfe).toString('base64url')
  fc.assert(
    fc.property(
      fc.oneof(fc.string(), fc.constantFrom(`${made}=`, ` ${made}`, made.slice(1), negative)),
      (text) => {
        expect(() => decodeMarketCursor(text, true)).toThrow('is not a cursor')
      },
    ),
  )
})
