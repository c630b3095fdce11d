import { Redis } from 'ioredis'

const CHANNEL = 'pequod:whale-alerts'
/** Timeout of a notification, in milliseconds. */
const WITHIN_MS = 1_000

/** Notifies every process that listens on this Redis. Failures are ignored: listeners also poll the store. */
export async function notifyRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: WITHIN_MS,
    commandTimeout: WITHIN_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  redis.on('error', () => undefined)
  try {
    await redis.connect()
    await redis.publish(CHANNEL, '')
  } catch {
    // `on('error')` reported it.
  } finally {
    redis.disconnect()
  }
}

/**
 * See above: listeners poll.
 * @param onRing called at each notification, and whenever some may have been missed
 * @returns ends it
 */
export function listenToRedis(url: string, onRing: () => void): () => void {
  const redis = new Redis(url, { retryStrategy: (attempt) => Math.min(attempt * 50, 1_000) })
  redis.on('error', () => undefined)
  redis.on('message', onRing)
  // At every connection, since earlier notifications may have been missed.
  const subscribe = () => redis.subscribe(CHANNEL).then(onRing, () => undefined)
  redis.on('ready', () => void subscribe())
  return () => redis.disconnect()
}
