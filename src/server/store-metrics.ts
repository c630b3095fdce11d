import { Counter, Gauge, type Registry } from 'prom-client'
import type { Seconds } from '../ledger/quantities.ts'
import type { Database } from '../store/database.ts'
import { readLedgerState } from '../store/ingest/ledger-state.ts'
import type { SnapshotReader } from '../store/snapshot-reader.ts'

/** What is told of the store. */
export interface StoreMetricsOptions {
  db: Database
  reader: Pick<SnapshotReader, 'current'>
}

interface AgeOptions {
  name: string
  help: string
  /** The moment that the age is counted from; null: there is none yet. */
  since(): Promise<Seconds | null>
}

/** Adds what can be asked of the store. It is asked when the metrics are read; what cannot be told then is left out. */
export function addStoreMetrics(registry: Registry, { db, reader }: StoreMetricsOptions): void {
  addAge(registry, {
    name: 'pequod_snapshot_age_seconds',
    help: 'Seconds since the snapshot that is served was computed.',
    since: async () => (await reader.current())?.generatedAt ?? null,
  })
  addAge(registry, {
    name: 'pequod_snapshot_lag_seconds',
    help: 'Seconds from the last event that the served snapshot counts until now.',
    since: async () => (await reader.current())?.cutoff.time ?? null,
  })
  addAge(registry, {
    name: 'pequod_ledger_lag_seconds',
    help: 'Seconds from the newest event of the ledger until now.',
    since: async () => (await readLedgerState(db)).lastTime,
  })
  new Counter({
    name: 'pequod_sql_statements_total',
    help: 'Statements that this process has asked of the store.',
    registers: [registry],
    collect() {
      this.reset()
      this.inc(db.statementCount)
    },
  })
}

/** All processes see the same store: together they tell the largest age, not a sum. */
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
