import { Redis } from 'ioredis'

const CHANNEL = 'pequod:whale-alerts'
/** The longest that telling of new alerts may take, in milliseconds. */
const WITHIN_MS = 1_000

/**
 * Tells every process that listens on this Redis that the store holds new alerts. A Redis that is away is no failure:
 * whoever listens looks at the store now and then as well.
 */
export async function ringRedis(url: string): Promise<void> {
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
    // Told above.
  } finally {
    redis.disconnect()
  }
}

/**
 * Listens for {@link ringRedis}; reconnects by itself for as long as it takes.
 * @param onRing called at each ring, and whenever rings may have been missed
 * @returns ends it
 */
export function listenToRedis(url: string, onRing: () => void): () => void {
  const redis = new Redis(url, { retryStrategy: (attempt) => Math.min(attempt * 50, 1_000) })
  redis.on('error', () => undefined)
  redis.on('message', onRing)
  // At the first connection and at each one after it: only then is it sure that nothing passes unheard.
  const subscribe = () => redis.subscribe(CHANNEL).then(onRing, () => undefined)
  redis.on('ready', () => void subscribe())
  return () => redis.disconnect()
}
