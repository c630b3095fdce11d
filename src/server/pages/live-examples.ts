import type { Snapshot, SnapshotReader } from '../../store/snapshot/snapshot-reader.ts'
import type { LiveExamples } from './example-path.ts'

/** The board whose first trader stands in examples. */
const EXAMPLE_BOARD = 'pnl-30d'

/** Examples that work with the snapshot's data: the address of its best trader, if it has one. */
export async function liveExamples(reader: SnapshotReader, snapshot: Snapshot | null): Promise<LiveExamples> {
  const order = snapshot && (await reader.order(snapshot, EXAMPLE_BOARD))
  const best = order?.traders[0]
  if (best === undefined) return {}
  const address = (await reader.tradersById([best])).get(best)?.address
  return address === undefined ? {} : { address }
}
