import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createApiKeySecret } from '../../src/access/api-key.ts'
import { holdsCredential, urlWithoutCredentials } from '../../src/access/credential-in-url.ts'

const TOKEN = 'eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiJhIn0.c2lnbmF0dXJl'

test.each([
  '/v1/leaderboard/pnl-7d?limit=5&asOf=2026-02-17',
  '/v1/trader?query=pq&cursor=eyJxIjoiIn0',
  '/graphql?query=%7B%20viewer%20%7B%20apiKeys%20%7B%20id%20%7D%20%7D%20%7D',
  '/v1/trader?query=key%3D1&x=authorization',
  '/v1/trader?query=%',
  '/',
])('%s is shown as it is', (url) => {
  expect(holdsCredential(url)).toBe(false)
  expect(urlWithoutCredentials(url)).toBe(url)
})

test.each([
  ['/v1/trader?api_key=x', '/v1/trader?…'],
  ['/v1/trader?limit=1&ApiKey=x', '/v1/trader?…'],
  ['/v1/trader?access%5Ftoken=x', '/v1/trader?…'],
  ['/graphql?authorization=Bearer+x', '/graphql?…'],
  [`/v1/trader?query=${TOKEN}`, '/v1/trader?…'],
  [`/v1/trader/${TOKEN}?limit=1`, '/…'],
])('%s is shown as %s', (url, shown) => {
  expect(holdsCredential(url)).toBe(true)
  expect(urlWithoutCredentials(url)).toBe(shown)
})

test('a key is found wherever it stands and however it is percent-encoded', () => {
  const encoding = fc.array(fc.boolean(), { minLength: 58, maxLength: 58 })
  const place = fc.constantFrom('/v1/trader?query=', '/v1/trader/', '/graphql?query={', '/?')
  fc.assert(
    fc.property(place, encoding, (before, encoded) => {
      const { key } = createApiKeySecret()
      const spelt = [...key].map((char, at) => (encoded[at] ? percent(char) : char)).join('')
      expect(urlWithoutCredentials(before + spelt)).not.toContain(spelt.slice(-20))
    }),
  )
})

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16)}`
}
