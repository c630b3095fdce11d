import { serveThread } from '../../thread.ts'
import { openPostgres } from '../engine/postgres.ts'
import { openSqlite } from '../engine/sqlite.ts'
import type { LaneTask, LaneWorks } from './fold-lanes.ts'
import { type FoldedRange, foldRange } from './fold-range.ts'

// A thread that folds ranges of tokens for foldLoaded.

await serveThread<LaneWorks, LaneTask>(async ({ address, work }) => {
  const db =
    address.kind === 'sqlite'
      ? await openSqlite({ path: address.path, data: address.data })
      : openPostgres(address)
  const connection = await db.duckdb.connect()
  return {
    works: { fold: (range) => foldRange(db, connection, work, range) },
    handedOver: buffersOf,
    async close() {
      connection.closeSync()
      await db.close()
    },
  }
})

/** The memory of the columns. */
function buffersOf({ positions, lots, days }: FoldedRange): ArrayBuffer[] {
  return [positions, lots, days].flatMap(({ columns }) =>
    Object.values(columns).map(({ buffer }) => buffer as ArrayBuffer),
  )
}
