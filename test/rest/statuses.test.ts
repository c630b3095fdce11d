import { beforeAll, describe, expect, test } from 'vitest'
import { closeServed, type Served, serveNothing, serveWorld } from '../server/support/served-world.ts'

describe('statuses of REST', () => {
  closeServed()
  let world: Served
  let nothing: Served
  beforeAll(async () => {
    world = await serveWorld()
    nothing = await serveNothing()
  })
  const ask = (url: string, headers = {}) => world.app.inject({ url, headers })

  test('200 has an entity tag and says what it depends on', async () => {
    const answer = await ask('/v1/leaderboard/pnl-7d?limit=2')
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, no-cache',
      vary: 'Accept, Accept-Encoding, Authorization, Cookie, X-API-Key',
    })
    expect(answer.json()).toMatchObject({ id: 'pnl-7d', tab: 'pnl', period: '7d', truncated: false })
    expect(answer.json().entries.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2])
  })

  test('200 without Pro has 100 rows of more, and says why', async () => {
    const answer = (await ask('/v1/leaderboard/pnl-all?limit=500')).json()
    expect(answer).toMatchObject({ truncated: true, truncatedReason: expect.stringContaining('Pro') })
    expect(answer.entries.length).toBe(100)
  })

  test('200 has only the rows that the caller’s tier allows, and 422 is above every tier’s limit', async () => {
    const { entries } = (await ask('/v1/leaderboard/volume-all?limit=1')).json()
    const { items } = (await ask('/v1/markets?limit=1')).json()
    const [trader, market] = [`/v1/trader/${entries[0].address}`, `/v1/market/${items[0].condition}`]
    for (const path of [
      `${trader}/trades`,
      `${trader}/activity`,
      `${market}/trades`,
      `${market}/prices?interval=1h`,
    ]) {
      const asked = path.includes('?') ? `${path}&` : `${path}?`
      const answer = await ask(`${asked}limit=100`)
      expect([path, answer.statusCode, answer.json().items.length]).toEqual([path, 200, 25])
      expect(answer.json()).toMatchObject({
        nextCursor: null,
        truncated: true,
        truncatedReason: expect.stringContaining('sign in for up to 100'),
      })
      expect((await ask(`${asked}limit=101`)).statusCode).toBe(422)
      expect((await ask(`${asked}cursor=abc`)).statusCode).toBe(403)
      expect((await ask(`${asked}format=csv`)).statusCode).toBe(403)
    }
  })

  test('304 has no body for the same request, 200 for another, until the next snapshot', async () => {
    const { headers } = await ask('/v1/leaderboard/pnl-7d?limit=2')
    const same = await ask('/v1/leaderboard/pnl-7d?limit=2', { 'if-none-match': headers.etag })
    expect([same.statusCode, same.body, same.headers.etag]).toEqual([304, '', headers.etag])
    const other = await ask('/v1/leaderboard/pnl-7d?limit=3', { 'if-none-match': headers.etag })
    expect(other.statusCode).toBe(200)
    expect(other.headers.etag).not.toBe(headers.etag)
  })

  test('HEAD answers as GET does, without the body', async () => {
    const get = await ask('/v1/leaderboard')
    const head = await world.app.inject({ method: 'HEAD', url: '/v1/leaderboard' })
    expect([head.statusCode, head.body]).toEqual([200, ''])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
    expect(head.headers.etag).toBe(get.headers.etag)
  })

  test('404 names the known values', async () => {
    const board = await ask('/v1/leaderboard/pnl-8d')
    expect(board.statusCode).toBe(404)
    expect(board.json()).toEqual({ detail: expect.stringContaining('7d, 30d, 90d, all'), code: 'NOT_FOUND' })
    const trader = await ask(`/v1/trader/0x${'0'.repeat(40)}`)
    expect([trader.statusCode, trader.json().code]).toEqual([404, 'NOT_FOUND'])
    const path = await ask('/v1/trade')
    expect(path.statusCode).toBe(404)
    expect(path.json()).toEqual({
      detail: expect.stringContaining('/v1/trader/{address}'),
      code: 'NOT_FOUND',
    })
  })

  test('422 for a name in a path that is too long for any, as for other parameters', async () => {
    const answer = await ask(`/v1/leaderboard/${'x'.repeat(6_000)}`)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toMatchObject([{ in: 'path', name: 'id' }])
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE'] as const)('405 for %s with any body', async (method) => {
    const headers = { 'content-type': 'application/x-nothing' }
    const answer = await world.app.inject({ method, url: '/v1/trader/', payload: '{', headers })
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS'])
    expect(answer.json()).toEqual({ detail: expect.any(String), code: 'METHOD_NOT_ALLOWED' })
  })

  test.each([
    ['/v1/leaderboard?limit=1', 'query', 'limit'],
    ['/v1/leaderboard/pnl-7d?limit=0', 'query', 'limit'],
    ['/v1/leaderboard/pnl-7d?limit=1001', 'query', 'limit'],
    ['/v1/leaderboard/pnl-7d?limit=', 'query', 'limit'],
    ['/v1/leaderboard/pnl-7d?limit=1&limit=2', 'query', 'limit'],
    ['/v1/leaderboard/pnl-7d?Limit=1', 'query', 'Limit'],
    ['/v1/trader?cursor=bm9wZQ', 'query', 'cursor'],
    ['/v1/trader?query=%00', 'query', 'query'],
    ['/v1/trader/0x12', 'path', 'address'],
    ['/v1/trader/%zz', 'path', 'path'],
  ])('422 for %s names the %s parameter %s', async (url, place, name) => {
    const answer = await ask(url)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'BAD_USER_INPUT', errors: [{ in: place, name }] })
    expect(Object.keys(answer.json())).toEqual(['detail', 'code', 'errors'])
    expect(answer.json().detail).toContain(answer.json().errors[0].message)
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('503 with Retry-After before the first refresh, on every path', async () => {
    for (const url of [
      '/v1/leaderboard',
      '/v1/leaderboard/pnl-7d',
      '/v1/trader',
      `/v1/trader/0x${'a'.repeat(40)}`,
    ]) {
      const answer = await nothing.app.inject(url)
      expect([url, answer.statusCode]).toEqual([url, 503])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(answer.json()).toEqual({ detail: expect.any(String), code: 'SERVICE_UNAVAILABLE' })
    }
  })

  test('500 does not reveal the cause', async () => {
    const broken = await serveWorld()
    await broken.app.inject('/v1/leaderboard')
    await broken.store.knex.schema.dropTable('shown_numbers')
    const answer = await broken.app.inject('/v1/leaderboard/pnl-7d')
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toEqual({
      detail: 'Internal error; it has been logged.',
      code: 'INTERNAL',
    })
  })
})
