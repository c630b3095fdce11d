import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  holdsCredential,
  refuseCredentialIn,
  signedLinkIn,
  signedUrl,
  urlWithoutCredentials,
} from '../../../src/access/identity/hide-secrets.ts'
import { createApiKeySecret } from '../../../src/accounts/api-key.ts'

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
  ['/v1/trader?query=pq_live_x', '/v1/trader?…'],
  ['/v1/trader?query=PQ%5Flive%5fx', '/v1/trader?…'],
  ['/v1/trader/pq_live_x', '/…'],
  ['/v1/trader?x=pq_link_x', '/v1/trader?…'],
  ['/graphql?access=pq_link_x', '/graphql?…'],
  [`/v1/trader/${TOKEN}?limit=1`, '/…'],
  [`/v1/trader?query=-a.b-${TOKEN}`, '/v1/trader?…'],
])('%s is shown as %s', (url, shown) => {
  expect(holdsCredential(url)).toBe(true)
  expect(urlWithoutCredentials(url)).toBe(shown)
  expect(() => refuseCredentialIn(url)).toThrow('Send credentials in a header')
})

test('a long URL is cut without leaving a part of a token in it', () => {
  for (let room = 0; room < 500; room++) {
    const shown = urlWithoutCredentials(
      `/v1/trader?query=${'a'.repeat(room)}.${TOKEN}&x=${'y'.repeat(20_000)}`,
    )
    expect(shown.length).toBeLessThanOrEqual(501)
    // The claims come after the first dot.
    expect(shown).not.toMatch(/eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ\.\w/)
  }
})

test('a key in a URL is found anywhere and in any percent-encoding', () => {
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

test('the token of a signed link comes off its address, and goes back where it was', () => {
  const path = fc.webPath().map((text) => `/v1/${text}`)
  const query = fc.option(fc.webQueryParameters().filter((text) => !/(?:^|&)access=|\?/.test(text)))
  fc.assert(
    fc.property(path, query, (before, parameters) => {
      const { key: token } = createApiKeySecret('link')
      // Without a query, and with an empty one, the same is asked.
      const asked = parameters ? `${before}?${parameters}` : before
      expect(signedLinkIn(asked)).toBeNull()
      expect(signedLinkIn(signedUrl({ path: asked, token }))).toEqual({ path: asked, token })
      expect(holdsCredential(signedUrl({ path: asked, token }))).toBe(true)
    }),
  )
})

test.each([
  ['/v1/whales?access=a&limit=1', { path: '/v1/whales?limit=1', token: 'a' }],
  ['/v1/whales?limit=1&access=a&access=b', { path: '/v1/whales?limit=1', token: '' }],
  ['/v1/whales?access=', { path: '/v1/whales', token: '' }],
  ['/v1/whales?x=access=a', null],
  ['/v1/whales?a?access=a', null],
  ['/graphql?access=a', null],
  ['http://host/v1/whales?access=a', null],
  ['/%761/whales?access=a', null],
])('of %s the signed link is %j', (url, link) => {
  expect(signedLinkIn(url)).toEqual(link)
})
