import type { RowOf } from '../engine/table-types.ts'
import type { Snapshot } from './snapshot-reader.ts'
import type { SNAPSHOTS } from './snapshot-tables.ts'

/** The snapshot of a row of snapshots and the ledger's word on what it holds. */
export function snapshotOf({
  cutoffBlock,
  cutoffTime,
  simulated,
  ...row
}: RowOf<typeof SNAPSHOTS> & { simulated: number }): Snapshot {
  return { ...row, cutoff: { block: cutoffBlock, time: cutoffTime }, simulated: simulated === 1 }
}
