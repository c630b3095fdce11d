import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { callerKey } from '../../../src/access/identity/identify.ts'

const ofAddress = (address: string) => callerKey({ kind: 'anonymous', address })

/** The URL parser's own reading of an IPv6 address, as one 128-bit number. */
function slowNumber(address: string): bigint {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const groups = (side: string) => side.split(':').filter(Boolean)
  const zeros = tail === undefined ? 0 : 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array<string>(zeros).fill('0'), ...groups(tail ?? '')]
  return all.reduce((sum, group) => (sum << 16n) + BigInt(`0x${group}`), 0n)
}

describe('the key that a caller’s requests count under', () => {
  test('two IPv6 addresses count as one exactly when they share a /64', () => {
    const near = fc
      .tuple(fc.ipV6(), fc.bigInt({ min: 0n, max: (1n << 66n) - 1n }))
      .map(([base, flip]) => [slowNumber(base), slowNumber(base) ^ flip] as const)
    const spell = (value: bigint) => (value.toString(16).padStart(32, '0').match(/.{4}/g) ?? []).join(':')
    fc.assert(
      fc.property(near, ([one, other]) => {
        fc.pre(one >> 96n !== 0n && other >> 96n !== 0n)
        expect(ofAddress(spell(one)) === ofAddress(spell(other))).toBe(one >> 64n === other >> 64n)
      }),
    )
  })

  test('every spelling of an address is one caller', () => {
    fc.assert(
      fc.property(fc.ipV6(), (text) => {
        const canonical = new URL(`http://[${text}]`).hostname.slice(1, -1)
        expect(ofAddress(text)).toBe(ofAddress(canonical))
        expect(ofAddress(text.toUpperCase())).toBe(ofAddress(canonical))
      }),
      { numRuns: 500 },
    )
  })

  test('IPv4 counts by address, also inside IPv6', () => {
    fc.assert(
      fc.property(fc.ipV4(), (text) => {
        expect(ofAddress(text)).toBe(`address:${text}`)
        expect(ofAddress(`::ffff:${text}`)).toBe(`address:${text}`)
        const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number)
        expect(ofAddress(`::ffff:${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`)).toBe(
          `address:${text}`,
        )
      }),
    )
  })

  test('ignores the zone name of an address, and is one key for all invalid addresses', () => {
    expect(ofAddress('fe80::1%eth0')).toBe('address:fe80:0:0:0::/64')
    expect(ofAddress('')).toBe('address:unknown')
  })
})

test('users, keys and addresses are never counted as each other', () => {
  expect(callerKey({ kind: 'user', subject: '7' })).toBe('user:7')
  expect(callerKey({ kind: 'key', keyId: 7 })).toBe('key:7')
})
