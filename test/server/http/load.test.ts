import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { Writable } from 'node:stream'
import { setImmediate as endOfTurn, setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createLoad } from '../../../src/server/http/admission.ts'
import { createLogger } from '../../../src/server/http/create-logger.ts'
import { listen } from '../../../src/server/http/listen.ts'
import { type AlertSubscriber, subscribeToAlerts } from '../support/alert-subscriber.ts'
import { closeServed, type Served, serveWorld } from '../support/served-world.ts'
import { tierCallers } from '../support/tier-callers.ts'

type Step = { kind: 'begin' | 'end' | 'connect' | 'turn' | 'hang up' } | { kind: 'pass'; ms: number }

const STEP: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'begin' as const }) },
  fc.record({
    kind: fc.constantFrom<'end' | 'connect' | 'turn' | 'hang up'>('end', 'connect', 'turn', 'hang up'),
  }),
  fc.record({ kind: fc.constant('pass' as const), ms: fc.nat(15) }),
)

interface Asking {
  socket: { destroyed: boolean }
}

/** Does the steps, and looks at each moment at what was promised. */
async function walk(steps: readonly Step[], maxInFlight: number, maxWaitMs: number): Promise<void> {
  let now = 0
  let asked = 0
  const load = createLoad({ maxInFlight, maxWaitMs, clock: () => now })
  const begun: Asking[] = []
  const waiting: { number: number; request: Asking }[] = []
  const queue = async (request: Asking, answer: Promise<unknown>, number: number, since: number) => {
    const reason = await answer
    expect(waiting.shift()?.number, 'whoever came first is answered first').toBe(number)
    if (reason !== 'gone') expect(reason).toBe(now - since > maxWaitMs ? 'late' : null)
    expect(reason === 'gone').toBe(request.socket.destroyed)
    if (reason === null) begun.push(request)
  }
  const begin = () => {
    const [request, number, held] = [{ socket: { destroyed: false } }, asked++, begun.length + waiting.length]
    const answer = load.begin(request)
    if (held >= maxInFlight) return expect(answer).toBe('crowded')
    if (answer instanceof Promise) {
      waiting.push({ number, request })
      return void queue(request, answer, number, now)
    }
    expect([answer, waiting.length]).toEqual([null, 0])
    expect(load.begin(request)).toBeNull()
    begun.push(request)
  }
  for (const step of steps) {
    if (step.kind === 'begin') begin()
    if (step.kind === 'end') load.end(begun.pop() ?? {})
    if (step.kind === 'connect') load.connect()
    const last = waiting.at(-1)
    if (step.kind === 'hang up' && last) last.request.socket.destroyed = true
    if (step.kind === 'pass') now += step.ms
    if (step.kind === 'turn') await endOfTurn()
    expect(load.inFlight).toBe(begun.length + waiting.length)
  }
  // One of them is for new connections.
  for (let turns = waiting.length + 1; turns > 0; turns--) await endOfTurn()
  expect(waiting).toEqual([])
}

test('requests begin in order while there is room, and are refused after waiting too long', async () => {
  const steps = fc.array(STEP, { maxLength: 60 })
  await fc.assert(fc.asyncProperty(steps, fc.integer({ min: 1, max: 6 }), fc.nat(40), walk), { numRuns: 300 })
})

test('a busy process begins the first request of a loop turn immediately, and one other in each turn', async () => {
  let now = 0
  const load = createLoad({ maxInFlight: 10, maxWaitMs: 1_000, clock: () => now })
  expect(load.begin({})).toBeNull()
  now += 20
  const reasons: unknown[] = []
  for (let n = 0; n < 3; n++) void Promise.resolve(load.begin({})).then((reason) => reasons.push(reason))
  for (let n = 1; n <= 3; n++) {
    await endOfTurn()
    expect(reasons).toEqual(Array(n).fill(null))
  }
  expect(load.begin({})).toBeNull()
})

test('waiting requests whose callers disconnected are skipped', async () => {
  let now = 0
  const load = createLoad({ maxInFlight: 10, maxWaitMs: 1_000, clock: () => now })
  load.begin({})
  now += 20
  const left = { socket: { destroyed: false } }
  const reasons: unknown[] = []
  for (const request of [left, { ...left }, {}])
    void Promise.resolve(load.begin(request)).then((reason) => reasons.push(reason))
  left.socket.destroyed = true
  await endOfTurn()
  expect(reasons).toEqual(['gone', 'gone', null])
  expect(load.inFlight).toBe(2)
})

/** Lines that the service logs of errors. */
const errors: string[] = []
const sink = new Writable({
  write(chunk, _encoding, done) {
    errors.push(String(chunk))
    done()
  },
})

const ROOM = 3
const WAIT = 60
const QUERY = { query: '{ service { name } }' }

closeServed()
let served: Served
let url: string
/** Releases the requests that the route `/v1/wait` holds. */
let release: () => void
let held: Promise<void>

beforeAll(async () => {
  const env = { MAX_REQUESTS_IN_FLIGHT: String(ROOM) }
  served = await serveWorld({ env, parts: { logger: createLogger('error', sink) } })
  served.app.get('/v1/wait', async () => held.then(() => 'done'))
  url = await listen(served.app, { host: '127.0.0.1', port: 0 })
})

/** Keeps the event loop from everything else. */
function block(milliseconds: number): string {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
  return 'done'
}

const get = (path: string) => fetch(`${url}${path}`)
const post = (path: string, body: object) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify(body),
  })
