import type { FastifyRequest } from 'fastify'
import { PequodError } from '../../errors.ts'
import type { ServiceMetrics } from '../metrics/service-metrics.ts'
import { isForEndpoint } from './is-for-endpoint.ts'
import type { Load, Overload } from './load.ts'

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
