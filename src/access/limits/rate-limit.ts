/** The length of the sliding window: limits are requests in any one second. */
export const WINDOW_SECONDS = 1

/** Seconds in which a spent cost budget is whole again. */
export const COST_WINDOW_SECONDS = 60

/** What the limiter says to one request, or of one cost: both count, requests by the second, costs by the minute. */
export interface Verdict {
  allowed: boolean
  /** Requests that the caller may make in any window; of a cost, the budget. */
  limit: number
  /** Requests that the caller could still make immediately, or the cost it could spend, rounded down. */
  remaining: number
  /** Whole seconds until the whole limit is free again if the caller makes no further request; at least 1. */
  resetSeconds: number
  /** Whole seconds after which a request will be allowed, at least 1; null if this one was. */
  retryAfterSeconds: number | null
}

/**
 * An exact sliding window: in no window of one second, [t, t + 1 s), are more than `limit` requests of a caller
 * allowed. Refused requests do not count, so that a caller that keeps trying is not shut out for ever.
 */
export interface RateLimiter {
  /**
   * Counts one request, atomically.
   * @param caller under what to count; see `client-address.ts`
   * @param limit requests a second, a whole number from 1; the same caller always comes with the same limit
   */
  hit(caller: string, limit: number): Promise<Verdict> | Verdict
  /**
   * Spends a cost, atomically, or nothing where too little is left. What is spent comes back evenly: a budget that is used up
   * is whole again after a minute, so no minute sees more than twice the budget.
   * @param cost more than 0, at most the budget
   * @param budget the same caller always comes with the same one
   */
  spend(caller: string, cost: number, budget: number): Promise<Verdict> | Verdict
}

/**
 * A verdict on a cost.
 * @param used how full the budget's bucket is after it, in seconds of the window
 * @param wanted the cost in the same seconds
 */
export function costVerdict(allowed: boolean, budget: number, used: number, wanted: number): Verdict {
  const left = Math.max(0, Math.floor((1 - used / COST_WINDOW_SECONDS) * budget))
  return verdict(allowed, budget, left, used, used + wanted - COST_WINDOW_SECONDS)
}

/** A verdict from exact times: what is left of the window for the newest and for the deciding hit, in seconds. */
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
