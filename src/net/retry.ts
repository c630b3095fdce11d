import { setTimeout as sleep } from 'node:timers/promises'
import { RpcFailure } from './rpc-failure.ts'

export interface RetryPolicy {
  /** Attempts in all, 1 or more. @default 8 */
  attempts: number
  /** Milliseconds before the second attempt; doubled for each later one. @default 250 */
  baseMs: number
  /** The longest pause of our own choosing, in milliseconds. @default 30000 */
  maxMs: number
  /** The longest honored Retry-After, in milliseconds. @default 120000 */
  maxRetryAfterMs: number
}

export const DEFAULT_RETRY: RetryPolicy = {
  attempts: 8,
  baseMs: 250,
  maxMs: 30_000,
  maxRetryAfterMs: 120_000,
}

/**
 * Milliseconds to wait after failure number `failures` (from 1): exponential, with a random upper half so that clients
 * do not return together; never earlier than the node requested. `random` is 0 to 1.
 */
export function pauseAfter(
  failures: number,
  retryAfterMs: number | null,
  policy: RetryPolicy,
  random: number,
): number {
  const full = Math.min(policy.maxMs, policy.baseMs * 2 ** (failures - 1))
  const own = full / 2 + (full / 2) * random
  return Math.max(own, Math.min(retryAfterMs ?? 0, policy.maxRetryAfterMs))
}

/**
 * Runs the work, again after each RpcFailure that `again` accepts as temporary, until the attempts are used up; then
 * throws the last failure. Any other error, an abort too, is thrown immediately.
 */
export async function retry<T>(
  work: () => Promise<T>,
  again: (failure: RpcFailure) => boolean,
  { policy = DEFAULT_RETRY, signal }: { policy?: RetryPolicy; signal?: AbortSignal | undefined } = {},
): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof RpcFailure) || !again(error) || failures >= policy.attempts) throw error
      const pause = pauseAfter(failures, error.retryAfterMs, policy, Math.random())
      await sleep(pause, undefined, signal === undefined ? {} : { signal })
    }
  }
}
