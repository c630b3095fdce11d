import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseEncoding, ENCODINGS } from '../../src/answers/headers.ts'

test.each([
  [undefined, null],
  ['', null],
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=1.0, br;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0', null],
  ['*', 'br'],
  ['br;q=0, *;q=0.5', 'gzip'],
  ['identity, gzip;q=0.5', null],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['identity;q=0, *;q=0', null],
  ['deflate', null],
  ['br;q=2, gzip;q=x', null],
])('Accept-Encoding %s is answered in %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})

test('the chosen encoding has the highest weight, if any is acceptable', () => {
  const weight = fc.integer({ min: 0, max: 1_000 }).map((thousandths) => thousandths / 1_000)
  const weights = fc.record({ br: weight, gzip: weight, identity: weight }, { requiredKeys: [] })
  fc.assert(
    fc.property(weights, fc.constantFrom('', ' ', '\t'), (given, space) => {
      const header = Object.entries(given)
        .map(([name, q]) => `${name}${space};${space}q=${q}`)
        .join(`,${space}`)
      const chosen = chooseEncoding(header)
      const best = Math.max(...ENCODINGS.map((name) => given[name] ?? 0))
      if (best === 0 || best < (given.identity ?? 0)) expect(chosen).toBeNull()
      else expect(given[chosen ?? 'br']).toBe(best)
    }),
  )
})
