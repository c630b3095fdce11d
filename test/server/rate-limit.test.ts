import type { FastifyInstance } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMemoryLimiter } from '../../src/access/limits/rate-limit.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { createApiKeySecret } from '../../src/accounts/api-key.ts'
import { closeServed, type Served, type ServedOptions, serveWorld } from './support/served-world.ts'

const SERVICE = `/graphql?query=${encodeURIComponent('{ service { name } }')}`
const BOARDS = '/v1/leaderboard'
const HTML = { accept: 'text/html' }

/** A service with the limits of a default configuration, on a clock that only the test moves. */
const state = { now: 0 }
const DEFAULTS: ServedOptions = {
  env: {
    RATE_LIMIT_ANONYMOUS: '5',
    RATE_LIMIT_USER: '5',
    RATE_LIMIT_KEY: '10',
    CORS_ORIGINS: 'https://a.example',
  },
  parts: {
    limiter: { ...createMemoryLimiter({ clock: () => state.now }), close: () => undefined },
  },
}

describe('the rate limit', () => {
  closeServed()
  let world: Served
  let app: FastifyInstance
  beforeAll(async () => {
    world = await serveWorld(DEFAULTS)
    app = world.app
  })
  /** Each test begins with a window of its own. */
  const freshWindow = () => {
    state.now += 1_000
  }
  const ask = async (url: string, options: Record<string, unknown> = {}) => {
    const answer = await app.inject({ url, ...options })
    const { headers, statusCode } = answer
    return { status: statusCode, left: headers['x-ratelimit-remaining'], headers, answer }
  }
  const newKey = async () => {
    const accounts = createAccountStore(world.store.db)
    const account = await accounts.createAccount(`holder ${Math.random()}`, 'FREE')
    const { key, hash, prefix } = createApiKeySecret()
    await accounts.insertKey({ accountId: account.id, hash, prefix, name: 'test', expiresAt: null })
    return key
  }

  test('counts pages and cards, and neither assets, health checks, metrics nor preflights', async () => {
    freshWindow()
    const preflight = {
      method: 'OPTIONS',
      headers: { origin: 'https://a.example', 'access-control-request-method': 'POST' },
    }
    const { body } = (await ask('/', { headers: HTML })).answer
    const asset = /(?:href|src)="(\/assets\/[^"]+)"/.exec(body)?.[1] ?? ''
    for (let i = 0; i < 10; i++) {
      expect((await ask('/graphql', preflight)).status).toBe(204)
      for (const url of [asset, '/health/live', '/metrics'])
        expect([url, (await ask(url)).status]).toEqual([url, 200])
    }
    const paid = ['/leaderboard/pnl-7d', '/leaderboard/pnl-7d/card.svg', '/docs/methodology', '/']
    for (const [i, url] of paid.entries())
      expect([url, (await ask(url, { headers: HTML })).left]).toEqual([url, String(3 - i)])
  })

  test('is shared by REST and GraphQL, and refuses the sixth request of a second in the shape of its path', async () => {
    freshWindow()
    const lefts = []
    for (const url of [BOARDS, SERVICE, BOARDS, SERVICE, BOARDS]) lefts.push((await ask(url)).left)
    expect(lefts).toEqual(['4', '3', '2', '1', '0'])
    const rest = await ask(BOARDS)
    expect([rest.status, rest.headers['retry-after']]).toEqual([429, '1'])
    expect(rest.answer.json()).toEqual({
      detail: 'The limit is 5 requests per second: retry after 1 s.',
      code: 'RATE_LIMITED',
    })
    const graphql = await ask(SERVICE)
    expect([graphql.status, graphql.headers['retry-after']]).toEqual([429, '1'])
    expect(graphql.answer.json().errors[0].extensions).toEqual({ code: 'RATE_LIMITED', retryAfter: 1 })
    state.now += 999
    expect((await ask(BOARDS)).status).toBe(429)
    state.now += 1
    expect((await ask(BOARDS)).status).toBe(200)
  })

  test('is in the headers of every answer: 200, 304, 4xx, 401, 404, 405, 413, 415, 422, 429', async () => {
    const tag = (await ask(BOARDS)).headers.etag
    const json = { 'content-type': 'application/json' }
    const post = (payload: string, headers: Record<string, string> = json) => ({
      method: 'POST',
      payload,
      headers,
    })
    const questions: [number, string, Record<string, unknown>][] = [
      [200, BOARDS, {}],
      [200, BOARDS, { method: 'HEAD' }],
      [304, BOARDS, { headers: { 'if-none-match': tag } }],
      [401, BOARDS, { headers: { 'x-api-key': 'pq_live_0' } }],
      [404, '/v1/leaderboard/nope-7d', {}],
      [404, '/v1/nothing', {}],
      [422, '/v1/trader/%', {}],
      [422, `/v1/trader/${'x'.repeat(600)}`, {}],
      [405, BOARDS, { method: 'DELETE' }],
      [422, `${BOARDS}?nope=1`, {}],
      [200, '/graphql', post('{"query":"{ __typename }"}')],
      [400, '/graphql', post('{')],
      [200, '/graphql', post('{"query":"{ nope }"}')],
      [401, '/graphql', post('{"query":"{ __typename }"}', { ...json, authorization: 'Basic x' })],
      [413, '/graphql', post(`"${'x'.repeat(200_000)}"`)],
      [415, '/graphql', post('query', { 'content-type': 'text/plain' })],
      [405, '/graphql', { method: 'PUT' }],
    ]
    for (const [status, url, options] of questions) {
      freshWindow()
      const answer = await ask(url, options)
      expect([url, answer.status]).toEqual([url, status])
      expect(answer.headers).toMatchObject({
        'x-ratelimit-limit': '5',
        'x-ratelimit-remaining': '4',
        'x-ratelimit-reset': '1',
        'ratelimit-policy': expect.stringMatching(/^"default";q=5;w=1(, "cost";q=\d+;w=60)?$/),
        ratelimit: expect.stringMatching(/^"default";r=4;t=1(, "cost";r=\d+;t=\d+)?$/),
      })
    }
  })

  test('counts wrong credentials under the address, and a key separately', async () => {
    freshWindow()
    const wrong = { headers: { 'x-api-key': createApiKeySecret().key } }
    for (let i = 0; i < 5; i++) expect((await ask(BOARDS, wrong)).status).toBe(401)
    expect((await ask(BOARDS, wrong)).status).toBe(429)
    expect((await ask(BOARDS)).status).toBe(429)
    const key = { headers: { 'x-api-key': await newKey() } }
    const asKey = await ask(BOARDS, key)
    expect([asKey.status, asKey.headers['x-ratelimit-limit'], asKey.left]).toEqual([200, '10', '9'])
    expect((await ask(BOARDS, { headers: { 'x-api-key': await newKey() } })).left).toBe('9')
  })

  test('counts pages with operations, and refuses them as a page', async () => {
    freshWindow()
    expect((await ask('/')).left).toBe('4')
    for (let i = 0; i < 4; i++) await ask('/leaderboard/pnl-7d')
    const refused = await ask('/')
    expect([refused.status, refused.headers['content-type']]).toEqual([429, 'text/html; charset=utf-8'])
    expect(refused.headers['retry-after']).toBeDefined()
  })

  test('leaves out documents, assets, health and metrics', async () => {
    freshWindow()
    for (let i = 0; i < 5; i++) await ask(BOARDS)
    for (const url of ['/docs', '/assets/pequod.css', '/health/live', '/health/ready', '/metrics']) {
      const answer = await ask(url)
      expect([url, answer.status, answer.left]).toEqual([url, 200, undefined])
    }
    expect((await ask('/graphql', { headers: HTML })).status).toBe(200)
    expect((await ask('/graphql', { method: 'HEAD', headers: HTML })).status).toBe(200)
  })

  test.each(['/%761/leaderboard', '/v1/leaderboard/', '/graphql/', '/%67raphql?query=%7B__typename%7D'])(
    'is not passed by spelling %s in another way',
    async (url) => {
      freshWindow()
      const before = await ask(BOARDS)
      expect(before.left).toBe('4')
      expect((await ask(url)).left).toBe('3')
    },
  )

  test('is not bypassed by asking for HTML where there is no page', async () => {
    freshWindow()
    expect((await ask(BOARDS, { headers: HTML })).left).toBe('4')
    const payload = { query: '{ __typename }' }
    expect((await ask('/graphql', { method: 'POST', headers: HTML, payload })).left).toBe('3')
  })

  test('allows exactly the limit of 1,000 concurrent requests from one key', async () => {
    freshWindow()
    const headers = { 'x-api-key': await newKey() }
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, i) => ask(i % 2 ? BOARDS : SERVICE, { headers })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(990)
  })

  test('is in the metrics by kind of caller, never by name', async () => {
    const { body, headers } = (await ask('/metrics')).answer
    expect(headers['content-type']).toContain('text/plain; version=0.0.4')
    expect(body).toMatch(/^pequod_rate_limited_requests_total\{caller="key"\} 990$/m)
    expect(body).toMatch(/^pequod_rate_limited_requests_total\{caller="anonymous"\} \d+$/m)
    expect(body).toMatch(/^pequod_rate_limiter_redis_away 0$/m)
    expect(body).not.toContain('127.0.0.1')
  })
})
