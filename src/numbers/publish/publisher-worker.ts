import { openPostgres } from '../../store/engine/postgres.ts'
import { keepCheckpoints, openSqlite } from '../../store/engine/sqlite.ts'
import { sealLedger } from '../../store/ledger/seal-ledger.ts'
import { serveThread } from '../../thread.ts'
import { createPublisher, MOST_SIGNED } from './publisher.ts'
import type { PublisherOf, PublisherWorks } from './refresh.ts'

// The thread in which openPublisher keeps a publisher, with connections of its own.

await serveThread<PublisherWorks, PublisherOf>(async ({ address, delayMinutes }, stopped) => {
  const db = address.kind === 'sqlite' ? await openSqlite(address) : openPostgres(address)
  const checkpoints = address.kind === 'sqlite' ? await keepCheckpoints(db) : null
  const publisher = createPublisher(db, delayMinutes)
  let publishing: Promise<unknown> = Promise.resolve()
  return {
    works: {
      publish() {
        const published = publisher.publish({ signs: MOST_SIGNED })
        publishing = published.catch(() => undefined)
        return published
      },
      seal: (options, onProgress) =>
        sealLedger(db, { ...options, signal: stopped, pace: () => publishing, onProgress }),
    },
    async close() {
      await checkpoints?.end()
      await db.close()
    },
  }
})
