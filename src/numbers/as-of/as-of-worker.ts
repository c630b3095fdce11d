import type { StoreAddress } from '../../store/engine/database.ts'
import { openPostgres } from '../../store/engine/postgres.ts'
import { openSqlite } from '../../store/engine/sqlite.ts'
import { serveThread } from '../../thread.ts'
import { computeStandings } from '../publish/compute-standings.ts'
import { computeScreen } from '../screen/compute-screen.ts'
import { createKeptScreens } from '../screen/kept-screens.ts'
import type { AsOfWorks } from './as-of-queue.ts'
import { publishAsOf } from './publish-as-of.ts'

// The thread of daysInThread; each day has a connection of its own.

const kept = createKeptScreens()

await serveThread<AsOfWorks, StoreAddress>((address) => ({
  works: {
    async publish({ day, standings }) {
      const db = address.kind === 'sqlite' ? await openSqlite(address) : openPostgres(address)
      try {
        if (standings === null) await publishAsOf(db, day)
        else if (standings.isScreen === true) await computeScreen(db, standings, kept)
        else await computeStandings(db, standings)
        return null
      } finally {
        await db.close()
      }
    },
  },
}))
