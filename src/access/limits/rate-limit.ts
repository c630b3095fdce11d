import { defined } from '../../checks.ts'

/** The length of the sliding window: limits are requests in any one second. */
export const WINDOW_SECONDS = 1

/** Seconds until a spent cost budget is full again. */
export const COST_WINDOW_SECONDS = 60

/** The limiter's decision on a request or a cost: requests count by the second, costs by the minute. */
export interface Verdict {
  allowed: boolean
  /** Requests that the caller may make in any window; of a cost, the budget. */
  limit: number
  /** Requests that the caller could still make immediately, or the cost that it could spend, rounded down. */
  remaining: number
  /** Whole seconds until the full limit is available if the caller makes no further request; at least 1. */
  resetSeconds: number
  /** Whole seconds after which a request will be allowed, at least 1; null if this one was. */
  retryAfterSeconds: number | null
}

/**
 * An exact sliding window: in no window of one second, [t, t + 1 s), are more than `limit` requests of a caller
 * allowed. Refused requests do not count, so that a caller that keeps trying is not locked out forever.
 */
export interface RateLimiter {
  /**
   * Counts one request, atomically.
   * @param caller the key to count by; see `identify.ts`
   * @param limit requests a second, a whole number from 1; always the same for a caller
   */
  hit(caller: string, limit: number): Promise<Verdict> | Verdict
  /**
   * Spends a cost, atomically, or nothing if too little is left. The budget refills evenly: a spent one is full again
   * after a minute, so no minute sees more than twice the budget.
   * @param cost more than 0, at most the budget
   * @param budget always the same for a caller
   */
  spend(caller: string, cost: number, budget: number): Promise<Verdict> | Verdict
}

/**
 * A verdict on a cost.
 * @param used the fill of the budget's bucket after it, in seconds of the window
 * @param wanted the cost in the same seconds
 */
export function costVerdict(allowed: boolean, budget: number, used: number, wanted: number): Verdict {
  const left = Math.max(0, Math.floor((1 - used / COST_WINDOW_SECONDS) * budget))
  return verdict(allowed, budget, left, used, used + wanted - COST_WINDOW_SECONDS)
}

/** A verdict from exact times: the rest of the window for the newest and for the deciding hit, in seconds. */
export function verdict(
  allowed: boolean,
  limit: number,
  remaining: number,
  secondsToEmpty: number,
  secondsToNext: number,
): Verdict {
  return {
    allowed,
    limit,
    remaining,
    resetSeconds: Math.max(1, Math.ceil(secondsToEmpty)),
    retryAfterSeconds: allowed ? null : Math.max(1, Math.ceil(secondsToNext)),
  }
}

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
 * The exact sliding-window limiter for one process. It stores the times of a caller's last `limit` allowed hits, and
 * the time when a caller's cost bucket, which drains evenly, is empty again. Both are synchronous, hence
 * atomic.
 * @param options.clock milliseconds from any start, monotonic
 */
export function createMemoryLimiter({ clock = () => performance.now() } = {}): MemoryLimiter {
  const hits = new Generations<Ring>(WINDOW, clock())
  const buckets = new Generations<number>(COST_WINDOW, clock())
  return {
    get tracked() {
      return hits.size + buckets.size
    },
    hit(caller, limit) {
      const now = clock()
      const held = hits.get(caller, now)
      const ring = held?.length === limit + 1 ? held : noHits(limit)
      const free = freePlaces(ring, now - WINDOW)
      if (free > 0) push(ring, now)
      hits.keep(caller, ring, now)
      // In this order: the window added to a fractional time may come out longer than it is.
      const left = (place: number) => (WINDOW - (now - timeAt(ring, place))) / 1_000
      return verdict(free > 0, limit, Math.max(0, free - 1), left(limit - 1), left(0))
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

/**
 * The index of the oldest time, then the times of as many hits as are allowed, each at the place of the one it replaced: so
 * a hit costs little at any limit.
 */
type Ring = number[]

/** An empty ring, allocated as doubles: an array that grows takes three times the memory. */
function noHits(limit: number): Ring {
  const ring = new Array<number>(limit + 1).fill(Number.NEGATIVE_INFINITY)
  ring[0] = 1
  return ring
}

/** A time by its place, 0 for the oldest. */
function timeAt(ring: Ring, place: number): number {
  return defined(ring[1 + ((defined(ring[0]) - 1 + place) % (ring.length - 1))])
}

/** Counts the times up to one, by binary search. */
function freePlaces(ring: Ring, upTo: number): number {
  let [low, high] = [0, ring.length - 1]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (timeAt(ring, middle) > upTo) high = middle
    else low = middle + 1
  }
  return low
}

function push(ring: Ring, time: number): void {
  const oldest = defined(ring[0])
  ring[oldest] = time
  ring[0] = oldest === ring.length - 1 ? 1 : oldest + 1
}
