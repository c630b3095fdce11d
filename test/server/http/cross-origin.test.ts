import { beforeAll, describe, expect, test } from 'vitest'
import { closeServed, type Served, serveNothing } from '../support/served-world.ts'

const OURS = 'https://app.example'
const OTHER = 'https://elsewhere.example'
const PREFLIGHT = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'x-api-key' }
const ALLOWS = 'access-control-allow-origin'

describe('scripts of other origins', () => {
  closeServed()
  let closed: Served
  let listed: Served
  let open: Served
  beforeAll(async () => {
    closed = await serveNothing()
    listed = await serveNothing({ env: { CORS_ORIGINS: `${OURS}, http://localhost:3000` } })
    open = await serveNothing({ env: { CORS_ORIGINS: '*', RATE_LIMIT_ANONYMOUS: '1' } })
  })
  const ask = ({ app }: Served, origin: string, url = '/v1/nothing') =>
    app.inject({ url, headers: { origin } })
  const preflight = ({ app }: Served, origin: string) =>
    app.inject({ method: 'OPTIONS', url: '/graphql', headers: { origin, ...PREFLIGHT } })

  test('cannot read answers unless the operator allows it', async () => {
    for (const answer of [await ask(closed, OURS), await preflight(closed, OURS)]) {
      expect(answer.headers[ALLOWS]).toBeUndefined()
      expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
    }
    expect((await preflight(closed, OURS)).headers.allow).toBe('GET, HEAD, POST, OPTIONS')
  })

  test('read refusals and limits too, but only if their origin is listed', async () => {
    const answer = await ask(listed, OURS)
    expect(answer.headers).toMatchObject({ [ALLOWS]: OURS, vary: 'Origin' })
    expect(answer.headers['access-control-expose-headers']).toContain('Retry-After')
    for (const origin of [OTHER, 'null', `${OURS}.evil.example`, 'https://APP.example']) {
      const refused = await ask(listed, origin)
      expect([refused.headers[ALLOWS], refused.headers.vary]).toEqual([undefined, 'Origin'])
    }
    expect((await ask(listed, OURS, '/v1/trader/%')).headers[ALLOWS]).toBe(OURS)
  })

  test('learn in an uncounted preflight what they may send', async () => {
    for (let n = 0; n < 3; n++) {
      const answer = await preflight(open, OTHER)
      expect(answer.statusCode).toBe(204)
      expect(answer.headers).toMatchObject({
        [ALLOWS]: '*',
        'access-control-allow-methods': 'GET, HEAD, POST, PUT, DELETE',
        'access-control-allow-headers':
          'Authorization, Content-Type, If-None-Match, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id, X-API-Key, X-Request-Id',
      })
      expect(answer.headers['x-ratelimit-remaining']).toBeUndefined()
    }
    expect((await preflight(listed, OTHER)).headers[ALLOWS]).toBeUndefined()
  })

  test('are never allowed cookies', async () => {
    for (const served of [closed, listed, open])
      for (const answer of [await ask(served, OURS), await preflight(served, OURS)])
        expect(answer.headers['access-control-allow-credentials']).toBeUndefined()
  })

  test('cannot write without a preflight: forms are refused, and a GET does not write', async () => {
    const mutation = 'mutation { createApiKey(input: { name: "x" }) { key } }'
    const { app } = closed
    for (const type of [
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'text/plain',
    ]) {
      const payload = JSON.stringify({ query: mutation })
      const answer = await app.inject({
        method: 'POST',
        url: '/graphql',
        payload,
        headers: { 'content-type': type },
      })
      expect(answer.statusCode).toBe(415)
    }
    const untyped = await app.inject({ method: 'POST', url: '/graphql', payload: Buffer.from('{}') })
    expect(untyped.statusCode).toBe(415)
    const get = await app.inject(`/graphql?query=${encodeURIComponent(mutation)}`)
    expect(get.statusCode).toBe(405)
    expect(get.json().data).toBeUndefined()
  })
})

test.each(['/', '/docs', '/graphql', '/assets/pequod.css', '/v1/nothing', '/health/live', '/nothing'])(
  '%s forbids browsers to guess types, to frame it and to send referrers',
  async (url) => {
    const { app } = await serveNothing()
    const { headers } = await app.inject({ url, headers: { accept: 'text/html' } })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
  },
)
