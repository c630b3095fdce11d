/** The length of the sliding window: limits are requests in any one second. */
export const WINDOW_SECONDS = 1

/** What the limiter says to one request. */
export interface Verdict {
  allowed: boolean
  /** Requests that the caller may make in any window. */
  limit: number
  /** Requests that the caller could still make at once. */
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
   * @param caller under what to count; see `caller-key.ts`
   * @param limit requests a second, a whole number from 1; the same caller always comes with the same limit
   */
  hit(caller: string, limit: number): Promise<Verdict> | Verdict
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
