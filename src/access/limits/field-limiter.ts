import type { GraphQLResolveInfo } from 'graphql'
import type { Store } from 'graphql-rate-limit'
import { getGraphQLRateLimiter } from 'graphql-rate-limit'
import { PequodError } from '../../errors.ts'
import type { Caller } from '../tier.ts'
import type { RateLimiter } from './rate-limit.ts'
import { WINDOW_SECONDS } from './rate-limit.ts'

/** A call of a costly field that wants to be counted. */
export interface FieldCall {
  caller: Caller
  info: GraphQLResolveInfo
}

/** Counts one call of a field. Rejects with RATE_LIMITED and a retry time when the caller has used up its window. */
export type FieldLimiter = (call: FieldCall) => Promise<void>

/** Later than any window's start, whatever the clock says. */
const STILL_COUNTS = Number.MAX_SAFE_INTEGER

/**
 * A store that takes the hit when it is asked for the earlier ones, in one step of the limiter below: the package
 * itself reads first and writes later, and concurrent calls would all read the same.
 */
function atomicStore(limiter: RateLimiter, limit: number): Store {
  return {
    async getForIdentity(identity) {
      const name = `field:${identity.fieldIdentity}:${identity.contextIdentity}`
      const { allowed, remaining } = await limiter.hit(name, limit)
      return Array<number>(allowed ? limit - remaining - 1 : limit).fill(STILL_COUNTS)
    },
    setForIdentity: () => undefined,
  }
}

/**
 * A limit on single fields: each caller may call each of them as often in a second as it may make requests, so that
 * aliases buy nothing. Counted by the limiter of the requests, under names of its own, hence shared where that is.
 */
export function createFieldLimiter(limiter: RateLimiter): FieldLimiter {
  return async ({ caller, info }) => {
    const limited = getGraphQLRateLimiter({
      identifyContext: () => caller.limiterKey,
      store: atomicStore(limiter, caller.limit),
    })
    const options = { max: caller.limit, window: `${WINDOW_SECONDS}s` }
    if ((await limited({ parent: null, args: {}, context: caller, info }, options)) === undefined) return
    const message = `The limit for ${info.fieldName} is ${caller.limit} calls per second, counted over all aliases and requests: retry shortly.`
    // The window is one second, so whole seconds leave one answer.
    throw new PequodError('RATE_LIMITED', message, { retryAfter: WINDOW_SECONDS })
  }
}
