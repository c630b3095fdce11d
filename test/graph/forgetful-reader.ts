import type { Database } from '../../src/store/database.ts'
import { createTraderReader } from '../../src/store/read-traders.ts'
import { createSnapshotReader, type SnapshotReader } from '../../src/store/snapshot-reader.ts'

/** A reader that keeps nobody's name or numbers: every request finds them as the first one of a new snapshot does. */
export function forgetfulReader(db: Database): SnapshotReader {
  const { stats, tradersById } = createTraderReader(db)
  return { ...createSnapshotReader(db), stats, tradersById }
}
