import { mkdtemp, rm } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { pino } from 'pino'
import { ACCOUNTS } from '../../src/accounts/account-tables.ts'
import { WALL_CLOCK } from '../../src/clock.ts'
import { createDeliverer } from '../../src/delivery/deliverer.ts'
import { ALERT_CHANNELS } from '../../src/delivery/delivery-tables.ts'
import { postText } from '../../src/delivery/senders/delivery.ts'
import { createSenders, webhookAgents } from '../../src/delivery/senders/senders.ts'
import { FOLLOWS, WATCH_CURSOR } from '../../src/follows/follow-tables.ts'
import { WALLET as WALLET_KIND } from '../../src/follows/kinds/wallet.ts'
import { startWatching } from '../../src/jobs/start-watching.ts'
import type { Fill, MarketInfo } from '../../src/ledger/event.ts'
import type { Address, ConditionId, Hash, TokenId } from '../../src/ledger/quantities.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database, StoreAddress } from '../../src/store/engine/database.ts'
import { beginCursor } from '../../src/store/ledger/ledger-changes.ts'
import { plantTraders, publishOrder } from '../../test/follows/support/board-world.ts'
import { startPostgres } from '../worlds/postgres-server.ts'

/*
 * 10,000 accounts follow one wallet and one leaderboard, each with a webhook of its own: the time from the commit of a
 * fill of that wallet, and of a snapshot, to the message at the receiver, and the time of the ingest itself beside an
 * ingest without followers. The service and the receiver are threads of their own.
 *
 * Usage: node bench/write/watchers.ts sqlite|postgres [WATCHERS]
 */

const [, , ENGINE = 'sqlite', COUNT = '10000'] = process.argv
const WATCHERS = Number(COUNT)
const HOSTS = 8
const ROUNDS = 3
const BLOCKS = 40
const WALLET = `0x${'a'.repeat(40)}` as Address
const BOARD = 'pnl-all'
/** Traders on the board; in turns the last two enter its top, and leave it. */
const ORDER = Array.from({ length: 30 }, (_, i) => i + 1)
const OTHER_ORDER = [...ORDER.slice(-2), ...ORDER.slice(0, -2)]
const CONDITION = `0x${'c'.repeat(64)}` as ConditionId

