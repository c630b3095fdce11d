import type { StoreAddress } from '../store/engine/database.ts'
import { openPostgres } from '../store/engine/postgres.ts'
import { openSqlite } from '../store/engine/sqlite.ts'
import { serveThread } from '../thread.ts'
import { type ExportWorks, writeExport } from './write-export.ts'

// The thread that writes one export for writeInThread, with connections of its own.

await serveThread<ExportWorks, StoreAddress>((address) => ({
  works: {
    async write(asked, report) {
      const db = address.kind === 'sqlite' ? await openSqlite(address) : openPostgres(address)
      try {
        return await writeExport(db, asked, { onProgress: report })
      } finally {
        await db.close()
      }
    },
  },
}))
