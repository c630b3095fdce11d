import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, Registry } from 'prom-client'
import type { CacheCounts } from '../../answers/answer-cache.ts'
import { isObject, parseJson } from '../../checks.ts'
import type { RestRoute } from '../../rest/route.ts'
import { isTracing, type ReceivedSpan, receivedSpan } from '../../trace.ts'
import { persistedOperations, registeredId } from '../graphql/persisted-operations.ts'
import type { ServiceMetrics } from './service-metrics.ts'

export interface CountRequestsOptions {
  metrics: Pick<ServiceMetrics, 'requests' | 'durations'>
  routes: readonly RestRoute[]
  spans: RequestSpans
}

/** Counts every request of routes added later, when its answer has ended. */
export function countRequests(app: FastifyInstance, { metrics, routes, spans }: CountRequestsOptions): void {
  const labelOf = requestLabels(routes)
  app.addHook('onResponse', async (request, reply) => {
    const operation = labelOf(request)
    const tier = request.caller?.tier.toLowerCase() ?? 'none'
    metrics.requests.inc({ operation, status: String(reply.statusCode), tier })
    metrics.durations.observe({ operation }, reply.elapsedTime / 1_000)
    spans.describe(request.raw, { operation, tier, route: request.routeOptions.url })
  })
}

/** The label of requests to unknown paths. */
const NOTHING = 'nothing'
/** The label of a GraphQL operation without a name. */
const ANONYMOUS = 'anonymous operation'
/** The label of a GraphQL operation named by its caller: as labels, such names could create any number of series. */
const OWN = 'other operation'

/**
 * Labels a request from a bounded set: the operation of a REST path, a GraphQL operation of REST's, by its text or its
 * id, a tool of MCP (`/mcp getLeaderboard`), or the pattern of another path.
 */
function requestLabels(routes: readonly RestRoute[]): (request: FastifyRequest) => string {
  const byPattern = new Map(routes.map(({ path, name }) => [path.replaceAll(/\{(\w+)\}/g, ':$1'), name]))
  const operations = persistedOperations(routes)
  const known = new Set(operations.map(({ name }) => name))
  const names = new Map(operations.map(({ id, name }) => [id, name]))
  const tools = new Set(routes.map(({ name }) => name))
  return (request) => {
    const { url } = request.routeOptions
    if (request.is404 || url === undefined) return NOTHING
    if (url === '/mcp') return toolLabel(url, askedTool(request.body), tools)
    if (url !== '/graphql') return byPattern.get(url) ?? url
    const name = askedOperation(request, names)
    return name === null ? ANONYMOUS : known.has(name) ? name : OWN
  }
}

/** A call of an unknown tool is labeled with the endpoint. */
function toolLabel(url: string, tool: string | null, known: ReadonlySet<string>): string {
  return tool !== null && known.has(tool) ? `${url} ${tool}` : url
}

/**
 * The name in the request, else that of the first operation in its document, else that of the operation with its id;
 * null for none.
 */
function askedOperation(
  { body, query }: FastifyRequest,
  registered: ReadonlyMap<string, string>,
): string | null {
  const asked: unknown = body ?? query
  if (!isObject(asked)) return null
  if (typeof asked.operationName === 'string') return asked.operationName
  if (typeof asked.query === 'string') return nameIn(asked.query)
  const id = registeredId({ ...asked, extensions: readExtensions(asked.extensions) })
  return id === null ? null : (registered.get(id) ?? null)
}

function nameIn(document: string): string | null {
  return /^[ \t]*(?:query|mutation|subscription)\s+(\w{1,100})/m.exec(document)?.[1] ?? null
}

/** In an address they are JSON; invalid JSON was refused, and names no operation. */
function readExtensions(given: unknown): unknown {
  return typeof given === 'string' ? parseJson(given) : given
}

