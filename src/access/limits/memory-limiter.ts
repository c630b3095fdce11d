import { createCostBuckets } from './cost-buckets.ts'
import { HitLog } from './hit-log.ts'
import type { RateLimiter, Verdict } from './rate-limit.ts'
import { verdict, WINDOW_SECONDS } from './rate-limit.ts'

/** Options of a limiter in memory. */
export interface MemoryLimiterOptions {
  /** Milliseconds from any start, never going back. @default performance.now */
  clock?: () => number
}

/** A limiter that counts in this process. */
export interface MemoryLimiter extends RateLimiter {
  hit(caller: string, limit: number): Verdict
  spend(caller: string, cost: number, budget: number): Verdict
  /** How many callers are held: those of the last window, and at most those of the one before. */
  readonly tracked: number
}

const WINDOW = WINDOW_SECONDS * 1_000

/**
 * The logs of one limit's callers in two generations, each at least a window long. A caller that hits moves to the
 * young one; a caller that is only in the old one when generations change has been idle for a window and is dropped
 * with it, without looking at a single caller.
 */
class Generations {
  readonly limit: number
  #young: HitLog
  #old: HitLog
  #youngSince: number

  constructor(limit: number, now: number) {
    this.limit = limit
    this.#young = new HitLog(limit)
    this.#old = new HitLog(limit)
    this.#youngSince = now
  }

  get tracked(): number {
    return this.#young.size + this.#old.size
  }

  /** Drops the callers that no window reaches any more. */
  advance(now: number): void {
    if (now - this.#youngSince < WINDOW) return
    this.#old = now - this.#young.newest < WINDOW ? this.#young : new HitLog(this.limit)
    this.#young = new HitLog(this.limit)
    this.#youngSince = now
  }

  hit(caller: string, now: number): Verdict {
    const log = this.#young
    const slot = log.find(caller) ?? log.add(caller, this.#old.find(caller))
    const free = log.countUntil(slot, now - WINDOW)
    if (free > 0) log.push(slot, now)
    const newest = log.at(slot, this.limit - 1)
    // In this order: the window added to a fractional time may come out longer than it is.
    const left = (time: number) => (WINDOW - (now - time)) / 1_000
    return verdict(free > 0, this.limit, Math.max(0, free - 1), left(newest), left(log.at(slot, 0)))
  }
}

/**
 * The exact sliding-window limiter for one process: a ring of hit times a caller, about 170 bytes each, dropped when
 * the caller has been idle for a window. `hit` is synchronous, hence atomic.
 */
export function createMemoryLimiter(options: MemoryLimiterOptions = {}): MemoryLimiter {
  const clock = options.clock ?? (() => performance.now())
  // One a limit: there are as many limits as kinds of callers.
  const byLimit = new Map<number, Generations>()
  const costs = createCostBuckets(clock)
  return {
    get tracked() {
      return [...byLimit.values()].reduce((sum, { tracked }) => sum + tracked, costs.tracked)
    },
    spend: costs.spend,
    hit(caller, limit) {
      const now = clock()
      for (const generations of byLimit.values()) generations.advance(now)
      const generations = byLimit.get(limit) ?? new Generations(limit, now)
      byLimit.set(limit, generations)
      return generations.hit(caller, now)
    },
  }
}
