import type { Database } from '../../store/engine/database.ts'
import {
  createSnapshotReader,
  type SnapshotReaderOptions,
} from '../../store/snapshot/create-snapshot-reader.ts'
import type { SnapshotReader } from '../../store/snapshot/snapshot-reader.ts'
import { createAsker } from './create-asker.ts'

/** A reader of a store's snapshots, which computes traders' profiles from their ledgers. */
export function createReader(
  db: Database,
  options: Omit<SnapshotReaderOptions, 'asker'> = {},
): SnapshotReader {
  return createSnapshotReader(db, { ...options, asker: createAsker(db) })
}