/** The name of the tool that a message of JSON-RPC calls; null for any other message. */
function askedTool(message: unknown): string | null {
  if (typeof message !== 'object' || message === null) return null
  if (!('method' in message) || message.method !== 'tools/call' || !('params' in message)) return null
  const { params } = message
  if (typeof params !== 'object' || params === null || !('name' in params)) return null
  return typeof params.name === 'string' ? params.name : null
}

export interface RequestSpans {
  /** Names a request's span once its route is known. */
  describe(
    request: IncomingMessage,
    asked: { operation: string; tier: string; route?: string | undefined },
  ): void
}

/**
 * Gives each request on the app's server a span, from its first byte to the end of its answer, however it is answered.
 * Loads and adds nothing while tracing is off.
 */
export function createRequestSpans(app: FastifyInstance, routes: readonly RestRoute[]): RequestSpans {
  if (!isTracing()) return { describe: () => undefined }
  const spans = new WeakMap<IncomingMessage, ReceivedSpan>()
  const paths = new Map(routes.map(({ name, path }) => [name, path]))
  // Once ready, the server has all its listeners, including those that answer before the routes.
  app.addHook('onReady', async () => {
    const handlers = app.server.listeners('request')
    app.server.removeAllListeners('request')
    app.server.on('request', (request, response) => {
      const answer = () => {
        for (const handler of handlers) handler.call(app.server, request, response)
      }
      const span = begin(request, response)
      if (span === null) answer()
      else span.run(answer)
    })
  })
  // A body's events come from the connection, outside the span.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request.raw)
    if (span === undefined) done()
    else span.run(done)
  })
  return {
    describe(request, { operation, tier, route = paths.get(operation) }) {
      const attributes = { 'pequod.operation': operation, 'pequod.tier': tier }
      const pattern = route?.replaceAll(/:(\w+)/g, '{$1}')
      const name = [request.method, pattern].filter(Boolean).join(' ')
      spans.get(request)?.describe(name, { ...attributes, ...(pattern && { 'http.route': pattern }) })
    },
  }

  function begin(request: IncomingMessage, response: ServerResponse): ReceivedSpan | null {
    const method = request.method ?? 'GET'
    const span = receivedSpan(method, request.headers, { 'http.request.method': method })
    if (span === null) return null
    spans.set(request, span)
    response.once('close', () => {
      const { statusCode } = response
      span.end({ 'http.response.status_code': statusCode }, statusCode >= 500)
    })
    return span
  }
}

/** Adds what the cache of answers has done and holds; it is asked when the metrics are read. */
export function addAnswerMetrics(registry: Registry, counts: () => CacheCounts): void {
  const registers = [registry]
  new Counter({
    name: 'pequod_answer_cache_requests_total',
    help: 'Look-ups in the answer cache: hit, joined to one in progress, or miss.',
    labelNames: ['result'],
    registers,
    collect() {
      const { hits, joined, made } = counts()
      this.reset()
      this.inc({ result: 'hit' }, hits)
      this.inc({ result: 'joined' }, joined)
      this.inc({ result: 'made' }, made)
    },
  })
  new Gauge({
    name: 'pequod_answer_cache_bytes',
    help: 'Bytes in the answer cache.',
    registers,
    collect() {
      this.set(counts().bytes)
    },
  })
}

/** Adds the number of requests in progress, computed when the metrics are read. */
export function addLoadMetrics(registry: Registry, load: { readonly inFlight: number }): void {
  new Gauge({
    name: 'pequod_requests_in_flight',
    help: 'Requests in progress, at most MAX_REQUESTS_IN_FLIGHT per process.',
    registers: [registry],
    collect() {
      this.set(load.inFlight)
    },
  })
}

/**
 * `/metrics`: the service's counters, in the text format of Prometheus.
 * @param read the metrics as text: of this process or of all workers
 */
export function registerMetrics(app: FastifyInstance, read: () => Promise<string>): void {
  app.get('/metrics', async (_request, reply) =>
    reply
      .headers({ 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' })
      .send(await read()),
  )
}
