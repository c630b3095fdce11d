/** Slots are made this many numbers at a time: large enough to cost nothing a slot, small enough to waste little. */
const CHUNK_NUMBERS = 16_384

/** A caller's ring: `width` numbers of `times` from `start`, the first of them the index of the oldest hit. */
interface Slot {
  times: Float64Array
  start: number
}

/**
 * The times of each caller's last `limit` allowed hits, as rings in flat arrays: an object or array a caller would
 * take three times the memory. Callers are added and read, never removed; a whole log is dropped at once.
 */
export class HitLog {
  readonly #limit: number
  /** A ring's index and its `limit` times. */
  readonly #width: number
  readonly #perChunk: number
  readonly #slots = new Map<string, number>()
  readonly #chunks: Float64Array[] = []
  /** The time of the newest hit. */
  newest = Number.NEGATIVE_INFINITY

  constructor(limit: number) {
    this.#limit = limit
    this.#width = limit + 1
    this.#perChunk = Math.max(1, Math.floor(CHUNK_NUMBERS / this.#width))
  }

  /** How many callers the log holds. */
  get size(): number {
    return this.#slots.size
  }

  /** The caller's ring, or null if the log does not hold the caller. */
  find(caller: string): Slot | null {
    const number = this.#slots.get(caller)
    return number === undefined ? null : this.#slot(number)
  }

  /** A ring for a caller that the log does not hold: a copy of `from`, or empty. */
  add(caller: string, from: Slot | null): Slot {
    const number = this.#slots.size
    this.#slots.set(caller, number)
    const slot = this.#slot(number)
    if (from === null) slot.times.fill(Number.NEGATIVE_INFINITY, slot.start + 1, slot.start + this.#width)
    else slot.times.set(from.times.subarray(from.start, from.start + this.#width), slot.start)
    return slot
  }

  /** The time of the ring's nth hit from the oldest (0), −∞ where there was none. */
  at(slot: Slot, nth: number): number {
    const index = ((slot.times[slot.start] ?? 0) + nth) % this.#limit
    return slot.times[slot.start + 1 + index] ?? Number.NEGATIVE_INFINITY
  }

  /** Puts a hit in the oldest one's place. */
  push(slot: Slot, time: number): void {
    const oldest = slot.times[slot.start] ?? 0
    slot.times[slot.start + 1 + oldest] = time
    slot.times[slot.start] = (oldest + 1) % this.#limit
    this.newest = time
  }

  /** How many of the ring's hits are at or before a time; the ring is in order, so by halving. */
  countUntil(slot: Slot, time: number): number {
    let low = 0
    let high = this.#limit
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.at(slot, middle) <= time) low = middle + 1
      else high = middle
    }
    return low
  }

  #slot(number: number): Slot {
    const chunk = Math.floor(number / this.#perChunk)
    let times = this.#chunks[chunk]
    if (times === undefined) {
      times = new Float64Array(this.#perChunk * this.#width)
      this.#chunks.push(times)
    }
    return { times, start: (number % this.#perChunk) * this.#width }
  }
}
