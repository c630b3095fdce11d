import type { Database } from '../../src/store/database.ts'
import { createTraderReader } from '../../src/store/read-traders.ts'
import { createSnapshotReader, type SnapshotReader } from '../../src/store/snapshot-reader.ts'

/** A reader that asks for the newest snapshot once, however long a test takes: its statements can be counted. */
export function onceReader(db: Database): SnapshotReader {
  return createSnapshotReader(db, { clock: () => 0 })
}

/** One that keeps nobody's name and numbers besides: every request finds them as the first one of a new snapshot does. */
export function forgetfulReader(db: Database): SnapshotReader {
  const { tradersById, stats } = createTraderReader(db)
  return { ...onceReader(db), tradersById, stats }
}
