/**
 * From a fill to a subscriber's socket on loopback: fills come at a steady rate, in blocks, into the ledger of this
 * process, which looks for whales after each as following the chain does; another process serves 2,000 streams of a
 * third. First nothing else runs; then this process publishes every few seconds, a midnight passes, and a day is
 * sealed. SQLite; everything shares this machine.
 *
 *   npx node bench/write/live.ts [streams, default 2,000] [traders, default 1,000] [seconds of each part, default 20]
 */
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { watchWhales } from '../../src/jobs/news.ts'
import { publishSteadily } from '../../src/jobs/publish-steadily.ts'
import { MICRO, type Seconds } from '../../src/ledger/quantities.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { startService } from '../../test/e2e/support/running-service.ts'
import { type Followed, followedScreen, now } from '../market/followed.ts'
import { walletOf } from '../market/market-store.ts'
import { createNewFills, type NewFills } from '../market/new-fills.ts'
import { holdersShape } from '../market/shapes.ts'
import { type AlertRecord, reportAlerts } from '../market/stream-report.ts'
import { makeStreamStore } from '../market/stream-store.ts'
import { childReply } from '../run/child-reply.ts'
import type { SubscribeOrder } from './live-subscribers.ts'

const STREAMS = Number(process.argv[2] ?? 2_000)
const TRADERS = Number(process.argv[3] ?? 1_000)
const SECONDS = Number(process.argv[4] ?? 20)
const RATES = [100, 500]
const BLOCK_MS = 250
/** One in this number of fills is large and by a trader on a board. */
const WHALE_EVERY = 100
const WHALE_USD = 20_000 * MICRO
const PUBLISH_EVERY_MS = 5_000
/** Maximum seconds to wait for late messages. */
const PATIENCE = 60

/** A part of the measurement. */
interface Part {
  fillsASecond: number
  /** The ledger's second of its first block. */
  time: Seconds
  /** Called after each block is committed. */
  onBlock(): void
}

for (const rate of RATES) await measure(rate)

/** Measures one rate on a store of its own, alone and beside the rest of a follower's work. */
async function measure(fillsASecond: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-live-'))
  const path = join(folder, 'bench.db')
  const { midnight, keys } = await makeStreamStore(path, TRADERS, STREAMS)
  const env = { DATABASE_URL: `sqlite:${path}`, RATE_LIMIT_KEY: '100000', LOG_LEVEL: 'error' }
  const service = await startService(['--no-delivery'], { cwd: folder, env })
  const { db, close } = await openStore({ kind: 'sqlite', path }, { checkpoints: false })
  const subscribers = fork(new URL('live-subscribers.ts', import.meta.url), { serialization: 'advanced' })
  try {
    subscribers.send({ url: service.url, keys, streams: STREAMS } satisfies SubscribeOrder)
    await childReply(subscribers)
    const ask = (what: 'count' | 'all') => {
      subscribers.send(what)
      return childReply(subscribers)
    }
    const shape = holdersShape(TRADERS)
    const markets = { first: 0, count: Math.floor(shape.markets * 0.9) }
    const news = createNewFills(shape, { traders: { first: 0, count: TRADERS }, markets })
    // Above the blocks of the store's own news.
    for (let i = 0; i < 1_000; i++) news.take(0, news.after())
    const followed: Followed[] = []
    const context = { screen: followedScreen((what) => followed.push(what)), env }
    const report = async (title: string, blocks: AlertRecord['blocks'], first: number) => {
      const expected = blocks.reduce((sum, { whales }) => sum + whales, 0) * STREAMS
      for (let i = 0; i < PATIENCE * 10 && Number(await ask('count')) < expected; i++) await sleep(100)
      const arrivals = (await ask('all')) as AlertRecord['arrivals']
      for (const line of reportAlerts({ blocks, followed, arrivals, streams: STREAMS, midnight: first }))
        console.log(`live, ${fillsASecond} fills/s, ${title}: ${line}`)
    }
    const part = { fillsASecond, news, context, db }
    const alone = await play({ ...part, time: midnight - 2 * SECONDS, onBlock: () => undefined })
    await report('alone', alone, Number.NaN)
    const publisher = publishSteadily(context, db, {
      address: { kind: 'sqlite', path },
      delayMinutes: 60,
      everyMs: PUBLISH_EVERY_MS,
    })
    const begun = now()
    const beside = await play({ ...part, time: midnight - SECONDS / 2, onBlock: () => publisher.soon() })
    await publisher.end()
    await report('publishing', beside, begun + (SECONDS / 2) * 1_000)
    for (const told of followed) if (told.kind === 'WARN') console.log(`the follower warned: ${told.line}`)
  } finally {
    subscribers.disconnect()
    await service.end()
    await close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** A part, with the source of its blocks and their store. */
interface Play extends Part {
  news: NewFills
  context: Parameters<typeof watchWhales>[0]
  db: Database
}

/** Plays a part; answers each large fill with the time at which its block was handed over. */
async function play({
  fillsASecond,
  time,
  onBlock,
  news,
  context,
  db,
}: Play): Promise<AlertRecord['blocks']> {
  const large: { tx: string; at: number; whales: number }[] = []
  const began = performance.now()
  let made = 0
  for (let block = 0; block < (SECONDS * 1_000) / BLOCK_MS; block++) {
    const due = block * BLOCK_MS
    await sleep(Math.max(0, began + due - performance.now()))
    const at = performance.timeOrigin + began + due
    const fills = news.take((fillsASecond * BLOCK_MS) / 1_000, time + Math.floor(due / 1_000)).map((fill) => {
      if (made++ % WHALE_EVERY !== 0) return fill
      large.push({ tx: String(fill.tx), at, whales: 1 })
      return { ...fill, owner: walletOf(TRADERS), usd: WHALE_USD, shares: 2 * WHALE_USD }
    })
    await ingestRecords(db, fills)
    await watchWhales(context, db)
    onBlock()
  }
  return large
}
