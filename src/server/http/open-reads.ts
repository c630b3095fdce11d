import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../clock.ts'
import { createReader } from '../../refresh/ask/create-reader.ts'
import type { Database } from '../../store/engine/database.ts'
import { openReplica, type Replica } from '../../store/engine/replica.ts'
import type { ComputeAsOf } from '../../store/snapshot/read-as-of.ts'
import type { SnapshotReader } from '../../store/snapshot/snapshot-reader.ts'
import { type AlertDesk, createAlertDesk } from '../../whales/alerts/alert-desk.ts'

/** What a request reads with, from its first statement to its last. */
export interface Reads {
  reader: SnapshotReader
  whales: AlertDesk
}

/** The service's ways to read the store. */
export interface OpenReads {
  /** The replica while it is current, else the primary. */
  pick(): Reads
  /** Null without a replica. */
  replica: Replica | null
  close(): Promise<void>
}

/** What reading needs of the service around it. */
export interface OpenReadsOptions {
  db: Database
  /** A replica's address and how many seconds it may be behind; null: the primary answers everything. */
  replica: { url: string; maxLagSeconds: number } | null
  /** Publishes the snapshot as of a day, on the primary. */
  computeAsOf: ComputeAsOf
  delayMinutes: number
  /** The time by which the delay passes. */
  clock: Clock
  log: FastifyBaseLogger
}

/** How long a replica may take for a statement before the primary is asked, in milliseconds. */
const REPLICA_TIMEOUT = 2_000

/** Opens them. A request keeps to what it was handed: what it saw of a snapshot is there until its end. */
export async function openReads(options: OpenReadsOptions): Promise<OpenReads> {
  const { db, computeAsOf, delayMinutes, clock, log } = options
  const readsOf = (from: Database, compute: ComputeAsOf): Reads => ({
    reader: createReader(from, { computeAsOf: compute }),
    whales: createAlertDesk({ db: from, delayMinutes, now: clock }),
  })
  const primary = readsOf(db, computeAsOf)
  if (options.replica === null) return { pick: () => primary, replica: null, close: async () => undefined }
  const replica = await openReplica({
    primary: db,
    ...options.replica,
    queryTimeoutMs: REPLICA_TIMEOUT,
    onChange(isRead, reason) {
      if (isRead) log.info('the replica is up to date: reads go to it')
      else log.warn({ reason }, 'the replica is not used for now: reads go to the primary')
    },
  })
  const onReplica = readsOf(replica.db, async (...asked) => {
    await computeAsOf(...asked)
    await replica.caughtUp()
  })
  return {
    pick: () => (replica.isCurrent() ? onReplica : primary),
    replica,
    close: () => replica.close(),
  }
}
