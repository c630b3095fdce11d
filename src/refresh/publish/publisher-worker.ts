import { parentPort, workerData } from 'node:worker_threads'
import { openPostgres } from '../../store/engine/postgres.ts'
import { openSqlite } from '../../store/engine/sqlite.ts'
import type { StoreAddress } from '../../store/engine/store.ts'
import type { PublisherNews } from './open-publisher.ts'
import { createPublisher } from './publisher.ts'

// The thread in which openPublisher keeps a publisher, with connections of its own.

if (parentPort === null) throw new Error('publisher-worker is started by openPublisher, as a worker thread')
const port = parentPort
const address: StoreAddress = workerData
const db = address.kind === 'sqlite' ? openSqlite(address) : openPostgres(address)
const publisher = createPublisher(db)

port.on('message', async (asked: 'publish' | 'close') => {
  if (asked === 'close') {
    await db.close()
    port.close()
    return
  }
  const news: PublisherNews = await publisher.publish().then(
    (result) => ({ result }),
    (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
  )
  port.postMessage(news)
})
