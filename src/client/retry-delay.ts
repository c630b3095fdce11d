import type { RequestError } from './request-error.ts'

/** When a failed request is tried again. */
export interface RetryOptions {
  /** How often a request is tried again at most; 0 never. @default 3 */
  retries: number
  /** The longest wait for one retry, in milliseconds: if the service asks for more, its refusal is thrown. @default 30000 */
  maxRetryDelay: number
}

/** The first wait where the service names none, in milliseconds; it doubles with each retry. */
const FIRST_DELAY = 250
/** How much of a wait that the service names may be added to it: callers it refused together come back apart. */
const SPREAD = 0.25

/**
 * Milliseconds to wait before a request is tried again; null where it is not: it was refused for good, was tried often
 * enough, or the service asks for more patience than the options allow.
 * @param retry 0 before the first retry
 * @param random from 0 up to 1
 */
export function retryDelay(
  error: RequestError,
  retry: number,
  { retries, maxRetryDelay }: RetryOptions,
  random: number,
): number | null {
  if (retry >= retries || !isPassing(error)) return null
  if (error.retryAfter === null) return Math.min(maxRetryDelay, FIRST_DELAY * 2 ** retry) * (0.5 + random / 2)
  const asked = error.retryAfter * 1000
  return asked > maxRetryDelay ? null : Math.min(maxRetryDelay, asked * (1 + random * SPREAD))
}

/** Whether another try may fare better: the service is busy or away, a gateway cannot reach it, or nothing came. */
function isPassing({ code, status }: RequestError): boolean {
  if (status === null) return code === 'NETWORK' || code === 'TIMEOUT'
  return [429, 502, 503, 504].includes(status)
}
