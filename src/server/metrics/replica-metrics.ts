import { Gauge, type Registry } from 'prom-client'
import type { Replica } from '../../store/engine/replica.ts'

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
