import { LRUCache } from 'lru-cache'
import type { Tier } from '../access/tier.ts'
import type { Snapshot } from '../store/snapshot/snapshot-reader.ts'
import { type Encoding, packBody } from './encoding.ts'

/** An answer as its bytes. */
export interface Answer {
  /** Its entity tag. */
  tag: string
  /** JSON or HTML, not packed. */
  body: Buffer
  /** The cursor of the page behind it; null where there is none, or it is no page. */
  next: string | null
  /** When it was first made, as an HTTP date. @default not told */
  modified?: string
}

/** What a cache has done since it was made, and what it holds now. */
export interface CacheCounts {
  /** Answers from memory. */
  hits: number
  /** Answers that waited for one that was being made. */
  joined: number
  /** Answers that were made. */
  made: number
  /** Bytes held, packed forms and keys included. */
  bytes: number
  answers: number
}

/** What a cache may be told. */
export interface AnswerCacheOptions {
  /** Bytes that are held at most; the answers that were not asked for the longest go first. @default 64 MiB */
  maxBytes?: number
  /**
   * Milliseconds for which an answer is believed, counted from before it was made. A key names the snapshot, which
   * never changes; what stands beside snapshots does: names, pictures, who opted out, what came of a signal.
   * @default 2000
   */
  keptFor?: number
  /** Milliseconds from any start, never going back. @default performance.now */
  clock?: () => number
}

/** An answer that is held or being made, under its key. */
interface Entry {
  readonly key: string
  answer: Answer | null
  making: Promise<Answer> | null
  packed: Partial<Record<Encoding, Buffer | Promise<Buffer>>>
  bytes: number
  until: number
}

/**
 * Answers by what they depend on, in this process's memory, each computed once however many ask for it at a time. An answer
 * is at most `keptFor` (2 seconds) older than the store, and never of another snapshot than the newest.
 */
export class AnswerCache {
  /** The same answers by the address that was asked, to be sent again before any route runs. */
  readonly addresses = createReplays()
  readonly #maxBytes: number
  readonly #keptFor: number
  readonly #clock: () => number
  /** In the order in which they were last asked for: the first is the one to go. */
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
   * The answer under a key, at once where it is held. A failure goes to all who wait for it, and is not kept.
   * @param make asked where nothing is held, or what is held is too old to be believed
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

  /** The answer under a key if it is held and believed, else null. */
  peek(key: string): Answer | null {
    const entry = this.#entries.get(key)
    if (entry?.answer == null || this.#clock() >= entry.until) return null
    this.#touch(entry)
    this.#counts.hits++
    return entry.answer
  }

  /** An answer's body in an encoding, packed once; at once where that is done. */
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
    // The same again, as nearly always: what was packed of it is still good.
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
        // The answer may have been replaced meanwhile: its packed forms went with it.
        if (entry.packed === packed) this.#grow(entry, bytes.length)
      },
      () => delete packed[encoding],
    )
  }

  /** Counts what an entry holds more, and lets go of what is too much. */
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

/** An answer from memory as it was given, for it to be given again. */
export interface Replay {
  /** The operation that it answers, by its name among the routes. */
  operation: string
  /** Its key in the cache of answers, and its entity tag. */
  key: string
  tag: string
  /** The snapshot that its key names. */
  snapshot: Pick<Snapshot, 'id' | 'generatedAt'>
  /** How its body is compressed. */
  encoding: Encoding | null
  /** True: whatever the request accepts, it is this answer, as of a page. */
  takesAny: boolean
  /** Its headers, names and values in turn, but for those that each answer has of its own. */
  head: readonly string[]
  /** The same of an answer with status 304. */
  unchangedHead: readonly string[]
}

/** Headers that are never the same twice, and those that Node writes itself. */
const OWN = /^(?:x-request-id|x-ratelimit-.*|ratelimit.*|date|connection|keep-alive)$/
/** Headers that describe a body; the policy of content is for what shows the answer. */
const OF_BODY = /^content-(?!security-policy)/

/** The headers of an answer that can be given again, with and without its body. */
export function replayedHeads(
  headers: Readonly<Record<string, unknown>>,
): Pick<Replay, 'head' | 'unchangedHead'> {
  const lasting = Object.entries(headers).filter(([name]) => !OWN.test(name))
  const flat = (entries: readonly (readonly [string, unknown])[]) =>
    entries.flatMap(([name, value]) => [name, String(value)])
  return { head: flat(lasting), unchangedHead: flat(lasting.filter(([name]) => !OF_BODY.test(name))) }
}

/** What a replay answers. */
export interface Asked {
  /** The path and query as they were sent. */
  url: string
  tier: Tier
  /** The encoding that its Accept-Encoding chooses; a small body comes in none. */
  taken: Encoding | null
}

/** What can be given again, by what was asked. */
export interface Replays {
  keep(asked: Asked, replay: Replay): void
  find(asked: Asked): Replay | null
  /** True if something of this address is kept. */
  has(url: string): boolean
  /** True if what is kept of this address answers whatever a request accepts. */
  takesAny(url: string): boolean
}

/** Addresses that are kept: the hot ones are few, and a caller can spell one in any number of ways. */
const ADDRESSES = 2_000
/** Characters of an address at most. */
const LONGEST = 500

/** Holds replays by address, tier and encoding; of more addresses than are kept, the one asked for longest ago goes. */
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
