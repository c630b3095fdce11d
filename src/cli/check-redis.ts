import { Redis } from 'ioredis'
import type { Check } from './check.ts'

/** How long Redis may take to answer, in milliseconds. */
const PATIENCE = 2_000

/** Whether Redis answers. Without it the service goes on, but each process counts requests alone. */
export async function checkRedis(url: string): Promise<Check> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: PATIENCE,
    commandTimeout: PATIENCE,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  // Without a listener a failure would be printed a second time, with a stack.
  let reason = ''
  redis.on('error', (error) => {
    reason = error.message
  })
  try {
    await redis.connect()
    await redis.ping()
    return { name: 'Redis', state: 'fine', found: 'answers', mend: null }
  } catch (error) {
    const found = `does not answer (${reason || (error instanceof Error ? error.message : String(error))})`
    return { name: 'Redis', state: 'wrong', found, mend: 'Start it, correct REDIS_URL, or unset it.' }
  } finally {
    redis.disconnect()
  }
}
