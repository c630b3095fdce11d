import type { Caller } from '../access/tier.ts'
import { PequodError } from '../errors.ts'
import type { Snapshot, SnapshotReader } from '../store/snapshot-reader.ts'
import { createLoaders, type Loaders } from './loaders.ts'

/** What every resolver of one request shares. */
export interface RequestContext {
  /** Who asks: tier rules look here and nowhere else. */
  readonly caller: Caller
  readonly reader: SnapshotReader
  /**
   * The snapshot that the whole request reads, taken at the first call.
   * @throws PequodError SERVICE_UNAVAILABLE before the first refresh
   */
  snapshot(): Promise<Snapshot>
  /** Batched reads of that snapshot. */
  readonly loaders: Loaders
}

/** What a request's context is made of. */
export interface RequestContextOptions {
  reader: SnapshotReader
  caller: Caller
}

/** Seconds after which asking again makes sense while nothing was computed yet. */
const RETRY_AFTER = 5

/** The context of one request; nothing is read before a resolver asks for it. */
export function createRequestContext({ reader, caller }: RequestContextOptions): RequestContext {
  let taken: Promise<Snapshot> | null = null
  const snapshot = () => {
    taken ??= takeSnapshot(reader)
    return taken
  }
  return { caller, reader, snapshot, loaders: createLoaders(reader, snapshot) }
}

async function takeSnapshot(reader: SnapshotReader): Promise<Snapshot> {
  const snapshot = await reader.current()
  if (snapshot) return snapshot
  throw new PequodError(
    'SERVICE_UNAVAILABLE',
    'Nothing has been computed yet: ingest data, then run pequod refresh.',
    {
      retryAfter: RETRY_AFTER,
    },
  )
}
