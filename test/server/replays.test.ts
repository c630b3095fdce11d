import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMemoryLimiter } from '../../src/access/limits/rate-limit.ts'
import { TIERS, type Tier } from '../../src/access/tier.ts'
import { AnswerCache } from '../../src/answers/answer-cache.ts'
import { createLogger } from '../../src/server/http/create-logger.ts'
import { listen } from '../../src/server/http/listen.ts'
import { gateTab } from '../graph/support/gate-tab.ts'
import { closeServed, type Served, serveAgain, serveWorld } from './support/served-world.ts'
import { tierCallers } from './support/tier-callers.ts'

interface Said {
  status: number | undefined
  headers: IncomingMessage['headers']
  body: string
}

const GATED = '/v1/leaderboard/roi-all?limit=120'
const PATHS = ['/v1/leaderboard', '/v1/leaderboard/pnl-7d', GATED, '/leaderboard/roi-all']
/** The headers that each answer has of its own. */
const OWN = ['x-request-id', 'date', 'connection', 'keep-alive', 'ratelimit', 'x-ratelimit-remaining']

describe('a replayed REST answer', () => {
  closeServed()
  gateTab('ROI')
  let now = 0
  let routed = 0
  const lines: string[] = []
  let served: Served
  let url: string
  /** A service without fast paths over the same store. */
  let slowUrl: string
  let callers: Record<Tier, Record<string, string>>
  beforeAll(async () => {
    const limiter = { ...createMemoryLimiter({ clock: () => now }), close: () => undefined }
    const sink = { write: (line: string) => void lines.push(line) }
    const logger = createLogger('info', sink)
    const answers = new AnswerCache({ keptFor: Number.POSITIVE_INFINITY })
    const env = { RATE_LIMIT_ANONYMOUS: '4', RATE_LIMIT_KEY: '4' }
    served = await serveWorld({ env: { ...env, PEQUOD_FAST: 'on' }, parts: { answers, limiter, logger } })
    const slow = await serveAgain(served, { env: { ...env, PEQUOD_FAST: 'off' }, parts: { limiter } })
    served.app.addHook('onRequest', async () => {
      routed++
    })
    callers = await tierCallers(served)
    url = await listen(served.app, { host: '127.0.0.1', port: 0 })
    slowUrl = await listen(slow.app, { host: '127.0.0.1', port: 0 })
  })

  async function ask(
    path: string,
    headers: Record<string, string> = {},
    method = 'GET',
    from = url,
  ): Promise<Said> {
    const [response]: IncomingMessage[] = await once(
      request(`${from}${path}`, { method, headers }).end(),
      'response',
    )
    if (response === undefined) throw new Error('no answer')
    const body = (await buffer(response)).toString('base64')
    return { status: response.statusCode, headers: response.headers, body }
  }
  const lasting = ({ headers, ...said }: Said) => ({
    ...said,
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.includes(name))),
  })
  /** The answer of the ordinary way, which without fast paths is the same, then that of the short one to the very same request. */
  async function twice(path: string, headers: Record<string, string>, method?: string) {
    now += 1_000
    // An Accept of several types is weighed by the routes alone.
    const ordinary = await ask(path, { ...headers, accept: 'application/json, */*;q=0.1' }, method)
    const slow = await ask(path, headers, method, slowUrl)
    expect(lasting(ordinary), path).toEqual(lasting(slow))
    const before = routed
    const ahead = await ask(path, headers, method)
    return { ordinary, ahead, isAhead: routed === before }
  }

  test('has the same bytes and headers for every tier and encoding, for GET, HEAD and 304', async () => {
    for (const tier of [...TIERS].reverse())
      for (const path of PATHS)
        for (const encoding of ['identity', 'gzip', 'gzip, br']) {
          const headers = { ...callers[tier], 'accept-encoding': encoding }
          now += 1_000
          const { headers: first } = await ask(path, headers)
          for (const [method, known] of [
            ['GET', undefined],
            ['HEAD', undefined],
            ['GET', `${first.etag}`],
          ] as const) {
            const asked = known === undefined ? headers : { ...headers, 'if-none-match': known }
            const { ordinary, ahead, isAhead } = await twice(path, asked, method)
            expect([path, tier, method, isAhead]).toEqual([path, tier, method, true])
            expect(lasting(ahead), `${path} ${tier} ${method}`).toEqual(lasting(ordinary))
            expect(ahead.headers['x-request-id']).toMatch(/^[0-9a-f]{24}$/)
          }
        }
  })

  test('is never given to another tier', async () => {
    const texts: Record<string, string> = {}
    for (const tier of ['PRO', 'FREE', 'ANONYMOUS', 'PRO', 'FREE', 'ANONYMOUS'] as const) {
      now += 1_000
      const text = Buffer.from((await ask(GATED, callers[tier])).body, 'base64').toString()
      expect(text).toBe(texts[tier] ?? text)
      texts[tier] = text
    }
    expect(texts.ANONYMOUS).not.toMatch(/0x[0-9a-f]{40}/)
    expect(JSON.parse(texts.FREE ?? '').entries.length).toBe(100)
    expect(JSON.parse(texts.PRO ?? '').entries.length).toBeGreaterThan(100)
  })

  test('counts in the limiter, and is refused in words above it', async () => {
    now += 1_000
    await ask('/v1/leaderboard')
    now += 1_000
    const said = []
    for (let n = 0; n < 5; n++) said.push(await ask('/v1/leaderboard'))
    expect(said.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429])
    expect(said.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['3', '2', '1', '0', '0'])
    expect(said[4]?.headers['retry-after']).toBe('1')
  })

  test('is made by the routes for any other request', async () => {
    await ask('/v1/leaderboard')
    for (const [headers, status] of [
      [{ accept: 'text/csv' }, 403],
      [{ accept: 'application/xml' }, 406],
      [{ origin: 'https://elsewhere.example' }, 200],
    ] as const) {
      now += 1_000
      const before = routed
      expect((await ask('/v1/leaderboard', headers)).status).toBe(status)
      expect(routed).toBe(before + 1)
    }
    expect((await ask('/v1/leaderboard', { 'x-api-key': 'pq_live_wrong' })).status).toBe(401)
    expect((await ask('/v1/leaderboard', { 'x-request-id': 'mine' })).headers['x-request-id']).toBe('mine')
  })

  test('counts among the requests of its operation', async () => {
    const count = async () => {
      const { body } = await ask('/metrics')
      const line = Buffer.from(body, 'base64')
        .toString()
        .match(/pequod_requests_total\{operation="listLeaderboards",status="200",tier="anonymous"\} (\d+)/)
      return Number(line?.[1])
    }
    const before = await count()
    now += 1_000
    for (let n = 0; n < 3; n++) await ask('/v1/leaderboard')
    expect(await count()).toBe(before + 3)
  })

  test('is logged as others are, with its request id', async () => {
    const logged = async (headers: Record<string, string>) => {
      now += 1_000
      lines.length = 0
      const before = routed
      await ask('/v1/leaderboard', { ...headers, 'x-request-id': 'mine' })
      const own = lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === 'mine')
      return { isAhead: routed === before, lines: own.map(({ time, responseTime, pid, ...line }) => line) }
    }
    const [ordinary, ahead] = [await logged({ accept: 'application/json, */*' }), await logged({})]
    expect([ordinary.isAhead, ahead.isAhead]).toEqual([false, true])
    expect(ahead.lines.length).toBe(2)
    expect(ahead.lines).toEqual(ordinary.lines)
  })
})
