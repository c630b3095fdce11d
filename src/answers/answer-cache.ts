import { LRUCache } from 'lru-cache'
import type { Tier } from '../access/tier.ts'
import type { Snapshot } from '../store/snapshot/snapshot-reader.ts'
import { type Encoding, packBody } from './headers.ts'

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
