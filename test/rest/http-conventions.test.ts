import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Tier } from '../../src/access/tier.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

const VARY = 'Accept, Accept-Encoding, Authorization, Cookie, X-API-Key'
/** Headers that differ from one answer to the next. */
const PASSING = ['x-request-id', 'date', 'ratelimit', 'x-ratelimit-remaining']

describe('HTTP conventions of REST', () => {
  closeServed()
  let served: Served
  let callers: Record<Tier, Record<string, string>>
  let paths: string[]
  beforeAll(async () => {
    served = await serveWorld()
    await updateSmartMoney(served.store.db)
    callers = await tierCallers(served)
    const { entries } = (await ask('/v1/leaderboard/pnl-all?limit=1')).json()
    const trader = `/v1/trader/${entries[0].address}`
    paths = [
      '/v1/leaderboard',
      '/v1/leaderboard/pnl-7d',
      '/v1/trader?query=a&limit=3',
      trader,
      `${trader}/analytics`,
      '/v1/whales',
      '/v1/smart-money',
      '/v1/smart-money/history?weeks=2',
      '/v1/leaderboard/nope-7d',
      '/v1/leaderboard?nope=1',
      '/v1/nothing',
      '/v1/whales/config',
    ]
  })
  const ask = (url: string, headers = {}, method: 'GET' | 'HEAD' | 'OPTIONS' | 'DELETE' = 'GET') =>
    served.app.inject({ method, url, headers })
  const lasting = (headers: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => !PASSING.includes(name)))

  test.each(['identity', 'gzip', 'br'])(
    'HEAD has the headers of GET and no body, in %s',
    async (encoding) => {
      for (const path of paths) {
        const headers = { ...callers.PRO, 'accept-encoding': encoding }
        const get = await ask(path, headers)
        const head = await ask(path, headers, 'HEAD')
        expect([path, head.statusCode, head.body]).toEqual([path, get.statusCode, ''])
        expect(lasting(head.headers), path).toEqual(lasting(get.headers))
      }
    },
  )

  test('br and gzip contain the same bytes, cached or not', async () => {
    for (const path of paths.slice(0, 8)) {
      const plain = await ask(path, callers.PRO)
      const br = await ask(path, { ...callers.PRO, 'accept-encoding': 'gzip, br' })
      const gzip = await ask(path, { ...callers.PRO, 'accept-encoding': 'gzip' })
      if (plain.rawPayload.length < 1_024) {
        expect(br.headers['content-encoding'], path).toBeUndefined()
        continue
      }
      expect([br.headers['content-encoding'], gzip.headers['content-encoding']]).toEqual(['br', 'gzip'])
      expect(brotliDecompressSync(br.rawPayload).equals(plain.rawPayload), path).toBe(true)
      expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload), path).toBe(true)
      expect(br.headers.etag).toBe(plain.headers.etag)
      expect(Number(br.headers['content-length'])).toBe(br.rawPayload.length)
    }
  })

  test('public answers may be cached by anyone, answers to a key only by its holder', async () => {
    const kept = (tier: Tier) => ask('/v1/leaderboard', callers[tier])
    expect((await kept('ANONYMOUS')).headers).toMatchObject({
      'cache-control': 'public, no-cache',
      vary: VARY,
    })
    expect((await kept('FREE')).headers).toMatchObject({ 'cache-control': 'private, no-cache', vary: VARY })
    expect((await ask('/v1/whales')).headers).toMatchObject({
      'cache-control': 'private, no-store',
      vary: VARY,
    })
    expect((await ask('/v1/nothing')).headers['cache-control']).toBe('no-store')
  })

  test('If-None-Match takes a list, a strong spelling and * in any encoding', async () => {
    const { etag } = (await ask('/v1/leaderboard/pnl-7d')).headers
    for (const known of [`${etag}`, `"x", ${etag}`, `${etag}`.slice(2), '*'])
      for (const encoding of ['identity', 'br']) {
        const answer = await ask('/v1/leaderboard/pnl-7d', {
          'if-none-match': known,
          'accept-encoding': encoding,
        })
        expect([known, answer.statusCode, answer.body]).toEqual([known, 304, ''])
        expect(answer.headers).toMatchObject({ etag, vary: VARY, 'cache-control': 'public, no-cache' })
        expect(answer.headers['content-encoding']).toBeUndefined()
      }
    expect((await ask('/v1/leaderboard/nope-7d', { 'if-none-match': '*' })).statusCode).toBe(404)
  })

  test('Link follows the pages to the end, with the other parameters unchanged', async () => {
    const found: string[] = []
    let url: string | null = '/v1/trader?query=0x&limit=100'
    while (url !== null) {
      const page = await ask(url)
      found.push(...page.json().items.map(({ address }: { address: string }) => address))
      const link =
        page.headers.link === undefined ? null : /^<([^>]+)>; rel="next"$/.exec(`${page.headers.link}`)
      expect(link === null).toBe(page.json().nextCursor === null)
      url = link?.[1] ?? null
      if (url === null) break
      const next = new URL(url, 'http://here')
      expect([next.pathname, next.searchParams.get('query'), next.searchParams.get('limit')]).toEqual([
        '/v1/trader',
        '0x',
        '100',
      ])
      expect(next.searchParams.get('cursor')).toBe(page.json().nextCursor)
    }
    expect(found.length).toBeGreaterThan(100)
    expect(new Set(found).size).toBe(found.length)
  })

  test('X-Request-Id is on every answer: the caller’s own if it is plain', async () => {
    const own = { 'x-request-id': 'mine-1' }
    for (const path of [...paths, '/', '/docs', '/graphql', '/health/live', '/v1/trader/%']) {
      expect((await ask(path, own)).headers['x-request-id'], path).toBe('mine-1')
      expect((await ask(path)).headers['x-request-id'], path).toMatch(/^[0-9a-f]{24}$/)
    }
    expect((await ask('/v1/leaderboard', { 'x-request-id': 'a b' })).headers['x-request-id']).not.toBe('a b')
  })

  test.each([
    ['/v1/leaderboard/pnl-7d', 'GET, HEAD, OPTIONS'],
    ['/v1/trader/', 'GET, HEAD, OPTIONS'],
    ['/graphql', 'GET, HEAD, POST, OPTIONS'],
    ['/health/live', 'GET, HEAD, OPTIONS'],
    ['/', 'GET, HEAD, OPTIONS'],
  ])('%s says in Allow that it answers %s', async (path, allow) => {
    const options = await ask(path, {}, 'OPTIONS')
    expect([options.statusCode, options.body, options.headers.allow]).toEqual([204, '', allow])
    const other = await ask(path, {}, 'DELETE')
    expect([other.statusCode, other.headers.allow]).toEqual([405, allow])
    expect(other.json()).toEqual({ detail: expect.stringContaining(allow), code: 'METHOD_NOT_ALLOWED' })
  })

  test('OPTIONS of an unknown path is 404', async () => {
    expect((await ask('/v1/nothing', {}, 'OPTIONS')).statusCode).toBe(404)
  })
})
