import { Redis } from 'ioredis'

/** Options of the connection. */
export interface LimiterRedisOptions {
  /** Called with every connection failure; its text may contain the address and must not reach callers. */
  onError: (error: Error) => void
  /** The longest that a request waits for Redis before its process decides alone, in milliseconds. @default 250 */
  timeoutMs?: number
}

/**
 * A connection for the limiter: nothing is queued while Redis is unavailable and no answer is waited for long, so a request
 * is never held up by it; it reconnects by itself for as long as it takes. Whoever starts serving waits for its
 * `ready` first, or the first requests are counted by the process alone; `disconnect()` ends it.
 * @param url `redis://` or `rediss://`
 */
export function connectLimiterRedis(url: string, options: LimiterRedisOptions): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: options.timeoutMs ?? 250,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 50, 1_000),
  })
  redis.on('error', options.onError)
  return redis
}
