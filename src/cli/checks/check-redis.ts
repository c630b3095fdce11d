import { Redis } from 'ioredis'
import { failureReason } from '../screen/failure-reason.ts'
import { type Check, fine, wrong } from './check.ts'

/** Timeout of the request, in milliseconds. */
const PATIENCE = 2_000

/** Whether Redis answers. The service runs without it, but each process then counts requests on its own. */
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
    return fine('Redis', 'answers')
  } catch (error) {
    const found = `does not answer (${reason || failureReason(error)})`
    return wrong('Redis', found, 'Start it, correct REDIS_URL, or unset it.')
  } finally {
    redis.disconnect()
  }
}
