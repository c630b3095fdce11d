import {
  COST_WINDOW_SECONDS,
  costVerdict,
  type RateLimiter,
  type Verdict,
  verdict,
  WINDOW_SECONDS,
} from './rate-limit.ts'

/** A limiter that counts in this process. */
export interface MemoryLimiter extends RateLimiter {
  hit(caller: string, limit: number): Verdict
  spend(caller: string, cost: number, budget: number): Verdict
  /** The number of tracked callers: those of the last window, and at most those of the one before. */
  readonly tracked: number
}

const WINDOW = WINDOW_SECONDS * 1_000
const COST_WINDOW = COST_WINDOW_SECONDS * 1_000

/**
 * Callers in two generations, each at least a window long. A returning caller moves to the young one; a caller only in
 * the old one has been idle for a window when generations change, and is dropped with it, without a scan of all
 * callers.
 */
class Generations<Held> {
  readonly #window: number
  #young = new Map<string, Held>()
  #old = new Map<string, Held>()
  #youngSince: number
  #newest = Number.NEGATIVE_INFINITY

  constructor(window: number, now: number) {
    this.#window = window
    this.#youngSince = now
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }

  get(caller: string, now: number): Held | undefined {
    if (now - this.#youngSince >= this.#window) {
      this.#old = now - this.#newest < this.#window ? this.#young : new Map()
      this.#young = new Map()
      this.#youngSince = now
    }
    return this.#young.get(caller) ?? this.#old.get(caller)
  }

  keep(caller: string, held: Held, now: number): void {
    this.#young.set(caller, held)
    this.#newest = now
  }
}

/**
 * The exact sliding-window limiter for one process. It stores the times of a caller's last `limit` allowed hits, oldest
 * first, and the time when a caller's cost bucket, which drains evenly, is empty again. Both are synchronous, hence
 * atomic.
 * @param options.clock milliseconds from any start, monotonic
 */
export function createMemoryLimiter({ clock = () => performance.now() } = {}): MemoryLimiter {
  const hits = new Generations<number[]>(WINDOW, clock())
  const buckets = new Generations<number>(COST_WINDOW, clock())
  return {
    get tracked() {
      return hits.size + buckets.size
    },
    hit(caller, limit) {
      const now = clock()
      const held = hits.get(caller, now)
      const times = held?.length === limit ? held : noHits(limit)
      let free = 0
      while (free < limit && Number(times[free]) <= now - WINDOW) free++
      if (free > 0) push(times, now)
      hits.keep(caller, times, now)
      // In this order: the window added to a fractional time may come out longer than it is.
      const left = (time = Number.NEGATIVE_INFINITY) => (WINDOW - (now - time)) / 1_000
      return verdict(free > 0, limit, Math.max(0, free - 1), left(times.at(-1)), left(times[0]))
    },
    spend(caller, cost, budget) {
      const now = clock()
      const used = Math.max(0, (buckets.get(caller, now) ?? now) - now)
      const wanted = (cost / budget) * COST_WINDOW
      const allowed = used + wanted <= COST_WINDOW
      const after = allowed ? used + wanted : used
      buckets.keep(caller, now + after, now)
      return costVerdict(allowed, budget, after / 1_000, wanted / 1_000)
    },
  }
}

/** An empty list, allocated as doubles: an array that grows takes three times the memory. */
function noHits(limit: number): number[] {
  return new Array<number>(limit).fill(Number.NEGATIVE_INFINITY)
}

/** Drops the oldest time for a new one. */
function push(times: number[], time: number): void {
  for (let i = 1; i < times.length; i++) times[i - 1] = Number(times[i])
  times[times.length - 1] = time
}