async function measure(name: string): Promise<number> {
  const text = await (await get('/metrics')).text()
  const line = text.split('\n').find((one) => one.startsWith(`${name} `))
  return Number(line?.split(' ').at(-1) ?? 0)
}
async function untilInFlight(count: number): Promise<void> {
  while ((await measure('pequod_requests_in_flight')) !== count) await sleep(5)
}

/** Sends requests until the service has no room left; they wait. @returns lets them go on */
async function fill(): Promise<() => Promise<number[]>> {
  held = new Promise((resolve) => {
    release = resolve
  })
  const waiting = Array.from({ length: ROOM }, () => get('/v1/wait'))
  await untilInFlight(ROOM)
  return async () => {
    release()
    return (await Promise.all(waiting)).map(({ status }) => status)
  }
}

describe('a service with the maximum of open requests', () => {
  test('refuses a further one on every path, in its shape, with Retry-After', async () => {
    const before = await measure('pequod_shed_requests_total{reason="crowded"}')
    const empty = await fill()
    const asked = [
      await get('/v1/trader?query=0x1'),
      await post('/graphql', QUERY),
      await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      await get('/v1/%zz'),
    ]
    for (const { status, headers } of asked) {
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toMatch(/^[1-5]$/)
      expect(headers.get('x-request-id')).not.toBeNull()
      expect(headers.get('x-ratelimit-limit')).toBeNull()
    }
    const [rest, graphql] = asked
    expect(await rest?.json()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(await graphql?.json()).toMatchObject({
      errors: [{ extensions: { code: 'SERVICE_UNAVAILABLE' } }],
    })
    expect(await measure('pequod_shed_requests_total{reason="crowded"}')).toBe(before + asked.length)
    expect(await empty()).toEqual(Array(ROOM).fill(200))
    expect((await get('/v1/trader?query=0x1')).status).toBe(200)
    expect(errors, 'a refusal is no error of the service').toEqual([])
  })

  test('still answers health, metrics, documents and cached answers', async () => {
    const board = '/v1/leaderboard/pnl-7d'
    for (let n = 0; n < 3; n++) expect((await get(board)).status).toBe(200)
    const empty = await fill()
    const paths = ['/health/live', '/health/ready', '/metrics', '/docs', '/v1/openapi.json']
    for (const path of paths) expect((await get(path)).status, path).toBe(200)
    await empty()
  })

  test('does not count streams, which continue', async () => {
    const { PRO } = await tierCallers(served)
    const streams: AlertSubscriber[] = []
    // One after the other: while it is being opened, a stream is a request like any other.
    while (streams.length <= ROOM) {
      streams.push(subscribeToAlerts(url, { headers: PRO }))
      await expect.poll(() => measure('pequod_alert_streams')).toBe(streams.length)
    }
    const empty = await fill()
    expect(await measure('pequod_alert_streams')).toBe(streams.length)
    await empty()
    for (const stream of streams) stream.close()
  })

  test('does not count a body that is still to come or never comes', async () => {
    const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`
    const sockets = Array.from({ length: ROOM + 1 }, () => connect(Number(new URL(url).port), '127.0.0.1'))
    for (const socket of sockets) socket.write(head)
    // This request comes after them, over a newer connection.
    expect((await post('/graphql', QUERY)).status).toBe(200)
    await untilInFlight(0)
    for (const socket of sockets) socket.destroy()
    await untilInFlight(0)
    expect((await post('/graphql', QUERY)).status).toBe(200)
  })
})

describe('a service with requests faster than answers', () => {
  beforeAll(async () => {
    const env = { MAX_REQUESTS_IN_FLIGHT: String(ROOM), SHED_AFTER_MS: String(WAIT) }
    served = await serveWorld({ env, parts: { logger: createLogger('error', sink) } })
    served.app.get('/v1/block', async () => block(WAIT / 2))
    url = await listen(served.app, { host: '127.0.0.1', port: 0 })
  })
  /** Asks over a connection of its own, which has carried a request before. */
  async function connected() {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = (path: string) =>
      new Promise<{ status: number; retryAfter: string | undefined }>((resolve, reject) => {
        const sent = request(`${url}${path}`, { agent }, (response) => {
          const { statusCode: status = 0, headers } = response
          response.resume().on('end', () => resolve({ status, retryAfter: headers['retry-after'] }))
        })
        sent.on('error', reject).end()
      })
    await ask('/health/live')
    return ask
  }

  test('refuses those that waited too long with Retry-After, and answers the next one', async () => {
    const reasons = ['late', 'crowded'].map((one) => `pequod_shed_requests_total{reason="${one}"}`)
    const counts = () => Promise.all(reasons.map(measure))
    const [late = 0, crowded = 0] = await counts()
    const callers = await Promise.all(Array.from({ length: 30 }, connected))
    const answers = await Promise.all(callers.map((ask) => ask('/v1/block')))
    const refused = answers.filter(({ status }) => status === 503)
    expect(answers.filter(({ status }) => status === 200).length).toBe(answers.length - refused.length)
    for (const { retryAfter } of refused) expect(retryAfter).toMatch(/^[1-5]$/)
    const [lateNow = 0, crowdedNow = 0] = await counts()
    expect(lateNow).toBeGreaterThan(late)
    expect(lateNow - late + crowdedNow - crowded).toBe(refused.length)
    await expect.poll(async () => (await get('/v1/block')).status).toBe(200)
  })
})
