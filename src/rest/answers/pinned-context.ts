import type { RequestContext } from '../../graph/kit/context.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'

/** A context whose newest snapshot is one that was taken before: what several requests share is read from one. */
export function pinnedContext(context: RequestContext, snapshot: Snapshot): RequestContext {
  return { ...context, snapshot: async (asOf = null) => (asOf === null ? snapshot : context.snapshot(asOf)) }
}
