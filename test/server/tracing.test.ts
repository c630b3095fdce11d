import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postText } from '../../src/delivery/senders/delivery.ts'
import { requestJson } from '../../src/net/request-json.ts'
import { listen } from '../../src/server/http/listen.ts'
import { startTracing, traced } from '../../src/trace.ts'
import { closeServed, serveWorld } from './support/served-world.ts'
import { tierCallers } from './support/tier-callers.ts'

interface Span {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const PARENT = 'b7ad6b7169203331'

describe('tracing with a collector', () => {
  closeServed()
  const received: string[] = []
  const asked: IncomingMessage[] = []
  const servers: Server[] = []
  const before = process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  let spans: Span[] = []
  let pro: Record<string, string>
  let trader = ''

  /** A server on a free port, and its address. */
  async function serving(answer: (request: IncomingMessage) => Promise<unknown>): Promise<string> {
    const server = createServer(async (request, response) => {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(await answer(request)))
    })
    servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  }

  beforeAll(async () => {
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = await serving(async (request) => {
      received.push(await text(request))
      return {}
    })
    const other = await serving(async (request) => {
      asked.push(request)
      return text(request)
    })
    const end = await startTracing(process.env, () => undefined)
    try {
      const served = await serveWorld({ env: { PEQUOD_FAST: 'on' } })
      pro = (await tierCallers(served)).PRO
      const url = await listen(served.app, { host: '127.0.0.1', port: 0 })
      const board = await fetch(`${url}/v1/leaderboard/pnl-all?limit=3`, { headers: pro })
      trader = (await board.json()).entries[1].address
      await fetch(`${url}/v1/leaderboard/pnl-all?limit=3`, { headers: pro }).then((answer) => answer.text())
      const query =
        'query Two($address: String!) { trader(address: $address) { pnl roi } leaderboards { id entryCount } }'
      const body = JSON.stringify({ query, variables: { address: trader } })
      const headers = { ...pro, 'content-type': 'application/json', traceparent: `00-${TRACE}-${PARENT}-01` }
      const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body })
      expect(await answer.json()).not.toHaveProperty('errors')
      await fetch(`${url}/nowhere/${trader}`).then((answer) => answer.text())
      await served.app.close()
      const limits = { timeoutMs: 5_000, maxBytes: 1_000 }
      await requestJson({ url: `${other}/${pro['x-api-key']}`, method: 'GET', headers: {}, ...limits })
      const agents = await import('node:http').then(({ globalAgent: http }) => ({
        http,
        https: http as never,
      }))
      const webhook = { url: new URL(`${other}/hook`), headers: {}, body: '{}', timeoutMs: 5_000, agents }
      await traced('delivery', {}, () => postText(webhook))
    } finally {
      await end()
    }
    spans = received.flatMap((body) =>
      JSON.parse(body).resourceSpans.flatMap((resource: { scopeSpans: { spans: Span[] }[] }) =>
        resource.scopeSpans.flatMap((scope) => scope.spans),
      ),
    )
  })

  afterAll(() => {
    if (before === undefined) delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
    else process.env.OTEL_EXPORTER_OTLP_ENDPOINT = before
    for (const server of servers) server.close()
  })

  const named = (name: string | RegExp) =>
    spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)))
  const only = (name: string) => {
    const [span, ...more] = named(name)
    if (span === undefined || more.length > 0) throw new Error(`${more.length} more spans named ${name}`)
    return span
  }
  const within = (parent: Span, name: RegExp) =>
    spans.filter((span) => span.parentSpanId === parent.spanId && name.test(span.name))
  const attributesOf = (span: Span) =>
    Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

  test('makes a GraphQL request a span of the caller’s trace, with its operation, loader batches and statements', () => {
    const request = only('POST /graphql')
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: PARENT })
    const operation = only('query Two')
    expect(operation).toMatchObject({ traceId: TRACE, parentSpanId: request.spanId })
    const batches = within(operation, /^load /)
    expect(batches.map(({ name }) => name)).toContain('load traders by address')
    for (const batch of batches) expect(batch.traceId).toBe(TRACE)
    expect(batches.flatMap((batch) => within(batch, /^SELECT \w/)).length).toBeGreaterThan(0)
    const statements = spans.filter(({ name, traceId }) => traceId === TRACE && name.startsWith('SELECT'))
    const parents = new Set([operation, request, ...batches, ...named(/^load /)].map(({ spanId }) => spanId))
    expect(statements.filter(({ parentSpanId = '' }) => !parents.has(parentSpanId))).toEqual([])
  })

  test('makes a REST request a span named by its path’s pattern, with its operation unless it is replayed', () => {
    const requests = named('GET /v1/leaderboard/{id}')
    expect(requests).toHaveLength(2)
    expect(requests.map((request) => within(request, /^query /).length).sort()).toEqual([0, 1])
    expect(new Set(requests.map(({ traceId }) => traceId)).size).toBe(2)
    for (const request of requests)
      expect(attributesOf(request)).toMatchObject({
        'http.response.status_code': 200,
        'pequod.operation': 'getLeaderboard',
        'pequod.tier': 'pro',
      })
  })

  test('names the span in traceparent of requests to sources and webhooks', () => {
    const [source, webhook] = asked
    const [get] = named('GET').filter((span) => 'server.address' in attributesOf(span))
    expect(source?.headers.traceparent).toBe(get && traceOf(get))
    const delivery = only('delivery')
    const [post] = within(delivery, /^POST$/)
    expect(webhook?.headers.traceparent).toBe(post && traceOf(post))
  })

  test('puts no key, caller address, path or query value into spans, and names the service', () => {
    const sent = received.join('\n')
    expect(sent).toContain('"stringValue":"pequod"')
    for (const secret of [pro['x-api-key'] ?? 'x-api-key', trader, '/hook', '/nowhere'])
      expect(sent).not.toContain(secret)
    const keys = new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))
    expect([...keys].filter((key) => /address|peer|url|header/.test(key))).toEqual(['server.address'])
  })
})

