// 2,000 subscribers with 500 filters in one process on SQLite: milliseconds from a fill's commit to its message, at 100
// fills a second. Run it alone: `node bench/market/event-streams.ts`.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SourceRecord } from '../../src/ledger/event.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { chainKey } from '../../src/store/ledger/place.ts'
import type { TradeFilter } from '../../src/store/trades/trade-filter.ts'
import { createEventFeeds } from '../../src/streams/event-feeds.ts'
import { tradeInterest } from '../../src/streams/interest.ts'

const SUBSCRIBERS = 2_000
const FILTERS = 500
const BATCH = 20
const BATCHES = 75
const EVERY_MS = 200
const TRADERS = 1_000
const MARKETS = 200

const hex = (digits: number, n: number) => `0x${n.toString(16).padStart(digits, '0')}`
const traderOf = (n: number) => hex(40, 1_000 + n)
const marketOf = (n: number) => hex(64, 5_000 + n)

/** Filters by trader, by market, by trader and amount, and a few by amount alone. */
function filterOf(n: number): TradeFilter {
  if (n % 50 === 0) return { minUsd: (100 + n) * 1_000_000 }
  if (n % 3 === 0) return { markets: [marketOf(n % MARKETS)] }
  if (n % 3 === 1) return { traders: [traderOf(n), traderOf(n + 1)] }
  return { traders: [traderOf(n)], minUsd: 10_000_000 }
}

const folder = await mkdtemp(join(tmpdir(), 'pequod-bench-'))
const store = await openStore({ kind: 'sqlite', path: join(folder, 'bench.db') })
const records = Array.from({ length: MARKETS }, (_, n) => ({
  kind: 'MARKET',
  condition: marketOf(n),
  tokens: [`${10_000 + 2 * n}`, `${10_001 + 2 * n}`],
  outcomes: ['Yes', 'No'],
  question: `Question ${n}`,
  slug: `question-${n}`,
  category: 'politics',
  tags: [],
  event: null,
  negRisk: null,
}))
await ingestRecords(store.db, records as unknown as SourceRecord[])
const feeds = createEventFeeds({
  db: store.db,
  publicCutoff: async () => null,
  newestSnapshot: async () => null,
  limits: { mostOfCaller: SUBSCRIBERS },
})
const committed = new Map<number, number>()
const delays: number[] = []
const streams = await Promise.all(
  Array.from({ length: SUBSCRIBERS }, (_, i) =>
    feeds
      .of('PRO')
      .subscribe({ interest: tradeInterest(filterOf(i % FILTERS)), after: null, caller: 'bench' }),
  ),
)
const readers = streams.map(async (stream) => {
  for await (const item of stream) {
    const at = item.kind === 'EVENT' ? committed.get(item.event.event.key) : undefined
    if (at !== undefined) delays.push(performance.now() - at)
  }
})
await sleep(1_000)
const writer = await openStore({ kind: 'sqlite', path: join(folder, 'bench.db') })
for (let batch = 0; batch < BATCHES; batch++) {
  const due = performance.now() + EVERY_MS
  const block = 1_000 + batch
  const fills = Array.from({ length: BATCH }, (_, i) => {
    const n = batch * BATCH + i
    const usd = (1 + (n % 300)) * 1_000_000
    return {
      kind: 'FILL',
      exchange: '0xe111180000d2663c0091e4f400237545b87b996b',
      owner: traderOf((n * 7) % TRADERS),
      counterparty: traderOf((n * 11) % TRADERS),
      role: 'TAKER',
      side: 'BUY',
      token: `${10_000 + (n % (2 * MARKETS))}`,
      shares: 2 * usd,
      usd,
      fee: 0,
      feeIn: 'USD',
      orderHash: null,
      block,
      logIndex: i,
      tx: hex(64, n),
      time: 1_770_000_000 + 2 * block,
    }
  })
  await ingestRecords(writer.db, fills as unknown as SourceRecord[])
  const now = performance.now()
  for (let i = 0; i < BATCH; i++) committed.set(chainKey(block, i), now)
  await sleep(Math.max(0, due - performance.now()))
}
await sleep(1_000)
await feeds.close()
await Promise.all(readers)
await writer.close()
await store.close()
await rm(folder, { recursive: true, force: true })
delays.sort((a, b) => a - b)
const at = (share: number) => (delays[Math.floor(share * (delays.length - 1))] ?? Number.NaN).toFixed(0)
console.info(
  `${SUBSCRIBERS} subscribers, ${FILTERS} filters, ${BATCH * BATCHES} fills: ${delays.length} messages, ` +
    `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${at(1)} ms`,
)
