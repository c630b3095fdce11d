import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test } from 'vitest'
import { createMemoryLimiter } from '../../../src/access/limits/memory-limiter.ts'
import { TIERS, type Tier } from '../../../src/access/tier.ts'
import { createExecutor } from '../../../src/execute/executor.ts'
import { schema } from '../../../src/graph/schema.ts'
import { createLogger } from '../../../src/server/http/create-logger.ts'
import { listen } from '../../../src/server/http/listen.ts'
import { gateTab } from '../../graph/gate-tab.ts'
import { closeServed, serveAgain, serveWorld } from '../served-world.ts'
import { tierCallers } from '../tier-callers.ts'

interface Said {
  status: number | undefined
  headers: IncomingMessage['headers']
  body: string
}

/** What each answer has of its own, and how its body comes. */
const OWN = ['x-request-id', 'date', 'connection', 'keep-alive', 'ratelimit', 'x-ratelimit-remaining']
const FRAMING = ['content-length', 'transfer-encoding']
const BOARD =
  'query Board($id: String!) { leaderboard(id: $id) { title entries(first: 20) { nodes { rank address label value } } } }'
const SERVICE = { query: '{ service { name } }' }
const EMPTY = { query: '{ nothing }' }

describe('a known query by a plain POST', () => {
  closeServed()
  gateTab('ROI')
  let now = 0
  let routed = 0
  let ran = 0
  const lines: string[] = []
  let [url, slowUrl] = ['', '']
  let callers: Record<Tier, Record<string, string>>
  beforeAll(async () => {
    const newLimiter = () => ({ ...createMemoryLimiter({ clock: () => now }), close: () => undefined })
    const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
    const plain = createExecutor(schema)
    const executor: typeof plain = {
      ...plain,
      run(...asked) {
        ran++
        return plain.run(...asked)
      },
    }
    const env = { RATE_LIMIT_ANONYMOUS: '4', RATE_LIMIT_KEY: '4', LABEL_SECRET: 'a secret of sixteen' }
    const fast = await serveWorld({
      env: { ...env, PEQUOD_FAST: 'on' },
      parts: { executor, limiter: newLimiter(), logger },
    })
    const slow = await serveAgain(fast, {
      env: { ...env, PEQUOD_FAST: 'off' },
      parts: { limiter: newLimiter() },
    })
    fast.app.addHook('onRequest', async () => {
      routed++
    })
    callers = await tierCallers(fast)
    url = await listen(fast.app, { host: '127.0.0.1', port: 0 })
    slowUrl = await listen(slow.app, { host: '127.0.0.1', port: 0 })
    // Read by yoga, then answered past it, so that it and its headers are known.
    for (const encoding of ['identity', 'gzip', 'br'])
      for (const payload of [SERVICE, { query: BOARD, variables: { id: 'roi-7d' } }])
        for (const _ of [0, 1]) await ask(payload, { 'accept-encoding': encoding })
  })

  async function ask(payload: unknown, headers: Record<string, string> = {}, from = url): Promise<Said> {
    now += 1_000
    const text = typeof payload === 'string' ? payload : JSON.stringify(payload)
    const length = { 'content-length': String(Buffer.byteLength(text)) }
    const framing = 'transfer-encoding' in headers ? {} : length
    const sent = { 'content-type': 'application/json', ...framing, ...headers }
    const asked = request(`${from}/graphql`, { method: 'POST', headers: sent }).end(text)
    const [response]: IncomingMessage[] = await once(asked, 'response')
    if (response === undefined) throw new Error('no answer')
    const bytes = await buffer(response)
    const encoding = response.headers['content-encoding']
    const body =
      encoding === 'br' ? brotliDecompressSync(bytes) : encoding === 'gzip' ? gunzipSync(bytes) : bytes
    return { status: response.statusCode, headers: response.headers, body: body.toString() }
  }
  async function isAhead(asking: () => Promise<unknown>): Promise<boolean> {
    const before = routed
    await asking()
    return routed === before
  }
  const lasting = ({ headers, ...said }: Said) => ({
    ...said,
    headers: Object.fromEntries(
      Object.entries(headers).filter(([name]) => ![...OWN, ...FRAMING].includes(name)),
    ),
  })

  test('is answered ahead of the routes as without fast paths, to every tier and in every encoding', async () => {
    for (const tier of [...TIERS].reverse())
      for (const encoding of ['identity', 'gzip', 'gzip, br'])
        for (const payload of [SERVICE, { query: BOARD, variables: { id: 'roi-7d' } }]) {
          const headers = { ...callers[tier], 'accept-encoding': encoding }
          const slow = await ask(payload, headers, slowUrl)
          const before = routed
          const ahead = await ask(payload, headers)
          expect([tier, encoding, routed]).toEqual([tier, encoding, before])
          expect(lasting(ahead)).toEqual(lasting(slow))
          expect(ahead.headers['x-request-id']).toMatch(/^[0-9a-f]{24}$/)
          expect(ahead.headers['x-ratelimit-remaining']).toBe('3')
        }
  })

  test.each<[string, unknown, Record<string, string>?]>([
    ['a query that is not known', { query: '{ service { version } }' }],
    ['one that is not valid', EMPTY],
    ['a text that is no JSON', '{"query":'],
    ['an empty body', ''],
    ['a list', [SERVICE]],
    ['a mutation', { query: 'mutation { revokeApiKey(id: "1") { id } }' }],
    ['a request of another origin', SERVICE, { origin: 'https://elsewhere.example' }],
    ['a body whose length is not told', SERVICE, { 'transfer-encoding': 'chunked' }],
    ['another type', SERVICE, { 'content-type': 'text/plain' }],
    ['a type that is not answered in', SERVICE, { accept: 'text/html' }],
  ])('leaves %s to the routes, whose answer it changes nothing of', async (_what, payload, headers = {}) => {
    const slow = await ask(payload, headers, slowUrl)
    const before = routed
    expect(lasting(await ask(payload, headers))).toEqual(lasting(slow))
    expect(routed).toBe(before + 1)
  })

  test('with a key that is wrong is refused as by the routes', async () => {
    const headers = { 'x-api-key': 'pq_live_wrong' }
    const slow = await ask(SERVICE, headers, slowUrl)
    expect(slow.status).toBe(401)
    expect(lasting(await ask(SERVICE, headers))).toEqual(lasting(slow))
  })

  test('that fails is run once, counted once and told by the routes', async () => {
    const payload = { query: BOARD, variables: { id: 'nope' } }
    const slow = await ask(payload, {}, slowUrl)
    const [before, routedBefore] = [ran, routed]
    const failed = await ask(payload)
    expect(lasting(failed)).toEqual(lasting(slow))
    expect(JSON.parse(failed.body).errors[0].extensions.code).toBe('NOT_FOUND')
    expect([ran - before, routed - routedBefore]).toEqual([1, 1])
    expect(failed.headers['x-ratelimit-remaining']).toBe('3')
  })

  test('is counted by the limiter, and refused in words above it', async () => {
    await ask(SERVICE)
    const said: Said[] = []
    for (let n = 0; n < 5; n++) {
      now -= 1_000
      said.push(await ask(SERVICE))
    }
    expect(said.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    expect(said.map(({ headers }) => headers['x-ratelimit-remaining'])).toEqual(['2', '1', '0', '0', '0'])
    expect(JSON.parse(said[4]?.body ?? '').errors[0].extensions.code).toBe('RATE_LIMITED')
  })

  test('whose body comes behind its headers is read by the routes, and the connection goes on', async () => {
    now += 1_000
    const { port } = new URL(url)
    const socket = connect(Number(port), '127.0.0.1')
    const text = JSON.stringify(SERVICE)
    const head = `POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${text.length}\r\n\r\n`
    let said = ''
    socket.on('data', (chunk) => {
      said += chunk.toString()
    })
    const answers = () => said.split('"name":"pequod"').length - 1
    const before = routed
    socket.write(head + text.slice(0, 5))
    await expect.poll(() => routed).toBe(before + 1)
    socket.write(text.slice(5))
    await expect.poll(answers).toBe(1)
    socket.write(head + text + head + text)
    await expect.poll(answers).toBe(3)
    socket.destroy()
  })

  test('is counted among the requests of its operation, and logged as others are', async () => {
    const count = async () => {
      const text = await (await fetch(`${url}/metrics`)).text()
      const line =
        /pequod_requests_total\{operation="anonymous operation",status="200",tier="anonymous"\} (\d+)/
      return Number(line.exec(text)?.[1])
    }
    const logged = async (headers: Record<string, string>) => {
      lines.length = 0
      const wasAhead = await isAhead(() => ask(SERVICE, { ...headers, 'x-request-id': 'mine' }))
      const own = lines.map((line) => JSON.parse(line)).filter(({ reqId }) => reqId === 'mine')
      return { wasAhead, lines: own.map(({ time, responseTime, pid, ...line }) => line) }
    }
    const before = await count()
    const [ordinary, ahead] = [await logged({ accept: 'application/json;q=1' }), await logged({})]
    expect([ordinary.wasAhead, ahead.wasAhead]).toEqual([false, true])
    expect(ahead.lines).toHaveLength(2)
    expect(ahead.lines).toEqual(ordinary.lines)
    expect(await count()).toBe(before + 2)
  })
})
