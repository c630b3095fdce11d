import { performance } from 'node:perf_hooks'

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
