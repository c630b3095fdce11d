import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerKey } from '../access/caller-key.ts'
import { clientAddress } from '../access/client-address.ts'
import type { RateLimiter } from '../access/rate-limit.ts'
import { rateLimitHeaders } from '../access/rate-limit-headers.ts'
import type { Caller } from '../access/tier.ts'
import type { Config } from '../config.ts'
import { PequodError } from '../errors.ts'
import type { Identify } from './callers.ts'
import { opensPage } from './opens-page.ts'
import type { ServiceMetrics } from './service-metrics.ts'

/** What admits a request. */
export interface AdmissionOptions {
  config: Pick<Config, 'rateLimits' | 'trustProxy'>
  identify: Identify
  limiter: RateLimiter
  metrics: Pick<ServiceMetrics, 'rateLimited'>
}

/** The way in to both doors. */
export interface Admission {
  /**
   * Tells who is calling and counts the request, once, whichever door it is for; what is not for a door passes. The
   * headers that say where the caller stands are on the reply before anything can fail. Rejects with
   * UNAUTHENTICATED for wrong credentials, on public paths too, which count under the address, with RATE_LIMITED
   * above the limit, and with SERVICE_UNAVAILABLE where credentials cannot be checked.
   */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** The caller of a request that was admitted to a door. */
  callerOf(request: FastifyRequest): Caller
}

const DOORS = /^\/(?:v1|graphql)(?:[/?]|$)/

/** Makes the way in to both doors. */
export function createAdmission(options: AdmissionOptions): Admission {
  const callers = new WeakMap<FastifyRequest, Caller>()
  return {
    async admit(request, reply) {
      if (!isForDoor(request)) return
      const asked = await identifyOrFail(request, options)
      const { kind, limiterKey, limit } = 'caller' in asked ? asked.caller : asked.counted
      const verdict = await options.limiter.hit(limiterKey, limit)
      reply.headers(rateLimitHeaders(verdict))
      if (!verdict.allowed) {
        options.metrics.rateLimited.inc({ caller: kind })
        throw aboveLimit(limit, verdict.retryAfterSeconds)
      }
      if ('failure' in asked) throw asked.failure
      callers.set(request, asked.caller)
    },
    callerOf: (request) => callers.get(request) ?? notAdmitted(request),
  }
}

/**
 * The route decides, not the address as it was written: `/%761/leaderboard` and `http://host/v1/leaderboard` reach
 * the door too. Only what reaches no route is known by its address.
 */
function isForDoor(request: FastifyRequest): boolean {
  if (!DOORS.test((request.is404 ? undefined : request.routeOptions.url) ?? request.url)) return false
  return request.routeOptions.url !== '/graphql' || !opensPage(request)
}

type Counted = Pick<Caller, 'kind' | 'limiterKey' | 'limit'>

async function identifyOrFail(
  request: FastifyRequest,
  { config, identify }: AdmissionOptions,
): Promise<{ caller: Caller } | { failure: unknown; counted: Counted }> {
  const address = clientAddress(request.ip, request.headers['x-forwarded-for'], config.trustProxy)
  try {
    return { caller: await identify(request, address) }
  } catch (failure) {
    const limiterKey = callerKey({ kind: 'anonymous', address })
    return { failure, counted: { kind: 'anonymous', limiterKey, limit: config.rateLimits.anonymous } }
  }
}

function aboveLimit(limit: number, retryAfter: number | null): PequodError {
  const message = `At most ${limit} requests a second are allowed here; try again after ${retryAfter} s.`
  return new PequodError('RATE_LIMITED', message, { retryAfter })
}

function notAdmitted(request: FastifyRequest): never {
  throw new Error(`${request.routeOptions.url ?? 'a path'} does not know its callers`)
}
