import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Tier } from '../access/tier.ts'
import type { RequestContext } from '../graph/kit/context.ts'
import type { Snapshot } from '../store/snapshot/snapshot-reader.ts'
import {
  chooseEncoding,
  type Encoding,
  entityTag,
  keptHeaders,
  namesTag,
  nextLink,
  PACKED_FROM,
  packBody,
} from './headers.ts'

export interface Answer {
  tag: string
  /** Uncompressed JSON or HTML. */
  body: Buffer
  /** The cursor of the next page; null for the last one, or for an answer without pages. */
  next: string | null
  /** The time when it was first made, as an HTTP date. @default not sent */
  modified?: string
}

/** Counts since the cache was made, and its current size. */
export interface CacheCounts {
  /** Answers from memory. */
  hits: number
  /** Answers shared with a request in progress. */
  joined: number
  /** Computed answers. */
  made: number
  /** Bytes in use, compressed forms and keys included. */
  bytes: number
  answers: number
}

export interface AnswerCacheOptions {
  /** Maximum bytes; the least recently used answers are evicted first. @default 64 MiB */
  maxBytes?: number
  /**
   * Milliseconds for which an answer is fresh, counted from before it was made. Its key names the snapshot, which never
   * changes; the facts beside snapshots do: names, pictures, opt-outs, results of signals. @default 2000
   */
  keptFor?: number
  /** Milliseconds from any start, monotonic. @default performance.now */
  clock?: () => number
}

/** A cached or pending answer. */
interface Entry {
  readonly key: string
  answer: Answer | null
  making: Promise<Answer> | null
  packed: Partial<Record<Encoding, Buffer | Promise<Buffer>>>
  bytes: number
  until: number
}

/**
 * Answers by all that they depend on, in this process's memory, each computed once for any number of simultaneous
 * requests. An answer is at most `keptFor` (2 seconds) older than the store, and always of the newest snapshot.
 */
export class AnswerCache {
  /** The same answers by the requested address, to be sent again before any route runs. */
  readonly addresses = createReplays()
  readonly #maxBytes: number
  readonly #keptFor: number
  readonly #clock: () => number
  /** The least recently used first. */
  readonly #entries = new Map<string, Entry>()
  readonly #owners = new WeakMap<Answer, Entry>()
  readonly #counts = { hits: 0, joined: 0, made: 0, bytes: 0 }

  constructor(options: AnswerCacheOptions = {}) {
    const { maxBytes = 64 * 2 ** 20, keptFor = 2_000, clock = () => performance.now() } = options
    this.#maxBytes = maxBytes
    this.#keptFor = keptFor
    this.#clock = clock
  }

  get counts(): CacheCounts {
    return { ...this.#counts, answers: this.#entries.size }
  }

  /**
   * The answer under a key, synchronously if it is cached. A failure goes to all who wait for it, and is not cached.
   * @param make computes a missing or stale answer
   */
  take(key: string, make: () => Promise<Answer>): Answer | Promise<Answer> {
    const entry = this.#entries.get(key) ?? newEntry(key)
    this.#touch(entry)
    if (entry.making !== null) {
      this.#counts.joined++
      return entry.making
    }
    if (entry.answer === null || this.#clock() >= entry.until) return this.#start(entry, make)
    this.#counts.hits++
    return entry.answer
  }

  /** The fresh answer under a key, or null. */
  peek(key: string): Answer | null {
    const entry = this.#entries.get(key)
    if (entry?.answer == null || this.#clock() >= entry.until) return null
    this.#touch(entry)
    this.#counts.hits++
    return entry.answer
  }

  /** An answer's body in an encoding, compressed once; synchronously if that is done. */
  packed(answer: Answer, encoding: Encoding): Buffer | Promise<Buffer> {
    const entry = this.#owners.get(answer)
    const known = entry?.packed[encoding]
    if (known !== undefined) return known
    const packing = packBody(answer.body, encoding)
    if (entry !== undefined) this.#holdPacked(entry, encoding, packing)
    return packing
  }

  #touch(entry: Entry): void {
    this.#entries.delete(entry.key)
    this.#entries.set(entry.key, entry)
  }

  #start(entry: Entry, make: () => Promise<Answer>): Promise<Answer> {
    this.#counts.made++
    entry.until = this.#clock() + this.#keptFor
    entry.making = make().then(
      (fresh) => this.#keep(entry, fresh),
      (failure: unknown) => {
        this.#drop(entry)
        throw failure
      },
    )
    return entry.making
  }

  #keep(entry: Entry, fresh: Answer): Answer {
    entry.making = null
    // Unchanged, as nearly always: its compressed forms are still valid.
    if (entry.answer?.tag === fresh.tag) return entry.answer
    if (entry.answer !== null) this.#owners.delete(entry.answer)
    entry.answer = fresh
    entry.packed = {}
    this.#owners.set(fresh, entry)
    this.#grow(entry, fresh.body.length + 2 * entry.key.length - entry.bytes)
    return fresh
  }

