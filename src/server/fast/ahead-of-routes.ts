import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type { RateLimiter, Verdict } from '../../access/limits/rate-limit.ts'
import { rateLimitHeaders } from '../../access/limits/rate-limit-headers.ts'
import type { Caller } from '../../access/tier.ts'
import type { Admission } from '../http/admission.ts'
import { requestId } from '../http/request-id.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'

/** A request that may be answered ahead of the HTTP layer's hooks and routes. */
export interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  /** Milliseconds, of `performance.now`. */
  startedAt: number
}

/** An answer to it. */
export interface AheadAnswer {
  /** What it is counted as. */
  operation: string
  status: number
  /** Its headers as the HTTP layer wrote them before, names and values in turn, but for those of this answer alone. */
  head: readonly string[]
  body: Buffer | string | undefined
  /** What the limiter said of its cost. @default costs do not count */
  cost?: Verdict | null
}

/** What answering ahead of the routes needs of the service. */
export interface AheadOptions {
  recheck: Admission['recheck']
  limiter: RateLimiter
  metrics: Pick<ServiceMetrics, 'requests' | 'durations'>
  log: FastifyBaseLogger
}

/** What every request passes that is answered ahead of the routes: the same as there, without a reply of Fastify. */
export interface Ahead {
  /** Who asks, where that is known of the connection already; undefined where it must be looked up. */
  knownCaller(request: IncomingMessage): Caller | undefined
  /** Looks up who asks. Rejects as admission does. */
  findCaller(request: IncomingMessage): Promise<Caller>
  hit(caller: Caller): Verdict | Promise<Verdict>
  /** Sends an answer in one write, counts it and logs it. */
  send(exchange: Exchange, answer: AheadAnswer, caller: Caller, verdict: Verdict): void
}

/** Levels at which each request has its lines. */
const LOUD: readonly string[] = ['info', 'debug', 'trace']

/** Makes what is common to all that is answered ahead of the routes. */
export function createAhead({ recheck, limiter, metrics, log }: AheadOptions): Ahead {
  const callers = new WeakMap<Socket, Caller>()
  const isLoud = LOUD.includes(log.level)
  return {
    knownCaller: (request) => (isUnsigned(request) ? callers.get(request.socket) : undefined),
    async findCaller(request) {
      const caller = await recheck({ raw: request })
      // Whoever sends nothing of itself is the same caller over the whole of a connection.
      if (isUnsigned(request)) callers.set(request.socket, caller)
      return caller
    },
    hit: ({ limiterKey, limit }) => limiter.hit(limiterKey, limit),
    send({ request, response, startedAt }, { operation, status, head, body, cost }, { tier }, verdict) {
      const id = requestId(request)
      const whole = [...head, 'x-request-id', id]
      const limits = rateLimitHeaders(verdict, cost)
      for (const name in limits) whole.push(name, limits[name] ?? '')
      response.writeHead(status, whole).end(body)
      const elapsed = performance.now() - startedAt
      metrics.requests.inc({ operation, status: String(status), tier: tier.toLowerCase() })
      metrics.durations.observe({ operation }, elapsed / 1_000)
      if (!isLoud) return
      const { method, url, socket } = request
      const own = log.child({ reqId: id })
      own.info({ req: { method, url, ip: socket.remoteAddress } }, 'incoming request')
      own.info({ res: { statusCode: status }, responseTime: elapsed }, 'request completed')
    },
  }
}

/** True without anything that could tell one caller from another, but for where its connection comes from. */
function isUnsigned({ headers }: IncomingMessage): boolean {
  const { authorization, 'x-api-key': apiKey, 'x-forwarded-for': forwarded } = headers
  return authorization === undefined && apiKey === undefined && forwarded === undefined
}

/** Headers by which an answer would be another one, or which ask for more than an answer. */
const SPECIAL = ['origin', 'transfer-encoding', 'expect', 'upgrade', 'x-no-compression'] as const

/** True for a request without any header by which its answer would have others. */
export function hasPlainHeaders({ headers }: IncomingMessage): boolean {
  return SPECIAL.every((name) => headers[name] === undefined)
}
