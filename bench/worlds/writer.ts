/**
 * Writes into a store while `bench/write/while-writing.ts` asks the service over it, in a process of its own: from
 * start to stop, it imports the demo world's next records and refreshes, without a pause between.
 */
import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { StoreAddress } from '../../src/store/engine/database.ts'
import { worldRecords } from './world-records.ts'

/** Where it writes, and the part of the world that is there already. */
export interface Writing {
  address: StoreAddress
  skip: number
}

/** The writes from start to stop. */
export interface Written {
  records: number
  refreshes: number
  seconds: number
}

/** Records between two refreshes. */
const STEP = 2_000

process.once('disconnect', () => process.exit(0))
const [{ address, skip }]: [Writing] = Object(await once(process, 'message'))
const { db } = await openStore(address)
const world = worldRecords()
world.take(skip)
process.send?.('ready')

let isOn = false
process.on('message', (message) => {
  isOn = message === 'write'
  if (isOn) void write()
})

async function write(): Promise<void> {
  const written: Written = { records: 0, refreshes: 0, seconds: 0 }
  const start = performance.now()
  while (isOn) {
    await ingestRecords(db, world.take(STEP))
    await refresh(db)
    written.records += STEP
    written.refreshes++
    // SQLite answers synchronously: without this, no message would arrive.
    await setImmediate()
  }
  process.send?.({ ...written, seconds: (performance.now() - start) / 1_000 })
}
