import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Seconds } from '../../src/ledger/quantities.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { listen } from '../../src/server/http/listen.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { connectClient, textOf } from '../mcp/support/mcp-client.ts'
import { recordsOf } from '../support/worlds.ts'
import { closeServed, type Served, serveNothing } from './support/served-world.ts'
import { tierCallers } from './support/tier-callers.ts'

const HOUR = 3_600
const SIXTH = HOUR / 6

/** A ledger that began less than a day ago, so no closed day is shown instead of a public snapshot. */
describe('before any snapshot is public', () => {
  closeServed()
  let served: Served
  let now: Seconds
  /** When the only snapshot becomes public: its sixth of an hour has ended an hour before. */
  let moment: Seconds
  let told: string
  beforeAll(async () => {
    served = await serveNothing({ parts: { clock: () => now } })
    const fills = recordsOf('small').filter((record) => record.kind === 'FILL')
    const time = (fills[0]?.time ?? 0) + 5 * HOUR
    await ingestRecords(
      served.store.db,
      fills.slice(0, 20).map((fill) => ({ ...fill, time })),
    )
    await refresh(served.store.db)
    moment = Math.ceil((time + 1) / SIXTH) * SIXTH - 1 + HOUR
    told = new Date(moment * 1_000).toISOString().replace('.000Z', 'Z')
    now = time + 60
  })
  const get = (url: string, headers = {}) => served.app.inject({ url, headers })
  const graphql = (query: string) =>
    served.app.inject({ method: 'POST', url: '/graphql', payload: { query } })

  test('REST answers 503 with Retry-After to the moment when one is', async () => {
    for (const url of ['/v1/leaderboard', '/v1/leaderboard/pnl-7d', '/v1/trader', '/v1/markets']) {
      const { statusCode, headers, body } = await get(url)
      expect([url, statusCode]).toEqual([url, 503])
      expect(headers['retry-after']).toBe(String(moment - now))
      expect(JSON.parse(body)).toMatchObject({
        code: 'SERVICE_UNAVAILABLE',
        detail: expect.stringContaining(`the first is at ${told}`),
      })
    }
  })

  test('GraphQL answers it with `retryAfter`, and what needs no snapshot as ever', async () => {
    const { statusCode, headers, body } = await graphql('{ markets { nodes { volume } } }')
    expect([statusCode, headers['retry-after']]).toEqual([503, String(moment - now)])
    const [error] = JSON.parse(body).errors
    expect(error.extensions).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: moment - now })
    expect((await graphql('{ service { name delay } }')).json().data.service).toMatchObject({ delay: 60 })
  })

  test('pages say when, and that 0 means live', async () => {
    const page = await get('/leaderboard/pnl-30d', { accept: 'text/html' })
    expect([page.statusCode, page.headers['retry-after']]).toEqual([503, String(moment - now)])
    expect(page.body).toContain(told)
    expect(page.body).toContain('WHALE_DELAY_MINUTES=0')
  })

  test('a tool of MCP fails with the moment', async () => {
    const origin = await listen(served.app, { host: '127.0.0.1', port: 0 })
    const { client, call } = await connectClient(new StreamableHTTPClientTransport(new URL(`${origin}/mcp`)))
    const result = await call('getLeaderboard', { id: 'pnl-7d' })
    await client.close()
    expect(result.isError).toBe(true)
    expect(textOf(result)).toContain(told)
    expect(textOf(result)).toContain(String(moment - now))
  })

  test('Pro is live, and everybody is answered from the moment on', async () => {
    const { PRO } = await tierCallers(served)
    expect((await get('/v1/leaderboard/pnl-7d', PRO)).statusCode).toBe(200)
    const before = moment - now
    now = moment - 1
    // The current snapshot is read once a second.
    await expect.poll(async () => (await get('/v1/trader')).headers['retry-after']).toBe('1')
    expect(before).toBeGreaterThan(1)
    now = moment
    await expect
      .poll(async () => (await get('/v1/leaderboard/pnl-7d')).statusCode, { timeout: 5_000 })
      .toBe(200)
  })
})