function traceOf({ traceId, spanId }: Span): string {
  return `00-${traceId}-${spanId}-01`
}

describe('tracing without a collector', () => {
  const run = promisify(execFile)
  const code = `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ resolve(name, context, next) { loaded.push(name); return next(name, context) } })
    const { startTracing } = await import('./src/trace.ts')
    await import('./src/server/app.ts')
    await import('./src/migrations/open-store.ts')
    await startTracing(process.env, () => {})
    // prom-client loads the API by itself.
    const ours = loaded.filter((name) => name.startsWith('@opentelemetry/') && name !== '@opentelemetry/api')
    console.log(ours.length)
    process.exit()`

  async function modulesLoaded(env: Record<string, string>): Promise<number> {
    const options = { env: { ...process.env, ...env }, timeout: 60_000 }
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code], options)
    return Number(stdout)
  }

  test('loads no module of OpenTelemetry’s SDK; with one, several are loaded', {
    timeout: 90_000,
  }, async () => {
    const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }
    const [off, disabled, on] = await Promise.all([
      modulesLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }),
      modulesLoaded({ ...endpoint, OTEL_SDK_DISABLED: 'true' }),
      modulesLoaded(endpoint),
    ])
    expect([off, disabled]).toEqual([0, 0])
    expect(on).toBeGreaterThan(4)
  })

  test('runs the work only, and refuses a bad endpoint or sampler in one sentence', async () => {
    await expect(traced('work', {}, async () => 7)).resolves.toBe(7)
    const warn = () => undefined
    const start = (env: Record<string, string>) => startTracing(env, warn)
    await expect(start({ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector' })).rejects.toThrow(/is not a URL/)
    const sampler = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_SAMPLER: 'often' }
    await expect(start(sampler)).rejects.toThrow(/OTEL_TRACES_SAMPLER must be/)
  })
})
