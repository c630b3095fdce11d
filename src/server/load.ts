import { performance } from 'node:perf_hooks'

/** Why no further request is begun: one turn of the event loop is too long already, or too many are under way. */
export type Overload = 'late' | 'crowded'

/** What of a process bounds the requests that it begins. */
export interface LoadOptions {
  /** Requests that are worked on at once. */
  maxInFlight: number
  /** Milliseconds that one turn of the event loop is given for requests. */
  maxTurnMs: number
  /** Milliseconds from any start, never going back. @default performance.now */
  clock?: () => number
}

/** The requests that a process is working on. */
export interface Load {
  /** Begins a request, unless it must be refused: answers why, or null where it is under way, from now on or before. */
  begin(request: object): Overload | null
  /** Ends a request, whether it was begun or not, and however often. */
  end(request: object): void
  /** Requests that were begun and have not ended. */
  readonly inFlight: number
}

/**
 * Bounds what a process takes on, in two ways. What waits for others (a store that hangs) grows in number, and the
 * number is bounded. What needs the processor is answered before the next request is looked at, so its number says
 * nothing: where requests come faster than they are answered, all that came during one turn of the event loop are
 * answered in the next one, and turns grow longer without end. So a turn has so long for requests, and those that it has
 * no time left for are refused, which takes next to none. A stall that no request has caused refuses nobody.
 */
export function createLoad({ maxInFlight, maxTurnMs, clock = () => performance.now() }: LoadOptions): Load {
  const underWay = new Set<object>()
  let turnBegan: number | null = null
  const endTurn = () => {
    turnBegan = null
  }
  const isLate = () => {
    const now = clock()
    if (turnBegan === null) {
      turnBegan = now
      // Runs once everything has been handled that was there to be read.
      setImmediate(endTurn)
    }
    return now - turnBegan > maxTurnMs
  }
  return {
    begin(request) {
      if (underWay.has(request)) return null
      if (isLate()) return 'late'
      if (underWay.size >= maxInFlight) return 'crowded'
      underWay.add(request)
      return null
    },
    end: (request) => void underWay.delete(request),
    get inFlight() {
      return underWay.size
    },
  }
}
