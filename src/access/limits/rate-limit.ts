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
   * @param caller the key to count by; see `client-address.ts`
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
