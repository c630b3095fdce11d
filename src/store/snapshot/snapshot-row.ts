import type { Snapshot } from './snapshot-reader.ts'

/** A row of snapshots, with the ledger's word on what it holds. */
export interface SnapshotRow {
  id: number
  as_of: number | null
  cutoff_time: number
  cutoff_block: number | null
  first_day: number
  generated_at: number
  traders: number
  partial_traders: number
  events: number
  ledger_version: number
  simulated: number | boolean
}

/** The snapshot of a row. */
export function snapshotOf(row: SnapshotRow): Snapshot {
  return {
    id: row.id,
    asOf: row.as_of,
    cutoff: { block: row.cutoff_block, time: row.cutoff_time },
    firstDay: row.first_day,
    generatedAt: row.generated_at,
    traders: row.traders,
    partialTraders: row.partial_traders,
    events: row.events,
    ledgerVersion: row.ledger_version,
    simulated: Boolean(row.simulated),
  }
}
