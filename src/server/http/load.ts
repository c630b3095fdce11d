import { performance } from 'node:perf_hooks'
import type { FastifyRequest } from 'fastify'
import { PequodError } from '../../errors.ts'
import { opensPage } from '../../pages/kit/opens-page.ts'
import { DOCUMENT_PATH } from '../../rest/openapi/document-path.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'

/** Why a request is not begun: it has waited too long, its caller has hung up meanwhile, or too many are under way. */
export type Overload = 'late' | 'gone' | 'crowded'

/** What is known of a request here: whether anybody is there still to answer. */
export interface Asked {
  readonly socket?: { readonly destroyed: boolean }
}

/** What of a process bounds the requests that it takes on. */
export interface LoadOptions {
  /** Requests that are under way at once, those that wait to be begun among them. */
  maxInFlight: number
  /** Milliseconds that a request may wait to be begun. */
  maxWaitMs: number
  /** Milliseconds from any start, never going back. @default performance.now */
  clock?: () => number
}

/** The requests that a process has taken on. */
export interface Load {
  /**
   * Takes a request on and begins it: at once where nobody waits, else in its turn. Answers null when it is begun, now
   * or before, or why it is refused.
   */
  begin(request: Asked): Overload | null | Promise<Overload | null>
  /** Takes on a request that needs next to no processor and begins it at once; false where there is no room for it. */
  take(request: object): boolean
  /** Ends a request, whether it was taken on or not, and however often. */
  end(request: object): void
  /** Notes a new connection. */
  connect(): void
  /** Requests that were taken on and have not ended. */
  readonly inFlight: number
}

interface Waiting {
  request: Asked
  since: number
  resolve(reason: Overload | null): void
}

/** Milliseconds of one turn of the event loop in which requests are begun as they are read. */
const SLICE = 10

/**
 * Bounds what a process takes on. What waits for a store that hangs grows in number, and the number is bounded. What
 * needs the processor is answered before the next request is read, so its number says nothing; the others would wait
 * where nobody sees them, in sockets and in the system's queue of new connections, of which a turn of the event loop
 * takes one. So a busy process only reads what comes, and begins one request a turn, in the order in which they came:
 * it knows how long each has waited, and refuses, at next to no cost, those that have waited too long. Those whose
 * callers have hung up meanwhile cost nothing.
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
    // Behind one connection there may be others, which get no answer before they are taken.
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

/** What refuses the requests that a process has no room for; all of it may be done twice to a request. */
export interface Shedding {
  /**
   * Begins a request to an endpoint; what is not for one passes. Null where it need not wait. Rejects with
   * SERVICE_UNAVAILABLE where there is no room: before the first look-up, and before its caller is counted.
   */
  enter(request: FastifyRequest): Promise<void> | null
  /** Ends one whose body is still to come: a slow sender takes up no room. It enters again when it is there. */
  awaitBody(request: FastifyRequest): void
  /** Ends it, once its answer is there: a stream that runs, and a caller that reads slowly, take up no room. */
  leave(request: FastifyRequest): void
}

/** What makes it. */
export interface SheddingOptions {
  load: Load
  metrics: Pick<ServiceMetrics, 'shed'>
}

/** Requests refused together are spread over this many seconds by Retry-After. */
const SPREAD = 5

/** Makes what refuses requests that come on top of a load that is as large as it may be. */
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

const DOORS = /^\/(?:v1|graphql|mcp|feeds)(?:[/?]|$)/

/**
 * True for a request to an endpoint, a feed, or a page that asks operations, rather than for a document, health or metrics. The route decides, not the address
 * as it was written: `/%761/leaderboard` and `http://host/v1/leaderboard` reach it too. Only what reaches no route
 * is known by its address.
 */
export function isForEndpoint(request: FastifyRequest): boolean {
  const { url, config } = request.routeOptions
  if (config?.isExplorer) return true
  if (!DOORS.test(url ?? request.url)) return false
  return url !== DOCUMENT_PATH && (url !== '/graphql' || !opensPage(request))
}
