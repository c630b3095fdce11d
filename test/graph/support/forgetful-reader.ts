import { createAsker } from '../../../src/numbers/profiles/create-reader.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createTraderReader } from '../../../src/store/snapshot/create-snapshot-reader.ts'
import type { SnapshotReader } from '../../../src/store/snapshot/snapshot-reader.ts'
import { readerOf } from './published-store.ts'

/**
 * Returns a reader that reads the newest snapshot once in any test, so that its statements can be counted.
 */
export function onceReader(db: Database): SnapshotReader {
  return readerOf(db, { clock: () => 0 })
}

/**
 * The same without anybody's name and numbers in memory: a request that is asked with one of its own finds them as the
 * first one of a new snapshot does.
 */
export function forgetfulReader(db: Database, once: SnapshotReader = onceReader(db)): SnapshotReader {
  const { tradersById } = createTraderReader(db, once.order)
  return { ...once, tradersById, ...createAsker(db) }
}
