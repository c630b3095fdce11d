import { openPostgres } from '../../store/engine/postgres.ts'
import { keepCheckpoints, openSqlite } from '../../store/engine/sqlite.ts'
import { sealLedger } from '../../store/ledger/seal-ledger.ts'
import { serveThread } from '../../thread.ts'
import { createPublisher } from './publisher.ts'
import type { PublisherOf, PublisherWorks } from './refresh.ts'

// The thread in which openPublisher keeps a publisher, with connections of its own.

/** Events of the largest ledger whose signs are computed from the first event on while snapshots wait: some four minutes. */
const MOST_SIGNED = 20_000_000

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
