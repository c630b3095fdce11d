import type { Verdict } from './rate-limit.ts'
import { COST_WINDOW_SECONDS, WINDOW_SECONDS } from './rate-limit.ts'

/**
 * The headers of the caller's rate limit, for every answer, refusals and 304s included.
 * `X-RateLimit-*` are the customary three, Reset in seconds from now. `RateLimit-Policy` and `RateLimit` are the
 * structured fields of draft-ietf-httpapi-ratelimit-headers-09 (March 2025): q requests in w seconds, r left for
 * the next t seconds. `Retry-After` is there when the request was refused.
 */
export function rateLimitHeaders(verdict: Verdict): Record<string, string> {
  const { limit, remaining, resetSeconds, retryAfterSeconds } = verdict
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(resetSeconds),
    'RateLimit-Policy': `"default";q=${limit};w=${WINDOW_SECONDS}`,
    RateLimit: `"default";r=${remaining};t=${resetSeconds}`,
    ...(retryAfterSeconds === null ? {} : { 'Retry-After': String(retryAfterSeconds) }),
  }
}

/** The same two structured fields for a cost budget: a second policy, appended to the first. */
export function costLimitHeaders({ limit, remaining, resetSeconds }: Verdict): {
  'RateLimit-Policy': string
  RateLimit: string
} {
  return {
    'RateLimit-Policy': `"cost";q=${limit};w=${COST_WINDOW_SECONDS}`,
    RateLimit: `"cost";r=${remaining};t=${resetSeconds}`,
  }
}
