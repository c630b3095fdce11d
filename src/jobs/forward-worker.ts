import { createForwardMemory } from '../lab/forward/own-world.ts'
import { runForward } from '../lab/forward/run-forward.ts'
import type { Seconds } from '../ledger/quantities.ts'
import type { StoreAddress } from '../store/engine/database.ts'
import { openPostgres } from '../store/engine/postgres.ts'
import { openSqlite } from '../store/engine/sqlite.ts'
import { serveThread, type Work } from '../thread.ts'

/** The work of the thread: runs the next registered rule that is due at a time; false if none is. */
export type ForwardWorks = { run: Work<Seconds, boolean> }

// The thread of startForward, with a connection of its own.

await serveThread<ForwardWorks, StoreAddress>(async (address) => {
  const db = address.kind === 'sqlite' ? await openSqlite(address) : openPostgres(address)
  const memory = createForwardMemory()
  return { works: { run: (now) => runForward(db, () => now, memory) }, close: () => db.close() }
})
