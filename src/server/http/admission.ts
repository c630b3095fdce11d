import type { IncomingMessage } from 'node:http'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { createBearerVerifier } from '../../access/identity/bearer.ts'
import { refuseCredentialIn, type SignedLink, signedLinkIn } from '../../access/identity/hide-secrets.ts'
import { callerKey, clientAddress, type IdentifyDeps, identify } from '../../access/identity/identify.ts'
import { type SessionRequest, sessionTokenOf } from '../../access/identity/session-cookie.ts'
import type { RateLimiter } from '../../access/limits/rate-limit.ts'
import type { Caller } from '../../access/tier.ts'
import { createAccountCache } from '../../accounts/account-cache.ts'
import type { AccountStore } from '../../accounts/account-store.ts'
import type { Session, SessionStore } from '../../accounts/sessions.ts'
import { rateLimitHeaders } from '../../answers/headers.ts'
import type { Config, JwtConfig } from '../../config/config.ts'
import { PequodError } from '../../errors.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import { isForEndpoint } from './load.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Null unless it was admitted to an endpoint. A property: a weak map would keep each request past its answer. */
    caller: Caller | null
  }
}

export interface AdmissionOptions {
  config: Pick<Config, 'rateLimits' | 'trustProxy'>
  identify: Identify
  limiter: RateLimiter
  metrics: Pick<ServiceMetrics, 'rateLimited'>
}

export interface Admission {
  /**
   * Identifies the caller and counts the request, once, for any endpoint; other requests pass. The headers of the
   * caller's limit are on the reply before anything can fail. Rejects with UNAUTHENTICATED for wrong credentials, on
   * public paths too, which count for the address, and for credentials in the address; with RATE_LIMITED above the
   * limit; and with SERVICE_UNAVAILABLE if credentials cannot be checked.
   */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>
  callerOf(request: FastifyRequest): Caller
  /** Identifies the sender of a request again, without counting it. Rejects as `admit` does. */
  recheck(request: Pick<FastifyRequest, 'raw'>): Promise<Caller>
}

export function createAdmission(options: AdmissionOptions): Admission {
  return {
    async admit(request, reply) {
      if (!isForEndpoint(request)) return
      const asked = await identifyOrFail(request, options)
      const counted: Counted = 'caller' in asked ? asked.caller : asked.counted
      const { kind, limit } = counted
      const verdict = await options.limiter.hit(requestKey(counted), limit)
      reply.headers(rateLimitHeaders(verdict))
      if (!verdict.allowed) {
        options.metrics.rateLimited.inc({ caller: kind })
        throw aboveLimit(limit, verdict.retryAfterSeconds)
      }
      if ('failure' in asked) throw asked.failure
      // The first use of a caller's text: above the limit none is read.
      refuseCredentialIn(request.url)
      request.caller = asked.caller
    },
    callerOf: (request) => request.caller ?? notAdmitted(request),
    recheck: ({ raw }) => options.identify(raw, addressOf(raw, options)),
  }
}

type Counted = Pick<Caller, 'kind' | 'limiterKey' | 'limit' | 'hasSession'>

/** The key by which requests count: pages of a user have a limit of their own beside its programs, which share its costs. */
function requestKey({ limiterKey, hasSession = false }: Counted): string {
  return hasSession ? `${limiterKey} pages` : limiterKey
}

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

export interface CallersOptions {
  accounts: AccountStore
  /** Sessions of pages; null: nobody signs in there. */
  sessions: SessionStore | null
  config: Config
  log: FastifyBaseLogger
}

/** The part of a request that identifies its caller. */
export type Sent = Pick<IncomingMessage, 'rawHeaders'> & SessionRequest

const links = new WeakMap<Sent, SignedLink>()

/**
 * The address of a request without the token of a signed link, which is remembered for its caller to be identified by:
 * no log line, answer or cache ever holds it.
 */
export function withoutLink(request: Sent): string {
  const { url = '/' } = request
  const link = signedLinkIn(url)
  if (link === null) return url
  links.set(request, link)
  return link.path
}

/** Identifies the caller of a request from an address. Rejects with a PequodError for bad credentials. */
export type Identify = (request: Sent, address: string) => Promise<Caller>

/** Seconds after which a caller may try again when the store could not be asked. */
const RETRY_AFTER = 5

/** Tells who is calling by a request's headers, or its signed link, before anything else of it is read. */
export function createCallers({ accounts, sessions, config, log }: CallersOptions): Identify {
  const isSecure = config.publicUrl?.startsWith('https:') === true
  const deps: IdentifyDeps = {
    accounts: createAccountCache(accounts),
    bearer:
      config.jwt === null
        ? null
        : createBearerVerifier(config.jwt, { onUnreachable: warnOf(config.jwt, log) }),
    limits: config.rateLimits,
  }
  return async (request, address) => {
    const [authorization, apiKey] = [sent(request, 'authorization'), sent(request, 'x-api-key')]
    const link = links.get(request)
    try {
      const isAlone = authorization.length + apiKey.length === 0 && link === undefined
      const session = isAlone ? await sessionOf(request) : null
      return await identify({ authorization, apiKey, address, link, session }, deps)
    } catch (error) {
      throw error instanceof PequodError ? error : unchecked(error)
    }
  }

  async function sessionOf(request: Sent): Promise<Session | null> {
    if (sessions === null || request.headers.cookie === undefined) return null
    const token = sessionTokenOf(request, isSecure)
    return token === null ? null : sessions.find(token)
  }
}

function warnOf({ jwksUrl }: JwtConfig, log: FastifyBaseLogger) {
  return (reason: string) =>
    log.warn(
      { host: jwksUrl.host, reason },
      'bearer tokens cannot be checked: the keys at JWT_JWKS_URL are unreachable',
    )
}

/** A header's values as they were sent: Node keeps the first Authorization and drops the others without a word. */
function sent({ headers, rawHeaders }: Sent, name: string): string[] {
  if (headers[name] === undefined) return []
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
}

function unchecked(cause: unknown): PequodError {
  const message = 'Credentials cannot be checked now: the store is unavailable. Retry shortly.'
  return new PequodError('SERVICE_UNAVAILABLE', message, { cause, retryAfter: RETRY_AFTER })
}