  #holdPacked(entry: Entry, encoding: Encoding, packing: Promise<Buffer>): void {
    const { packed } = entry
    packed[encoding] = packing
    packing.then(
      (bytes) => {
        packed[encoding] = bytes
        // The answer may have been replaced meanwhile, with its compressed forms.
        if (entry.packed === packed) this.#grow(entry, bytes.length)
      },
      () => delete packed[encoding],
    )
  }

  /** Adds to an entry's size, and evicts what exceeds the maximum. */
  #grow(entry: Entry, bytes: number): void {
    if (this.#entries.get(entry.key) !== entry) return
    entry.bytes += bytes
    this.#counts.bytes += bytes
    for (const oldest of this.#entries.values()) {
      if (this.#counts.bytes <= this.#maxBytes) return
      if (oldest.bytes > 0) this.#drop(oldest)
    }
  }

  #drop(entry: Entry): void {
    if (this.#entries.get(entry.key) !== entry) return
    this.#entries.delete(entry.key)
    this.#counts.bytes -= entry.bytes
  }
}

function newEntry(key: string): Entry {
  return { key, answer: null, making: null, packed: {}, bytes: 0, until: 0 }
}

/** An answer from memory, ready to be sent again. */
export interface Replay {
  /** The name of its operation among the routes. */
  operation: string
  /** Its key in the cache of answers, and its entity tag. */
  key: string
  tag: string
  /** The snapshot in its key. */
  snapshot: Pick<Snapshot, 'id' | 'generatedAt'>
  /** How its body is compressed. */
  encoding: Encoding | null
  /** True: it is sent for any Accept header, as a page is. */
  takesAny: boolean
  /** Its headers, names and values in turn, except those that differ with each answer. */
  head: readonly string[]
  /** The headers of its answer with status 304. */
  unchangedHead: readonly string[]
}

/** Headers that differ with each answer, and those that Node writes itself. */
const OWN = /^(?:x-request-id|x-ratelimit-.*|ratelimit.*|date|connection|keep-alive)$/
/** Headers that describe a body; the content security policy is not one of them. */
const OF_BODY = /^content-(?!security-policy)/

/** The headers of a replayed answer, with and without its body. */
export function replayedHeads(
  headers: Readonly<Record<string, unknown>>,
): Pick<Replay, 'head' | 'unchangedHead'> {
  const lasting = Object.entries(headers).filter(([name]) => !OWN.test(name))
  const flat = (entries: readonly (readonly [string, unknown])[]) =>
    entries.flatMap(([name, value]) => [name, String(value)])
  return { head: flat(lasting), unchangedHead: flat(lasting.filter(([name]) => !OF_BODY.test(name))) }
}

/** The lookup key of a replay. */
export interface Asked {
  /** The path and query as sent. */
  url: string
  tier: Tier
  /** The encoding that its Accept-Encoding chooses; a small body has none. */
  taken: Encoding | null
}

export interface Replays {
  keep(asked: Asked, replay: Replay): void
  find(asked: Asked): Replay | null
  /** True if this address has a replay. */
  has(url: string): boolean
  /** True if this address's replay answers any Accept header. */
  takesAny(url: string): boolean
}

/** Maximum addresses: the hot ones are few, and a caller can spell one in any number of ways. */
const ADDRESSES = 2_000
/** Maximum characters of an address. */
const LONGEST = 500

/** Holds replays by address, tier and encoding, and evicts the least recently used address. */
export function createReplays(): Replays {
  const byUrl = new LRUCache<string, Map<string, Replay>>({ max: ADDRESSES })
  return {
    keep({ url, tier, taken }, replay) {
      if (url.length > LONGEST) return
      const known = byUrl.get(url) ?? new Map<string, Replay>()
      byUrl.set(url, known.set(`${tier} ${taken}`, replay))
    },
    find: ({ url, tier, taken }) => byUrl.get(url)?.get(`${tier} ${taken}`) ?? null,
    has: (url) => byUrl.has(url),
    takesAny: (url) => byUrl.get(url)?.values().next().value?.takesAny === true,
  }
}

