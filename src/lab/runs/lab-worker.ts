import type { StoreAddress } from '../../store/engine/database.ts'
import { openPostgres } from '../../store/engine/postgres.ts'
import { openSqlite } from '../../store/engine/sqlite.ts'
import { serveThread } from '../../thread.ts'
import { type LabWorks, tryRule } from './try-rule.ts'

// The process of tryInProcess, with a connection of its own.

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
