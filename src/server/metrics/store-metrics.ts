import { Counter, Gauge, type Registry } from 'prom-client'
import type { Seconds } from '../../ledger/quantities.ts'
import type { Replica } from '../../store/engine/replica.ts'
import type { SnapshotReader } from '../../store/snapshot/snapshot-reader.ts'

export interface StoreFacts {
  /** The served snapshot, or null. */
  current: SnapshotReader['current']
  /** The time of the ledger's newest event; null for an empty one. */
  newestEvent(): Promise<Seconds | null>
  /** Statements run so far. */
  statements(): number
}

interface AgeOptions {
  name: string
  help: string
  /** The start of the age, or null. */
  since(): Promise<Seconds | null>
}

/** Adds the store's metrics. They are read from the store on request; unreadable ones are omitted. */
export function addStoreMetrics(registry: Registry, { current, newestEvent, statements }: StoreFacts): void {
  addAge(registry, {
    name: 'pequod_snapshot_age_seconds',
    help: 'Age of the served snapshot in seconds.',
    since: async () => (await current())?.generatedAt ?? null,
  })
  addAge(registry, {
    name: 'pequod_snapshot_lag_seconds',
    help: 'Age of the last event in the served snapshot, in seconds.',
    since: async () => (await current())?.cutoff.time ?? null,
  })
  addAge(registry, {
    name: 'pequod_ledger_lag_seconds',
    help: 'Age of the newest event in the ledger, in seconds.',
    since: newestEvent,
  })
  new Counter({
    name: 'pequod_sql_statements_total',
    help: 'Statements that this process has run on the store.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(statements())
    },
  })
}

/** All processes see the same store: the pool reports the largest age, not a sum. */
function addAge(registry: Registry, { name, help, since }: AgeOptions): void {
  new Gauge({
    name,
    help,
    aggregator: 'max',
    registers: [registry],
    async collect() {
      const moment = await since().catch(() => null)
      if (moment === null) this.remove()
      else this.set(Math.max(0, Date.now() / 1_000 - moment))
    },
  })
}

/** Adds the replica's state, computed when the metrics are read. */
export function addReplicaMetrics(
  registry: Registry,
  replica: Pick<Replica, 'isCurrent' | 'lagSeconds'>,
): void {
  const registers = [registry]
  new Gauge({
    name: 'pequod_replica_read',
    help: '1 while reads go to the replica, 0 while they go to the primary; only with a replica.',
    aggregator: 'min',
    registers,
    collect() {
      this.set(replica.isCurrent() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'pequod_replica_lag_seconds',
    help: 'Replication lag in seconds; absent while unknown.',
    aggregator: 'max',
    registers,
    collect() {
      const seconds = replica.lagSeconds()
      if (seconds === null) this.remove()
      else this.set(seconds)
    },
  })
}