/** An answer from memory for a request. */
export interface KeptAnswer {
  operation: string
  key: string
  snapshot: Pick<Snapshot, 'id' | 'generatedAt'>
  answer: Answer
  encoding: Encoding | null
}

export interface KeptPath {
  path: string
  name: string
  /** True: the operation counts its calls, so its answers are never cached. @default false */
  isCounted?: boolean
}

/** A computed answer: its bytes, and the cursor of the next page if any. */
export type MadeAnswer = Omit<Answer, 'tag'>

export interface KeptAnswersOptions {
  make: (variables: Readonly<Record<string, unknown>>, context: RequestContext) => Promise<MadeAnswer>
  contentType: string
  /** True: it is compressed already, and sent unchanged. @default false */
  isPacked?: boolean
  version: string
  /** Null: every answer is computed. */
  answers: AnswerCache | null
  /** Called before each answer from memory. @default ignored */
  onKept?: (request: FastifyRequest, answer: KeptAnswer) => void
}

/** The variables that make an answer one of a past day. */
const DAYS = ['asOf', 'from', 'to']

export interface KeptQuestion {
  variables: Readonly<Record<string, unknown>>
  context: RequestContext
}

/**
 * Answers a path with cacheable answers: with cached bytes for this request, tier and snapshot, compressed as the
 * caller accepts, or with 304 if the caller has them already.
 */
export function createKeptAnswers(
  route: KeptPath,
  { make: makeBody, contentType, isPacked = false, version, answers, onKept = () => {} }: KeptAnswersOptions,
) {
  const make = async ({ variables, context }: KeptQuestion): Promise<Answer> => {
    const made = await makeBody(variables, context)
    const question = { operation: route.name, variables, tier: context.caller.tier, version }
    return { ...made, tag: entityTag(question, made.body) }
  }
  const answerTo = async (question: KeptQuestion): Promise<Taken> => {
    const { variables, context } = question
    // Counted operations run for each request; a past day's answer can change within one snapshot.
    if (answers === null || route.isCounted || DAYS.some((name) => variables[name] !== undefined))
      return { answer: await make(question), from: null }
    const { tier } = context.caller
    const snapshot = await context.snapshot()
    const key = JSON.stringify([route.name, tier, snapshot.id, snapshot.generatedAt, variables])
    const pinned = pinnedContext(context, snapshot)
    const answer = await answers.take(key, () => make({ variables, context: pinned }))
    return { answer, from: { operation: route.name, key, snapshot } }
  }
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    question: KeptQuestion,
  ): Promise<FastifyReply> => {
    const { answer, from } = await answerTo(question)
    reply.headers(keptHeaders(answer.tag, question.context.caller.tier))
    if (answer.next !== null) reply.header('Link', nextLink(route.path, request.url, answer.next))
    if (answer.modified !== undefined) reply.header('Last-Modified', answer.modified)
    if (isHeld(request, answer)) return reply.code(304).send()
    const { body } = answer
    const encoding =
      isPacked || body.length < PACKED_FROM ? null : chooseEncoding(request.headers['accept-encoding'])
    if (from !== null) onKept(request, { ...from, answer, encoding })
    reply.header('Content-Type', contentType)
    if (encoding === null) return reply.send(body)
    return reply
      .header('Content-Encoding', encoding)
      .send(await (answers?.packed(answer, encoding) ?? packBody(body, encoding)))
  }
}

/** Whether the caller has the answer already: by its tag, or by its time if it sends no tag. */
function isHeld({ headers }: FastifyRequest, { tag, modified }: Answer): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined || modified === undefined) return namesTag(tags, tag)
  // Exactly equal, since another process may have made another answer later.
  return headers['if-modified-since'] === modified
}

/** An answer, and its key in memory; null for an answer only to this request. */
interface Taken {
  answer: Answer
  from: Pick<KeptAnswer, 'operation' | 'key' | 'snapshot'> | null
}

/** A context pinned to a snapshot: answers that several requests share are read from one. */
function pinnedContext(context: RequestContext, snapshot: Snapshot): RequestContext {
  return { ...context, snapshot: async (asOf = null) => (asOf === null ? snapshot : context.snapshot(asOf)) }
}
