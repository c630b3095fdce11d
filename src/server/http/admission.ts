import type { IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { createBearerVerifier } from '../../access/identity/bearer.ts'
import { refuseCredentialIn, type SignedLink, signedLinkIn } from '../../access/identity/hide-secrets.ts'
import { callerKey, clientAddress, type IdentifyDeps, identify } from '../../access/identity/identify.ts'
import { type SessionRequest, sessionTokenOf } from '../../access/identity/session-cookie.ts'
import type { RateLimiter } from '../../access/limits/rate-limit.ts'
import type { Caller } from '../../access/tier.ts'
import type { AccountStore } from '../../accounts/account-store.ts'
import { createAccountCache } from '../../accounts/accounts.ts'
import type { Session, SessionStore } from '../../accounts/sessions.ts'
import { rateLimitHeaders } from '../../answers/headers.ts'
import type { Config, JwtConfig } from '../../config/config.ts'
import { PequodError } from '../../errors.ts'
import { opensPage } from '../../pages/kit/send-page.ts'
import { DOCUMENT_PATH } from '../../rest/register-rest.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'

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

/**
 * The reason that a request is not begun: it waited too long, its caller has disconnected, or too many are in progress.
 */
export type Overload = 'late' | 'gone' | 'crowded'

/** Whether a request's caller is still connected. */
export interface Asked {
  readonly socket?: { readonly destroyed: boolean }
}

/** Limits of the requests that a process accepts. */
export interface LoadOptions {
  /** Requests in progress, including those that wait to begin. */
  maxInFlight: number
  /** Milliseconds that a request may wait to begin. */
  maxWaitMs: number
  /** Milliseconds from any start, monotonic. @default performance.now */
  clock?: () => number
}

/** The requests that a process has accepted. */
export interface Load {
  /**
   * Accepts a request and begins it: immediately if none waits, else in its turn. Returns null once it has begun, or
   * the reason of its refusal.
   */
  begin(request: Asked): Overload | null | Promise<Overload | null>
  /** Accepts a request that needs almost no processor and begins it immediately; false if there is no room for it. */
  take(request: object): boolean
  /** Ends a request, accepted or not, any number of times. */
  end(request: object): void
  connect(): void
  /** Requests that were accepted and have not ended. */
  readonly inFlight: number
}

interface Waiting {
  request: Asked
  since: number
  resolve(reason: Overload | null): void
}

/** Milliseconds per turn of the event loop for beginning requests as they are read. */
const SLICE = 10

/**
 * Bounds the work that a process accepts. Requests that wait for a hanging store pile up, so their number is bounded.
 * Requests that need the processor are answered before the next one is read, so their number says nothing; the others
 * would wait invisibly, in sockets and in the system's queue of new connections, from which the event loop takes one a
 * turn. So a busy process only reads requests, and begins one a turn, in order of arrival: it knows how long each has
 * waited, and refuses, at almost no cost, those that waited too long. Requests with a disconnected caller cost nothing.
 */
export function createLoad({ maxInFlight, maxWaitMs, clock = () => performance.now() }: LoadOptions): Load {
  const underWay = new Set<object>()
  const waiting: Waiting[] = []
  let turnBegan: number | null = null
  let begunAt = Number.NEGATIVE_INFINITY
  let isConnected = false

  const endTurn = () => {
    turnBegan = null
  }
  /** True while this turn may begin requests as they are read. */
  const isEarly = (now: number) => {
    if (turnBegan === null) {
      turnBegan = now
      setImmediate(endTurn)
    }
    return now - turnBegan < SLICE
  }
  const take = (request: object) => {
    if (underWay.size >= maxInFlight) return false
    underWay.add(request)
    return true
  }
  const beginNext = () => {
    const now = clock()
    // More connections may be queued, which get no answer until they are accepted.
    const goesFirst = isConnected && now - begunAt < 2 * SLICE
    isConnected = false
    if (!goesFirst) {
      begunAt = now
      let next = waiting.shift()
      while (next !== undefined && settle(next, now) === 'gone') next = waiting.shift()
    }
    if (waiting.length > 0) setImmediate(beginNext)
  }
  const settle = ({ request, since, resolve }: Waiting, now: number) => {
    const isGone = request.socket?.destroyed === true
    const reason = isGone ? 'gone' : now - since > maxWaitMs ? 'late' : null
    if (reason !== null) underWay.delete(request)
    resolve(reason)
    return reason
  }
  return {
    begin(request) {
      if (underWay.has(request)) return null
      if (!take(request)) return 'crowded'
      const since = clock()
      if (waiting.length === 0 && isEarly(since)) return null
      if (waiting.length === 0) setImmediate(beginNext)
      return new Promise((resolve) => void waiting.push({ request, since, resolve }))
    },
    take,
    end: (request) => void underWay.delete(request),
    connect() {
      isConnected = true
    },
    get inFlight() {
      return underWay.size
    },
  }
}

/** Refuses requests that a process has no room for; each method may run twice for a request. */
export interface Shedding {
  /**
   * Begins a request to an endpoint; others pass. Null if it need not wait. Rejects with SERVICE_UNAVAILABLE without
   * room, before the first look-up and before its caller is counted.
   */
  enter(request: FastifyRequest): Promise<void> | null
  /**
   * Suspends a request whose body is still arriving, so that a slow sender takes no room. It enters again once the body
   * is complete.
   */
  awaitBody(request: FastifyRequest): void
  /** Ends it once its answer is ready, so that a running stream or a slow reader takes no room. */
  leave(request: FastifyRequest): void
}

/** Retry-After spreads requests refused together over this number of seconds. */
const SPREAD = 5

/** Refuses requests above the process's limits. */
export function shedLoad({ load, metrics }: { load: Load; metrics: Pick<ServiceMetrics, 'shed'> }): Shedding {
  let refused = 0
  const settled = async (overload: Overload | Promise<Overload | null>) => {
    const reason = await overload
    if (reason === null) return
    metrics.shed.inc({ reason })
    throw overloaded(1 + (refused++ % SPREAD))
  }
  return {
    enter(request) {
      const overload = isForEndpoint(request) ? load.begin(request.raw) : null
      return overload === null ? null : settled(overload)
    },
    awaitBody({ raw }) {
      const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
      if (length !== undefined || encoding !== undefined) load.end(raw)
    },
    leave: ({ raw }) => load.end(raw),
  }
}

function overloaded(retryAfter: number): PequodError {
  const message = `The service is overloaded: retry after ${retryAfter} s.`
  return new PequodError('SERVICE_UNAVAILABLE', message, { retryAfter })
}

const DOORS = /^\/(?:v1|graphql|mcp|feeds|log)(?:[/?]|$)/

/**
 * True for a request to an endpoint, a feed, the log of days, or a page that runs operations, rather than for a document, health or
 * metrics. The route decides, not the written address: `/%761/leaderboard` and `http://host/v1/leaderboard` reach it
 * too. Only without a route does the address decide.
 */
function isForEndpoint(request: FastifyRequest): boolean {
  const { url, config } = request.routeOptions
  if (config?.isExplorer) return true
  if (!DOORS.test(url ?? request.url)) return false
  return url !== DOCUMENT_PATH && (url !== '/graphql' || !opensPage(request))
}
