import { mkdtemp, rm } from 'node:fs/promises'
import type http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fill } from '../../src/ledger/event.ts'
import {
  type Address,
  dayOf,
  type Hash,
  MICRO,
  type TokenId,
  weekStart,
} from '../../src/ledger/quantities.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import type { StoreAddress } from '../../src/store/engine/store-address.ts'
import { noticeAlerts } from '../../src/whales/live/alert-notices.ts'
import { keepRadar } from '../../src/whales/radar/keep-radar.ts'
import { startService } from '../../test/e2e/support/running-service.ts'
import { keysFor, makeWhale, STREAMS_A_KEY, subscribeToWhales } from '../market/whale-subscription.ts'

/*
 * From a fill to a subscriber's socket on loopback: fills come at a steady rate, in blocks, into the ledger of one
 * process, which looks for whales after each; another process serves the streams. A store at
 * DATABASE_URL=postgres://… (empty) is measured instead of a SQLite file. Everything shares this machine.
 */

const FILLS_A_SECOND = 500
const BLOCK_MS = 250
/** One in this number of fills is large and by a trader on a board. */
const WHALE_EVERY = 100
const SECONDS = 6
const STREAMS = [1, 100, 2_000]

const hex = (digits: number, n: number) => `0x${n.toString(16).padStart(digits, '0')}`
const address = (n: number) => hex(40, n + 1) as Address
const WHALE = address(0)
let made = 0

function fill(time: number, block: number): Fill {
  const n = made++
  const isWhale = n % WHALE_EVERY === 0
  const usd = (isWhale ? 20_000 : 50) * MICRO
  return {
    kind: 'FILL',
    block,
    logIndex: n % 100_000,
    tx: hex(64, n + 1) as Hash,
    time,
    exchange: null,
    owner: isWhale ? WHALE : address(1 + (n % 500)),
    counterparty: null,
    role: 'TAKER',
    side: 'BUY',
    token: `${1 + (n % 40)}` as TokenId,
    shares: 2 * usd,
    usd,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
}

/** Pending fills by transaction: the time of hand-over, and the number of readers of its alert. */
const awaited = new Map<string, number>()
let latencies: number[] = []

function noteAlert(tx: string): void {
  const from = awaited.get(tx)
  if (from !== undefined) latencies.push(performance.now() - from)
}

/** Takes a block of fills in and looks for whales, as following the chain does. */
async function takeBlock(db: Database, fills: readonly Fill[]): Promise<void> {
  const began = performance.now()
  for (const { owner, tx } of fills) if (owner === WHALE && tx !== null) awaited.set(tx, began)
  await ingestRecords(db, fills)
  await keepRadar(db, { minUsd: 10_000 * MICRO, onAlerts: (tx) => noticeAlerts(tx) })
}

async function measure(db: Database, streams: number): Promise<string> {
  awaited.clear()
  latencies = []
  const began = performance.now()
  let busy = 0
  for (let block = 0; block < (SECONDS * 1_000) / BLOCK_MS; block++) {
    await sleep(Math.max(0, began + block * BLOCK_MS - performance.now()))
    const now = Math.floor(Date.now() / 1_000)
    const count = (FILLS_A_SECOND * BLOCK_MS) / 1_000
    const started = performance.now()
    await takeBlock(
      db,
      Array.from({ length: count }, () => fill(now, 1_000 + made)),
    )
    busy += performance.now() - started
  }
  const rate = made === 0 ? 0 : (SECONDS * FILLS_A_SECOND) / ((performance.now() - began) / 1_000)
  const expected = awaited.size * streams
  for (let i = 0; i < 300 && latencies.length < expected; i++) await sleep(100)
  latencies.sort((a, b) => a - b)
  const at = (part: number) =>
    `${Math.round(latencies[Math.floor(part * latencies.length)] ?? Number.NaN)} ms`
  return (
    `${String(streams).padStart(5)} streams  ${Math.round(rate)} fills/s  ${latencies.length} of ${expected} events  ` +
    `median ${at(0.5)}  p99 ${at(0.99)}  (the writer was busy ${Math.round((busy / (SECONDS * 1_000)) * 100)} %)`
  )
}

async function prepare(db: Database): Promise<string[]> {
  const now = Math.floor(Date.now() / 1_000)
  await ingestRecords(
    db,
    Array.from({ length: 1_000 }, () => fill(now, 1_000 + made)),
  )
  await makeWhale(db, WHALE, [weekStart(dayOf(now))])
  await keepRadar(db, { minUsd: 10_000 * MICRO })
  return keysFor(db, Math.max(...STREAMS))
}

const folder = await mkdtemp(join(tmpdir(), 'pequod-live-'))
const given = process.env.DATABASE_URL
const place: StoreAddress = given?.startsWith('postgres')
  ? { kind: 'postgres', url: given }
  : { kind: 'sqlite', path: join(folder, 'bench.db') }
const store = await openStore(place)
try {
  const keys = await prepare(store.db)
  const env = {
    DATABASE_URL: place.kind === 'sqlite' ? `sqlite:${place.path}` : place.url,
    RATE_LIMIT_KEY: '100000',
    LOG_LEVEL: 'error',
  }
  const service = await startService(['--no-delivery'], { cwd: folder, env })
  console.log(`from a fill to its subscribers, ${place.kind}, one fill in ${WHALE_EVERY} an alert`)
  const open: http.ClientRequest[] = []
  for (const streams of STREAMS) {
    while (open.length < streams) {
      const some = Math.min(100, streams - open.length)
      open.push(
        ...(await Promise.all(
          Array.from({ length: some }, (_, i) =>
            subscribeToWhales(
              { url: service.url, key: keys[Math.floor((open.length + i) / STREAMS_A_KEY)] ?? '' },
              noteAlert,
            ),
          ),
        )),
      )
    }
    console.log(await measure(store.db, streams))
  }
  for (const request of open) request.destroy()
  await service.end()
} finally {
  await store.close()
  await rm(folder, { recursive: true, force: true })
}
