import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimiter, Verdict } from '../access/limits/rate-limit.ts'
import type { Caller, Tier } from '../access/tier.ts'
import {
  type AnswerCache,
  type Asked,
  type KeptAnswer,
  type Replay,
  replayedHeads,
} from '../answers/answer-cache.ts'
import { chooseEncoding, namesTag, rateLimitHeaders } from '../answers/headers.ts'
import type { Snapshot } from '../store/snapshot/snapshot-reader.ts'
import type { Admission, Load } from './http/admission.ts'
import { requestId } from './http/create-http.ts'
import type { RequestSpans } from './metrics/count-requests.ts'
import type { ServiceMetrics } from './metrics/service-metrics.ts'

/** A replayed answer, to be counted and logged like any other. */
export interface Replayed {
  request: IncomingMessage
  id: string
  operation: string
  caller: Caller
  status: number
  /** Milliseconds until it was passed to the connection. */
  elapsed: number
}

export interface RestReplaysOptions {
  answers: AnswerCache
  recheck: Admission['recheck']
  /** The tier of an admitted request's caller. */
  callerOf: Admission['callerOf']
  limiter: RateLimiter
  current(tier: Tier): Promise<Snapshot | null>
  load: Load
  onReplayed(replayed: Replayed): void
}

/** Replays answers before the HTTP layer's hooks and routes. */
export interface RestReplays {
  /** Remembers an answer from memory under its request. */
  remember(request: FastifyRequest, answer: KeptAnswer): void
}

/** Milliseconds for which the snapshot that a tier reads is assumed unchanged. */
const SEEN_FOR = 100

/**
 * Replays answers that came from memory before, for a plain request with the same address, tier and encoding, while
 * snapshot and answer are unchanged. Callers are identified and counted by the limiter as always, and headers are those
 * of the first answer. Any other request falls through to Fastify, which counts it.
 */
export function createRestReplays(app: FastifyInstance, options: RestReplaysOptions): RestReplays {
  const replays = options.answers.addresses
  const pending = new WeakMap<FastifyRequest, KeptAnswer>()
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onResponse', async (request, reply) => {
    const kept = pending.get(request)
    if (kept === undefined) return
    const headers = reply.getHeaders()
    const takesAny = String(headers['content-type']).startsWith('text/html')
    if (request.method !== 'GET' || !isPlain(request.raw, takesAny)) return
    if (reply.statusCode !== 200 || headers['content-encoding'] !== (kept.encoding ?? undefined)) return
    const { answer, ...place } = kept
    const replay: Replay = { ...place, tag: answer.tag, takesAny, ...replayedHeads(headers) }
    replays.keep(askedBy(request.raw, options.callerOf(request)), replay)
  })
  const callers = new WeakMap<Socket, Caller>()
  const seen = new Map<Tier, { snapshot: Snapshot; until: number }>()
  beforeRoutes(app, {
    isFor(request) {
      const { url = '' } = request
      return !isClosing && replays.has(url) && isPlain(request, replays.takesAny(url))
    },
    answer(request, response) {
      const now = performance.now()
      const caller = isUnsigned(request) ? callers.get(request.socket) : undefined
      const exchange = { request, response, startedAt: now }
      const known = caller && seen.get(caller.tier)
      if (caller === undefined || known === undefined || now >= known.until) return waitAndAnswer(exchange)
      return answerAgain(exchange, caller, known.snapshot)
    },
  })
  return { remember: (request, answer) => void pending.set(request, answer) }

  /** A request that waits for the store counts as in progress; above the limit, Fastify refuses it. */
  async function waitAndAnswer(exchange: Exchange): Promise<boolean> {
    const { load } = options
    if (!load.take(exchange.request)) return false
    try {
      return await lookAndAnswer(exchange)
    } finally {
      load.end(exchange.request)
    }
  }

  async function lookAndAnswer(exchange: Exchange): Promise<boolean> {
    const { request, startedAt } = exchange
    const caller = await options.recheck({ raw: request })
    // Without credentials, all requests of a connection have the same caller.
    if (isUnsigned(request)) callers.set(request.socket, caller)
    const snapshot = await options.current(caller.tier)
    if (snapshot === null) return false
    seen.set(caller.tier, { snapshot, until: startedAt + SEEN_FOR })
    return answerAgain(exchange, caller, snapshot)
  }

  function answerAgain(exchange: Exchange, caller: Caller, snapshot: Snapshot): boolean | Promise<boolean> {
    const replay = replays.find(askedBy(exchange.request, caller))
    if (replay === null || !isSame(snapshot, replay.snapshot)) return false
    const answer = options.answers.peek(replay.key)
    if (answer === null || answer.tag !== replay.tag) return false
    const { encoding } = replay
    const body = encoding === null ? answer.body : options.answers.packed(answer, encoding)
    if (!(body instanceof Buffer)) return false
    const verdict = options.limiter.hit(caller.limiterKey, caller.limit)
    const given = { ...exchange, caller, replay, body }
    return verdict instanceof Promise ? verdict.then((one) => give(given, one)) : give(given, verdict)
  }

  function give({ request, response, startedAt, caller, replay, body }: Found, verdict: Verdict): boolean {
    // A refused request does not count: Fastify refuses it again, with the error.
    if (!verdict.allowed) return false
    const id = requestId(request)
    const isKnown = namesTag(request.headers['if-none-match'], replay.tag)
    const status = isKnown ? 304 : 200
    const { operation } = replay
    response.writeHead(status, headOf(isKnown ? replay.unchangedHead : replay.head, id, verdict))
    response.end(isKnown || request.method === 'HEAD' ? undefined : body)
    options.onReplayed({ request, id, operation, caller, status, elapsed: performance.now() - startedAt })
    return true
  }
}

