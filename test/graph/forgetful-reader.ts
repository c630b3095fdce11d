import type { Database } from '../../src/store/database.ts'
import { createTraderReader } from '../../src/store/read-traders.ts'
import { createSnapshotReader, type SnapshotReader } from '../../src/store/snapshot-reader.ts'

/** A reader that keeps nobody's numbers: every request finds them as the first one of a new snapshot does. */
export function forgetfulReader(db: Database): SnapshotReader {
  return { ...createSnapshotReader(db), stats: createTraderReader(db).stats }
}
