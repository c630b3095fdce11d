import { performance } from 'node:perf_hooks'
import type { FastifyRequest } from 'fastify'
import { PequodError } from '../../errors.ts'
import { opensPage } from '../../pages/kit/send-page.ts'
import { DOCUMENT_PATH } from '../../rest/register-rest.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'

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

export interface SheddingOptions {
  load: Load
  metrics: Pick<ServiceMetrics, 'shed'>
}

/** Retry-After spreads requests refused together over this number of seconds. */
const SPREAD = 5

/** Refuses requests above the process's limits. */
export function shedLoad({ load, metrics }: SheddingOptions): Shedding {
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
export function isForEndpoint(request: FastifyRequest): boolean {
  const { url, config } = request.routeOptions
  if (config?.isExplorer) return true
  if (!DOORS.test(url ?? request.url)) return false
  return url !== DOCUMENT_PATH && (url !== '/graphql' || !opensPage(request))
}
