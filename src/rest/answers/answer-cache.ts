import type { Encoding } from './choose-encoding.ts'
import { packBody } from './pack-body.ts'

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

/** Answers by what they depend on, in this process's memory, each made once however many ask for it at a time. */
export class AnswerCache {
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
