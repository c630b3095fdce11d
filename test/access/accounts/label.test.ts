import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLabels } from '../../../src/access/accounts/labels.ts'
import { type Address, dayText } from '../../../src/ledger/quantities.ts'

const SECRET = 'a secret of sixteen and more'
const address = fc
  .bigInt({ min: 0n, max: 2n ** 160n - 1n })
  .map((number) => `0x${number.toString(16).padStart(40, '0')}` as Address)
const day = fc.integer({ min: 18_000, max: 30_000 })

/** RFC 2104 by hand, over plain SHA-256. */
function hmac(key: Uint8Array, message: string): Uint8Array {
  const hashOf = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()
  const block = Buffer.concat([key.length > 64 ? hashOf(key) : key, Buffer.alloc(64)]).subarray(0, 64)
  const padded = (byte: number) => block.map((part) => part ^ byte)
  return hashOf(padded(0x5c), hashOf(padded(0x36), Buffer.from(message)))
}

test('an anonymous label is the hash of the address under the hash of the day', () => {
  const labels = createLabels(SECRET)
  fc.assert(
    fc.property(address, day, (someone, when) => {
      const key = hmac(Buffer.from(SECRET), `pequod label ${dayText(when)}`)
      const number = hmac(key, someone)
        .slice(0, 6)
        .reduce((sum, byte) => sum * 256 + byte, 0)
      expect(labels.of(someone, when)).toBe(`Trader #${10_000 + (number % 990_000)}`)
      expect(labels.of(someone, when)).toMatch(/^Trader #\d{5,6}$/)
    }),
  )
})

test('anonymous labels of another day, secret, purpose or process reveal nothing about each other', () => {
  const people = fc.sample(fc.uniqueArray(address, { minLength: 300, maxLength: 300 }), 1)[0] ?? []
  const lists = [
    people.map((someone) => createLabels(SECRET).of(someone, 20_000)),
    people.map((someone) => createLabels(SECRET).of(someone, 20_001)),
    people.map((someone) => createLabels(`${SECRET}!`).of(someone, 20_000)),
    people.map((someone) => createLabels(SECRET, 'alerts').of(someone, 20_000)),
    people.map((someone) => createLabels(null).of(someone, 20_000)),
  ]
  for (const [i, list] of lists.entries()) {
    expect(new Set(list).size).toBeGreaterThan(290)
    for (const other of lists.slice(i + 1))
      expect(list.filter((label, at) => other[at] === label).length).toBeLessThan(3)
  }
})

test('the fingerprint of a secret distinguishes secrets and reveals none of them', () => {
  const [one, same, other, own, another] = [SECRET, SECRET, `${SECRET}!`, null, null].map(
    (secret) => createLabels(secret).mark,
  )
  expect(one).toBe(same)
  expect(new Set([one, other, own, another]).size).toBe(4)
  expect(one).toMatch(/^[\w-]{12}$/)
})
