import { COST_WINDOW_SECONDS, costVerdict, type Verdict } from './rate-limit.ts'

const WINDOW = COST_WINDOW_SECONDS * 1_000

/** What callers have spent of their cost budgets, in this process. */
export interface CostBuckets {
  spend(caller: string, cost: number, budget: number): Verdict
  /** How many callers are held: at most those of the last two windows. */
  readonly tracked: number
}

/**
 * A bucket a caller that drains evenly, kept as the time at which it is empty again. A bucket that nobody touched for a window is
 * empty: callers are held in two generations, and the older one is dropped whole.
 * @param clock milliseconds from any start, never going back
 */
export function createCostBuckets(clock: () => number): CostBuckets {
  let young = new Map<string, number>()
  let old = new Map<string, number>()
  let youngSince = clock()
  return {
    get tracked() {
      return young.size + old.size
    },
    spend(caller, cost, budget) {
      const now = clock()
      if (now - youngSince >= WINDOW) {
        old = now - youngSince >= 2 * WINDOW ? new Map() : young
        young = new Map()
        youngSince = now
      }
      const used = Math.max(0, (young.get(caller) ?? old.get(caller) ?? now) - now)
      const wanted = (cost / budget) * WINDOW
      const allowed = used + wanted <= WINDOW
      const after = allowed ? used + wanted : used
      young.set(caller, now + after)
      return costVerdict(allowed, budget, after / 1_000, wanted / 1_000)
    },
  }
}
