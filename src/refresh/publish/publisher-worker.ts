import { parentPort, workerData } from 'node:worker_threads'
import { openPostgres } from '../../store/engine/postgres.ts'
import { keepCheckpoints, openSqlite } from '../../store/engine/sqlite.ts'
import type { StoreAddress } from '../../store/engine/store-address.ts'
import { sealLedger } from '../../store/ledger/seal-ledger.ts'
import type { PublisherReply, PublisherRequest } from './open-publisher.ts'
import { createPublisher } from './publisher.ts'

// The thread in which openPublisher keeps a publisher, with connections of its own.

if (parentPort === null) throw new Error('publisher-worker is started by openPublisher, as a worker thread')
const port = parentPort
const address: StoreAddress = workerData
const db = address.kind === 'sqlite' ? await openSqlite(address) : openPostgres(address)
const checkpoints = address.kind === 'sqlite' ? await keepCheckpoints(db) : null
const publisher = createPublisher(db)
const ended = new AbortController()
let publishing: Promise<unknown> = Promise.resolve()
let sealing: Promise<unknown> = Promise.resolve()

const answer = async (id: number, work: Promise<unknown>) => {
  const news: PublisherReply = await work.then(
    (result) => ({ id, result }),
    (error: unknown) => ({ id, failure: error instanceof Error ? error.message : String(error) }),
  )
  port.postMessage(news)
}
port.on('message', async (order: PublisherRequest) => {
  if (order.kind === 'publish') publishing = answer(order.id, publisher.publish())
  else if (order.kind === 'seal') {
    const { id, kind: _, ...options } = order
    const onProgress = (sealed: number) => port.postMessage({ id, sealed } satisfies PublisherReply)
    const pace = () => publishing
    sealing = answer(id, sealLedger(db, { ...options, signal: ended.signal, pace, onProgress }))
  } else {
    ended.abort()
    await Promise.all([publishing, sealing])
    checkpoints?.end()
    await db.close()
    port.close()
  }
})
