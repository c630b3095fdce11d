import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createApiKeySecret, looksLikeApiKey, parseApiKey, sameHash } from '../../src/accounts/api-key.ts'

const KEY_LENGTH = 58
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const keys = fc.noShrink(fc.constant(null).map(() => createApiKeySecret()))

test('an API key is found by its SHA-256 only', () => {
  fc.assert(
    fc.property(keys, ({ key, hash, prefix }) => {
      expect(key).toMatch(/^pq_live_[1-9A-HJ-NP-Za-km-z]{50}$/)
      expect(parseApiKey(key)?.hash).toEqual(hash)
      expect(hash.equals(createHash('sha256').update(key).digest())).toBe(true)
      expect(key.startsWith(prefix)).toBe(true)
      expect(prefix).toHaveLength(12)
    }),
  )
})

test('keys use the whole range and never repeat', () => {
  const made = Array.from({ length: 2_000 }, () => createApiKeySecret().key)
  expect(new Set(made).size).toBe(made.length)
  for (const position of [20, 35, 51]) {
    expect(new Set(made.map((key) => key[position])).size).toBe(ALPHABET.length)
  }
})

describe('a typo in an API key', () => {
  test('any one wrong character', () => {
    fc.assert(
      fc.property(keys, fc.nat(KEY_LENGTH - 1), fc.constantFrom(...ALPHABET), ({ key }, at, character) => {
        fc.pre(key[at] !== character)
        expect(parseApiKey(key.slice(0, at) + character + key.slice(at + 1))).toBeNull()
      }),
      { numRuns: 2_000 },
    )
  })

  test('any swap of neighbours', () => {
    fc.assert(
      fc.property(keys, fc.nat(KEY_LENGTH - 2), ({ key }, at) => {
        fc.pre(key[at] !== key[at + 1])
        const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2)
        expect(parseApiKey(swapped)).toBeNull()
      }),
      { numRuns: 2_000 },
    )
  })

  test('anything shorter, longer, spaced or of another kind', () => {
    const { key } = createApiKeySecret()
    for (const text of [
      '',
      key.slice(1),
      key.slice(0, -1),
      `${key} `,
      ` ${key}`,
      `${key}\n`,
      key.toLowerCase(),
    ]) {
      expect(parseApiKey(text)).toBeNull()
    }
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => parseApiKey(text) === null))
  })
})

test('a key is distinguished from a token by its prefix', () => {
  expect(looksLikeApiKey(createApiKeySecret().key)).toBe(true)
  expect(looksLikeApiKey('eyJhbGciOiJSUzI1NiJ9.e30.c2ln')).toBe(false)
})

test('key hashes are compared in full length', () => {
  const { hash } = createApiKeySecret()
  expect(sameHash(hash, Uint8Array.from(hash))).toBe(true)
  expect(sameHash(hash, createApiKeySecret().hash)).toBe(false)
  expect(sameHash(hash, hash.subarray(1))).toBe(false)
})