function askedBy({ url = '', headers }: IncomingMessage, { tier }: Caller): Asked {
  return { url, tier, taken: chooseEncoding(headers['accept-encoding']) }
}

interface Exchange {
  request: IncomingMessage
  response: ServerResponse
  startedAt: number
}

/** A request with a valid replay. */
interface Found extends Exchange {
  caller: Caller
  replay: Replay
  body: Buffer
}

function headOf(lasting: readonly string[], id: string, verdict: Verdict): string[] {
  const head = [...lasting, 'x-request-id', id]
  const limits = rateLimitHeaders(verdict)
  for (const name in limits) head.push(name, limits[name] ?? '')
  return head
}

function isSame(one: Replay['snapshot'], other: Replay['snapshot']): boolean {
  return one.id === other.id && one.generatedAt === other.generatedAt
}

/** Headers that change the answer, or need more than an answer. */
const SPECIAL = [
  'origin',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'x-no-compression',
] as const
const PLAIN_ACCEPT: ReadonlySet<string | undefined> = new Set([undefined, '*/*', 'application/json'])

/** @param takesAny true if the answer is the same for any Accept header */
function isPlain({ method, headers }: IncomingMessage, takesAny: boolean): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (!takesAny && !PLAIN_ACCEPT.has(headers.accept)) return false
  return SPECIAL.every((name) => headers[name] === undefined)
}

/** True if only the connection's address identifies the caller. */
function isUnsigned({ headers }: IncomingMessage): boolean {
  const { authorization, 'x-api-key': apiKey, 'x-forwarded-for': forwarded, cookie } = headers
  return [authorization, apiKey, forwarded, cookie].every((header) => header === undefined)
}

/** A handler that answers some requests before the routes do. */
interface Forerunner {
  /** False for requests that certainly need the routes. */
  isFor(request: IncomingMessage): boolean
  /** Answers a request and returns true, or returns false; synchronously where it can. */
  answer(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean>
}

/** Puts a handler before the app's own on its server; the app handles requests that it does not answer, or fails at. */
function beforeRoutes({ server }: FastifyInstance, forerunner: Forerunner): void {
  const handlers = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const passOn = () => {
      // The failure came after the answer.
      if (response.headersSent) return
      for (const handler of handlers) handler.call(server, request, response)
    }
    const answered = tryAnswer(forerunner, request, response)
    if (answered instanceof Promise) answered.then((isAnswered) => isAnswered || passOn(), passOn)
    else if (!answered) passOn()
  })
}

function tryAnswer(
  { isFor, answer }: Forerunner,
  request: IncomingMessage,
  response: ServerResponse,
): boolean | Promise<boolean> {
  try {
    return isFor(request) && answer(request, response)
  } catch {
    return false
  }
}

export interface CountReplayOptions {
  metrics: Pick<ServiceMetrics, 'requests' | 'durations'>
  log: FastifyBaseLogger
  spans: RequestSpans
}

/** Levels that log each request. */
const LOUD: readonly string[] = ['info', 'debug', 'trace']

/** Counts and logs a replayed answer, as the HTTP layer counts and logs its own. */
export function countReplay({ metrics, log, spans }: CountReplayOptions): (replayed: Replayed) => void {
  const isLoud = LOUD.includes(log.level)
  return ({ request, id, operation, caller, status, elapsed }) => {
    const tier = caller.tier.toLowerCase()
    metrics.requests.inc({ operation, status: String(status), tier })
    metrics.durations.observe({ operation }, elapsed / 1_000)
    spans.describe(request, { operation, tier })
    if (!isLoud) return
    const { method, url, socket } = request
    const own = log.child({ reqId: id })
    own.info({ req: { method, url, ip: socket.remoteAddress } }, 'incoming request')
    own.info({ res: { statusCode: status }, responseTime: elapsed }, 'request completed')
  }
}
