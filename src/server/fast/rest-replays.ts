import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Verdict } from '../../access/limits/rate-limit.ts'
import type { Caller } from '../../access/tier.ts'
import type { AnswerCache } from '../../rest/answers/answer-cache.ts'
import { chooseEncoding } from '../../rest/answers/choose-encoding.ts'
import { namesTag } from '../../rest/answers/entity-tag.ts'
import type { KeptAnswer } from '../../rest/answers/kept-answers.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import type { Admission } from '../http/admission.ts'
import type { Load } from '../http/load.ts'
import { type Ahead, type Exchange, hasPlainHeaders } from './ahead-of-routes.ts'
import { beforeRoutes } from './before-routes.ts'
import { type Asked, createReplays, type Replay, replayedHeads } from './replay.ts'

/** What replaying needs of the service. */
export interface RestReplaysOptions {
  ahead: Ahead
  answers: AnswerCache
  /** The caller of a request that was admitted. */
  callerOf: Admission['callerOf']
  current(): Promise<Snapshot | null>
  load: Load
}

/** Replays answers ahead of the HTTP layer's hooks and routes. */
export interface RestReplays {
  /** Remembers the answer from memory that a request is being given. */
  remember(request: FastifyRequest, answer: KeptAnswer): void
}

/** Milliseconds for which the newest snapshot is believed to be the same without asking. */
const SEEN_FOR = 100

/**
 * Answers again what the ordinary way has answered from memory before: the same address, tier and encoding, asked
 * plainly, while the snapshot and the answer are still the same. Who asks is told, and counted by the limiter, as
 * ever; the headers are the ones that the ordinary way wrote. Whatever differs in the least goes the ordinary way,
 * uncounted until it does.
 */
export function createRestReplays(app: FastifyInstance, options: RestReplaysOptions): RestReplays {
  const replays = createReplays()
  const pending = new WeakMap<FastifyRequest, KeptAnswer>()
  app.addHook('onResponse', async (request, reply) => {
    const kept = pending.get(request)
    if (kept === undefined || request.method !== 'GET' || !isPlain(request.raw)) return
    const headers = reply.getHeaders()
    if (reply.statusCode !== 200 || headers['content-encoding'] !== (kept.encoding ?? undefined)) return
    const { answer, ...place } = kept
    const replay: Replay = { ...place, tag: answer.tag, ...replayedHeads(headers) }
    replays.keep(askedBy(request.raw, options.callerOf(request)), replay)
  })
  const { ahead } = options
  let seen: { snapshot: Snapshot; until: number } | null = null
  beforeRoutes(app, {
    isFor: (request) => replays.has(request.url ?? '') && isPlain(request),
    answer(exchange) {
      const caller = ahead.knownCaller(exchange.request)
      if (caller === undefined || seen === null || exchange.startedAt >= seen.until)
        return waitAndAnswer(exchange)
      return answerAgain(exchange, caller, seen.snapshot)
    },
  })
  return { remember: (request, answer) => void pending.set(request, answer) }

  /** What waits for the store takes up room; where there is none left, the ordinary way says so. */
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
    const caller = await ahead.findCaller(exchange.request)
    const snapshot = await options.current()
    if (snapshot === null) return false
    seen = { snapshot, until: exchange.startedAt + SEEN_FOR }
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
    const verdict = ahead.hit(caller)
    const found = { ...exchange, caller, replay, body }
    return verdict instanceof Promise ? verdict.then((one) => give(found, one)) : give(found, verdict)
  }

  function give({ caller, replay, body, ...exchange }: Found, verdict: Verdict): boolean {
    // A refused request does not count: the ordinary way refuses it once more, in words.
    if (!verdict.allowed) return false
    const { method, headers } = exchange.request
    const isKnown = namesTag(headers['if-none-match'], replay.tag)
    const { operation } = replay
    const answer = isKnown
      ? { operation, status: 304, head: replay.unchangedHead, body: undefined }
      : { operation, status: 200, head: replay.head, body: method === 'HEAD' ? undefined : body }
    ahead.send(exchange, answer, caller, verdict)
    return true
  }
}

function askedBy({ url = '', headers }: IncomingMessage, { tier }: Caller): Asked {
  return { url, tier, taken: chooseEncoding(headers['accept-encoding']) }
}

/** One for which there is a replay whose answer still holds. */
interface Found extends Exchange {
  caller: Caller
  replay: Replay
  body: Buffer
}

function isSame(one: Replay['snapshot'], other: Replay['snapshot']): boolean {
  return one.id === other.id && one.generatedAt === other.generatedAt
}

const PLAIN_ACCEPT: ReadonlySet<string | undefined> = new Set([undefined, '*/*', 'application/json'])

function isPlain(request: IncomingMessage): boolean {
  const { method, headers } = request
  if ((method !== 'GET' && method !== 'HEAD') || !PLAIN_ACCEPT.has(headers.accept)) return false
  return headers['content-length'] === undefined && hasPlainHeaders(request)
}
