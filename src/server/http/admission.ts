import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { callerKey, clientAddress } from '../../access/identity/client-address.ts'
import { refuseCredentialIn } from '../../access/identity/credential-in-url.ts'
import type { RateLimiter } from '../../access/limits/rate-limit.ts'
import type { Caller } from '../../access/tier.ts'
import { rateLimitHeaders } from '../../answers/headers.ts'
import type { Config } from '../../config/config.ts'
import { PequodError } from '../../errors.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import type { Identify } from './callers.ts'
import { isForEndpoint } from './load.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null unless it was admitted to an endpoint. A property: a weak map would keep each request past its answer. */
    caller: Caller | null
  }
}

/** What admits a request. */
export interface AdmissionOptions {
  config: Pick<Config, 'rateLimits' | 'trustProxy'>
  identify: Identify
  limiter: RateLimiter
  metrics: Pick<ServiceMetrics, 'rateLimited'>
}

/** Admission to the endpoints. */
export interface Admission {
  /**
   * Tells who is calling and counts the request, once, whichever endpoint it is for; what is not for one passes. The
   * headers of the caller's limit are on the reply before anything can fail. Rejects with
   * UNAUTHENTICATED for wrong credentials, on public paths too, which count under the address, and for credentials in
   * the address, with RATE_LIMITED above the limit, and with SERVICE_UNAVAILABLE where credentials cannot be checked.
   */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  /** The caller of a request that was admitted to an endpoint. */
  callerOf(request: FastifyRequest): Caller
  /** Who the sender of a request is by now, without counting it again. Rejects as `admit` does for who it is not. */
  recheck(request: Pick<FastifyRequest, 'raw'>): Promise<Caller>
}

/** Makes the admission to the endpoints. */
export function createAdmission(options: AdmissionOptions): Admission {
  return {
    async admit(request, reply) {
      if (!isForEndpoint(request)) return
      const asked = await identifyOrFail(request, options)
      const { kind, limiterKey, limit } = 'caller' in asked ? asked.caller : asked.counted
      const verdict = await options.limiter.hit(limiterKey, limit)
      reply.headers(rateLimitHeaders(verdict))
      if (!verdict.allowed) {
        options.metrics.rateLimited.inc({ caller: kind })
        throw aboveLimit(limit, verdict.retryAfterSeconds)
      }
      if ('failure' in asked) throw asked.failure
      // The first look at a text of the caller's: above the limit none is read.
      refuseCredentialIn(request.url)
      request.caller = asked.caller
    },
    callerOf: (request) => request.caller ?? notAdmitted(request),
    recheck: ({ raw }) => options.identify(raw, addressOf(raw, options)),
  }
}

type Counted = Pick<Caller, 'kind' | 'limiterKey' | 'limit'>

async function identifyOrFail(
  request: FastifyRequest,
  options: AdmissionOptions,
): Promise<{ caller: Caller } | { failure: unknown; counted: Counted }> {
  const { config, identify } = options
  const address = addressOf(request.raw, options)
  try {
    return { caller: await identify(request.raw, address) }
  } catch (failure) {
    const limiterKey = callerKey({ kind: 'anonymous', address })
    return { failure, counted: { kind: 'anonymous', limiterKey, limit: config.rateLimits.anonymous } }
  }
}

function addressOf({ socket, headers }: IncomingMessage, { config }: AdmissionOptions): string {
  return clientAddress(socket.remoteAddress, headers['x-forwarded-for'], config.trustProxy)
}

function aboveLimit(limit: number, retryAfter: number | null): PequodError {
  const message = `The limit is ${limit} requests per second: retry after ${retryAfter} s.`
  return new PequodError('RATE_LIMITED', message, { retryAfter })
}

function notAdmitted(request: FastifyRequest): never {
  throw new Error(`${request.routeOptions.url ?? 'a path'} does not know its callers`)
}