/** Answers at several ports, and tells of each message when it came. */
function receive(): void {
  const ports: string[] = []
  for (let i = 0; i < HOSTS; i++) {
    const server = http.createServer((request, response) => {
      request.resume()
      request.on('end', () => {
        response.end()
        parentPort?.postMessage({ at: Date.now() })
      })
    })
    server.listen(0, '127.0.0.1', () => {
      ports.push(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
      if (ports.length === HOSTS) parentPort?.postMessage({ ports })
    })
  }
}

/** Watches and delivers, as `pequod serve` does. */
async function serve(address: StoreAddress): Promise<void> {
  const { db } = await openStore(address)
  const log = pino({ level: 'silent' })
  startWatching({ db, delayMinutes: 60, log, clock: WALL_CLOCK })
  const senders = createSenders({ allowPrivate: true, telegram: null, email: null })
  const onError = (error: unknown) => console.error(error)
  void createDeliverer({ db, senders, onError }).start(new AbortController().signal)
  parentPort?.postMessage({ ready: true })
}

function start(
  data: object,
  onMessage: (message: { at?: number; ports?: string[]; ready?: true }) => void,
): Worker {
  const worker = new Worker(new URL(import.meta.url), { workerData: data })
  worker.on('message', onMessage)
  return worker
}

async function follow(db: Database, ports: readonly string[]): Promise<void> {
  const ids = Array.from({ length: WATCHERS }, (_, i) => i + 1_000)
  const of = <T>(value: (id: number) => T) => ids.map(value)
  const rules = WALLET_KIND.input.parse({})
  await db.transaction(async (tx) => {
    await tx.upsert(ACCOUNTS, { id: ids, name: of((id) => `watcher ${id}`), tier: of(() => 'PRO') }, WATCHERS)
    const target = of((id) => `${ports[id % HOSTS]}/${id}`)
    const channels = {
      id: of((id) => `ch_${id}`),
      account_id: ids,
      place: of(() => 0),
      kind: of(() => 'WEBHOOK'),
      target,
      lane: of((id) => `host:${id % HOSTS}`),
      state: of(() => 'ACTIVE'),
      failures: of(() => 0),
      secret: of(() => 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
      resume_ms: of(() => 0),
    }
    await tx.upsert(ALERT_CHANNELS, channels, WATCHERS)
    for (const [topic, kind, own] of [
      [`wallet:${WALLET}`, 'wallet', rules],
      [`leaderboard:${BOARD}`, 'leaderboard', { top: 10 }],
    ] as const) {
      const follows = { account_id: ids, topic: of(() => topic), kind: of(() => kind) }
      const text = JSON.stringify(own)
      await tx.upsert(FOLLOWS, { ...follows, rules: of(() => text), since: of(() => 0) }, WATCHERS)
    }
    await tx.insertNew(WATCH_CURSOR, { topic: [`leaderboard:${BOARD}`] }, 1)
    await beginCursor(tx, 'follows')
  })
}

let blocks = 0

/** A block of fills by others, and perhaps one by the wallet. */
function block(outcome: number | null): Fill[] {
  const number = ++blocks
  return Array.from({ length: 200 }, (_, i): Fill => {
    const isOurs = i === 0 && outcome !== null
    const name = (number * 1_000 + i).toString(16)
    return {
      kind: 'FILL',
      block: number,
      logIndex: i,
      tx: `0x${name.padStart(64, '0')}` as Hash,
      time: Math.floor(Date.now() / 1_000),
      exchange: null,
      counterparty: null,
      role: 'TAKER',
      side: 'BUY',
      owner: (isOurs ? WALLET : `0x${((i % 50) + 1).toString(16).padStart(40, '0')}`) as Address,
      token: String(5_000 + (isOurs ? outcome : i % 20)) as TokenId,
      shares: 1_000_000,
      usd: 500_000,
      fee: 0,
      feeIn: 'USD',
      orderHash: null,
    }
  })
}

const MARKET: MarketInfo = {
  kind: 'MARKET',
  condition: CONDITION,
  tokens: ['5000', '5001'] as TokenId[],
  outcomes: ['Yes', 'No'],
  question: 'Will it?',
  slug: 'will-it',
  category: null,
  tags: [],
  event: null,
  negRisk: null,
}

/** Milliseconds of an ingest of some blocks, each in a transaction of its own. */
async function ingestBlocks(db: Database, outcomeOf: (i: number) => number | null): Promise<number[]> {
  const times: number[] = []
  for (let i = 0; i < BLOCKS; i++) {
    const fills = block(outcomeOf(i))
    const began = performance.now()
    await ingestRecords(db, fills)
    times.push(performance.now() - began)
    await sleep(50)
  }
  return times
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function shown(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  return `p50 ${Math.round(at(sorted, 0.5))} ms, p99 ${Math.round(at(sorted, 0.99))} ms, most ${Math.round(at(sorted, 1))} ms`
}

/**
 * The same number of posts, 256 at a time, without the service: the arrival of each since the first was sent, in
 * milliseconds.
 */
async function measurePosts(ports: readonly string[], arrivals: readonly number[]): Promise<number[]> {
  const agents = webhookAgents({ allowPrivate: true })
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ type: 'nothing', data: 'x'.repeat(600) })
  const began = Date.now()
  let next = 0
  const lane = async () => {
    while (next < WATCHERS) {
      const url = new URL(`${ports[next % HOSTS]}/${next++}`)
      await postText({ url, headers, body, timeoutMs: 60_000, agents })
    }
  }
  await Promise.all(Array.from({ length: 256 }, lane))
  while (arrivals.length < WATCHERS) await sleep(20)
  agents.http.destroy()
  return arrivals.map((time) => time - began)
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-watchers-'))
  const server = ENGINE === 'postgres' ? await startPostgres() : null
  const address: StoreAddress = server
    ? { kind: 'postgres', url: server.url }
    : { kind: 'sqlite', path: join(folder, 'bench.db') }
  const store = await openStore(address)
  const workers: Worker[] = []
  try {
    const arrivals: number[] = []
    const ports = await new Promise<string[]>((resolve) => {
      workers.push(
        start({ role: 'receiver' }, ({ at, ports: all }) => (all ? resolve(all) : arrivals.push(at ?? 0))),
      )
    })
    await plantTraders(store.db, ORDER.length)
    await ingestRecords(store.db, [MARKET])
    await new Promise<void>((resolve) => {
      workers.push(start({ role: 'service', address }, ({ ready }) => ready && resolve()))
    })
    await ingestBlocks(store.db, () => null)
    const unwatched = await ingestBlocks(store.db, (i) => (i % 8 === 0 ? i : null))
    // Earlier decisions are too old to notify by now, which avoids a burst.
    await sleep(2_000)
    await follow(store.db, ports)
    // As a store that runs has been analyzed by its database.
    if (server) await store.db.run('ANALYZE')
    arrivals.length = 0
    const bare = await measurePosts(ports, arrivals)
    /** When each message came since what it tells of was committed, in milliseconds; and the processor's seconds. */
    const measure = async (commit: (round: number) => Promise<unknown>) => {
      const delays: number[] = []
      const spent = process.cpuUsage()
      for (let round = 0; round < ROUNDS; round++) {
        arrivals.length = 0
        await commit(round)
        const committed = Date.now()
        while (arrivals.length < WATCHERS) await sleep(20)
        delays.push(...arrivals.map((time) => time - committed))
        await sleep(500)
      }
      const { user, system } = process.cpuUsage(spent)
      return { delays, cpu: (user + system) / 1e6 / ROUNDS }
    }
    const decisions = await measure((round) => ingestRecords(store.db, block(1_000 + round)))
    await publishOrder(store.db, ORDER)
    await sleep(3_000)
    const boards = await measure((round) => publishOrder(store.db, round % 2 === 0 ? OTHER_ORDER : ORDER))
    const watched = await ingestBlocks(store.db, (i) => (i % 8 === 0 ? 2_000 + i : null))
    const tell = (what: string, figures: string) => console.log(`${ENGINE}, ${what}: ${figures}`)
    console.log(
      `${WATCHERS.toLocaleString('en')} watchers of one wallet and one leaderboard, ${ROUNDS} rounds of each`,
    )
    tell('fill committed to message received', shown(decisions.delays))
    tell('snapshot published to message received', shown(boards.delays))
    tell('the same posts without a store', shown(bare))
    tell(
      'CPU s of a decision and of a snapshot, receiver included',
      `${decisions.cpu.toFixed(1)}, ${boards.cpu.toFixed(1)}`,
    )
    tell('ingest of a block, unwatched', shown(unwatched))
    tell('ingest of a block, while being told', shown(watched))
  } finally {
    for (const worker of workers) await worker.terminate()
    await store.close()
    await server?.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

if (isMainThread) await main()
else if (workerData.role === 'receiver') receive()
else await serve(workerData.address)
