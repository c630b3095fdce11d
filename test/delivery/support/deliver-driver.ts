import { pino } from 'pino'
import { WALL_CLOCK } from '../../../src/clock.ts'
import { createDeliverer } from '../../../src/delivery/deliverer.ts'
import { createSenders } from '../../../src/delivery/senders/senders.ts'
import { startWatching } from '../../../src/jobs/start-watching.ts'
import { openStore } from '../../../src/migrations/open-store.ts'
import type { StoreAddress } from '../../../src/store/engine/database.ts'

/*
 * Watches what is followed and delivers what is in a store's outbox, until it is ended or killed.
 *
 * Usage: node deliver-driver.ts STORE-ADDRESS-AS-JSON
 */
const address: StoreAddress = JSON.parse(process.argv[2] ?? '')
const store = await openStore(address)
const senders = createSenders({ allowPrivate: true, telegram: null, email: null, timeoutMs: 1_000 })
const ending = new AbortController()
process.on('SIGTERM', () => ending.abort())
process.stdout.write('started\n')
const delayMinutes = 60
const log = pino({ level: 'error' }, process.stderr)
const endWatching = startWatching({ db: store.db, delayMinutes, log, clock: WALL_CLOCK, everyMs: 20 })
await createDeliverer({
  db: store.db,
  senders,
  pollMs: 10,
  leaseMs: 1_500,
  onError: (error) => process.stderr.write(`${error}\n`),
}).start(ending.signal)
await endWatching()
senders.close()
await store.close()
