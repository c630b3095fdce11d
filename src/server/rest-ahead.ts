import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimiter, Verdict } from '../access/rate-limit.ts'
import { rateLimitHeaders } from '../access/rate-limit-headers.ts'
import type { Caller } from '../access/tier.ts'
import type { AnswerCache } from '../rest/answer-cache.ts'
import { chooseEncoding } from '../rest/choose-encoding.ts'
import { namesTag } from '../rest/entity-tag.ts'
import type { KeptAnswer } from '../rest/kept-answers.ts'
import type { Snapshot } from '../store/snapshot-reader.ts'
import type { Admission } from './admission.ts'
import { type Replay, replayedHeads } from './replay.ts'
import { type Asked, createReplays } from './replays.ts'
import { requestId } from './request-id.ts'

/** An answer that was given ahead, for it to be counted and logged as any other. */
export interface GivenAhead {
  request: IncomingMessage
  id: string
  operation: string
  caller: Caller
  status: number
  /** Milliseconds until it was handed to the connection. */
  elapsed: number
}

/** What answering ahead needs of the service. */
export interface RestAheadOptions {
  answers: AnswerCache
  recheck: Admission['recheck']
  /** The tier of the caller of a request that was admitted. */
  callerOf: Admission['callerOf']
  limiter: RateLimiter
  current(): Promise<Snapshot | null>
  onGiven(given: GivenAhead): void
}

/** What gives answers that were given before again, ahead of the HTTP layer's hooks and routes. */
export interface RestAhead {
  /** Remembers the answer from memory that a request is being given. */
  remember(request: FastifyRequest, answer: KeptAnswer): void
}

/**
 * Answers again what the ordinary way has answered from memory before: the same address, tier and encoding, asked
 * plainly, while the snapshot and the answer are still the same. Who asks is told, and counted by the limiter, as
 * ever; the headers are the ones that the ordinary way wrote. Whatever differs in the least goes the ordinary way,
 * uncounted until it does.
 */
export function createRestAhead(app: FastifyInstance, options: RestAheadOptions): RestAhead {
  const replays = createReplays()
  const pending = new WeakMap<FastifyRequest, KeptAnswer>()
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onResponse', async (request, reply) => {
    const kept = pending.get(request)
    if (kept === undefined || request.method !== 'GET' || !isPlain(request.raw)) return
    const headers = reply.getHeaders()
    if (reply.statusCode !== 200 || headers['content-encoding'] !== (kept.encoding ?? undefined)) return
    const { answer, ...place } = kept
    const replay: Replay = { ...place, tag: answer.tag, ...replayedHeads(headers) }
    replays.keep(askedBy(request.raw, options.callerOf(request)), replay)
  })
  beforeRoutes(app, async (request, response) => {
    if (isClosing || request.url === undefined || !replays.has(request.url) || !isPlain(request)) return false
    const found = await findReplay(request)
    return found !== null && give(request, response, found)
  })
  return { remember: (request, answer) => void pending.set(request, answer) }

  async function findReplay(request: IncomingMessage): Promise<Found | null> {
    const startedAt = performance.now()
    const caller = await options.recheck({ raw: request })
    const replay = replays.find(askedBy(request, caller))
    const snapshot = replay && (await options.current())
    if (!replay || !snapshot || !isSame(snapshot, replay.snapshot)) return null
    const answer = options.answers.peek(replay.key)
    if (answer === null || answer.tag !== replay.tag) return null
    const { encoding } = replay
    const body = encoding === null ? answer.body : options.answers.packed(answer, encoding)
    return body instanceof Buffer ? { caller, replay, body, startedAt } : null
  }

  async function give(request: IncomingMessage, response: ServerResponse, found: Found): Promise<boolean> {
    const { caller, replay, body, startedAt } = found
    const verdict = await options.limiter.hit(caller.limiterKey, caller.limit)
    // A refused request does not count: the ordinary way refuses it once more, in words.
    if (!verdict.allowed) return false
    const id = requestId(request)
    const isKnown = namesTag(request.headers['if-none-match'], replay.tag)
    const status = isKnown ? 304 : 200
    const { operation } = replay
    response.writeHead(status, headOf(isKnown ? replay.unchangedHead : replay.head, id, verdict))
    response.end(isKnown || request.method === 'HEAD' ? undefined : body)
    options.onGiven({ request, id, operation, caller, status, elapsed: performance.now() - startedAt })
    return true
  }
}

function askedBy({ url = '', headers }: IncomingMessage, { tier }: Caller): Asked {
  return { url, tier, taken: chooseEncoding(headers['accept-encoding']) }
}

/** A replay whose answer still holds, and who asks for it. */
interface Found {
  caller: Caller
  replay: Replay
  body: Buffer
  startedAt: number
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

/** Headers by which an answer would be another one, or which ask for more than an answer. */
const SPECIAL = [
  'origin',
  'content-length',
  'transfer-encoding',
  'expect',
  'upgrade',
  'x-no-compression',
] as const
const PLAIN_ACCEPT: ReadonlySet<string | undefined> = new Set([undefined, '*/*', 'application/json'])

function isPlain({ method, headers }: IncomingMessage): boolean {
  if ((method !== 'GET' && method !== 'HEAD') || !PLAIN_ACCEPT.has(headers.accept)) return false
  return SPECIAL.every((name) => headers[name] === undefined)
}

/** Puts a handler before the app's own on its server; what it does not answer, or fails at, is the app's. */
function beforeRoutes(
  { server }: FastifyInstance,
  answer: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>,
): void {
  const handlers = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    answer(request, response).then(
      (isAnswered) => isAnswered || passOn(request, response),
      () => passOn(request, response),
    )
  })
  function passOn(request: IncomingMessage, response: ServerResponse): void {
    // It was answered, and what came behind that failed.
    if (response.headersSent) return
    for (const handler of handlers) handler.call(server, request, response)
  }
}
