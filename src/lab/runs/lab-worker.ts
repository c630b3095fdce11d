import { constants, setPriority } from 'node:os'
import type { StoreAddress } from '../../store/engine/database.ts'
import { openPostgres } from '../../store/engine/postgres.ts'
import { openSqlite } from '../../store/engine/sqlite.ts'
import { serveThread } from '../../thread.ts'
import { type LabWorks, tryRule } from './try-rule.ts'

// The thread of tryInThread, with a connection of its own. Linux gives each thread its own priority, so that requests go before trials; elsewhere
// it would be the whole process's.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

await serveThread<LabWorks, StoreAddress>((address) => ({
  works: {
    async run(task, report) {
      const db = address.kind === 'sqlite' ? await openSqlite(address) : openPostgres(address)
      try {
        return await tryRule(db, task, report)
      } finally {
        await db.close()
      }
    },
  },
}))
