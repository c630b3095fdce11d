import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ACCOUNTS } from '../../src/accounts/account-tables.ts'
import { FOLLOWS } from '../../src/follows/follow-tables.ts'
import { watchLedger } from '../../src/follows/watch.ts'
import type { Fill, MarketInfo } from '../../src/ledger/event.ts'
import type { Address, ConditionId, Hash, TokenId } from '../../src/ledger/quantities.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { beginCursor } from '../../src/store/ledger/ledger-changes.ts'

/*
 * How long a look takes that finds 100 new fills of followed markets, by how many markets are followed, each with twenty fills
 * of the last day; and where one of the 100 comes a day late. A store at DATABASE_URL=postgres://… is measured instead of a
 * SQLite file; it must be empty.
 */

const MARKETS = Number(process.argv[2] ?? 10_000)
const DAY_FILLS = 20
const NEW_FILLS = 100
const LOOKS = 15
const FOLLOWS_EACH = 50
const NOW = Math.floor(Date.now() / 1_000)

const hex = (n: number, length: number) => n.toString(16).padStart(length, '0')
const condition = (market: number) => `0x${hex(market + 1, 64)}` as ConditionId
const token = (market: number) => String(2 * market + 1_000_000) as TokenId

function marketOf(market: number): MarketInfo {
  const tokens = [token(market), String(2 * market + 1_000_001) as TokenId]
  return {
    kind: 'MARKET',
    condition: condition(market),
    tokens,
    outcomes: ['Yes', 'No'],
    question: `Will it ${market}?`,
    slug: `will-it-${market}`,
    category: null,
    tags: [],
    event: null,
    negRisk: null,
  }
}

let fills = 0

function fill(market: number, time: number): Fill {
  const number = ++fills
  return {
    kind: 'FILL',
    block: number,
    logIndex: 0,
    tx: `0x${hex(number, 64)}` as Hash,
    time,
    exchange: null,
    owner: `0x${hex(1 + (number % 500), 40)}` as Address,
    counterparty: null,
    role: 'TAKER',
    side: 'BUY',
    token: token(market),
    shares: 10_000_000,
    usd: 4_000_000 + (number % 1_000) * 1_000,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
}

const all = Array.from({ length: MARKETS }, (_, market) => market)

async function ingestWorld(db: Database): Promise<void> {
  await ingestRecords(db, all.map(marketOf))
  for (let round = 0; round < DAY_FILLS; round++) {
    const time = NOW - 80_000 + Math.floor((80_000 / DAY_FILLS) * round)
    await ingestRecords(
      db,
      all.map((market) => fill(market, time)),
    )
  }
}

/** Follows the first markets, {@link FOLLOWS_EACH} per account. */
async function follow(db: Database, count: number): Promise<void> {
  const markets = all.slice(0, count)
  const accounts = Array.from({ length: Math.ceil(count / FOLLOWS_EACH) }, (_, i) => i + 1)
  const of = <T>(value: (market: number) => T) => markets.map(value)
  await db.transaction(async (tx) => {
    await tx.upsert(
      ACCOUNTS,
      { id: accounts, name: accounts.map((id) => `follower ${id}`), tier: accounts.map(() => 'PRO') },
      accounts.length,
    )
    const rules = { outcome: 0, above: 900_000, below: 100_000, jump: null, holderShare: null, stance: false }
    const columns = {
      account_id: of((market) => 1 + Math.floor(market / FOLLOWS_EACH)),
      topic: of((market) => `market:${condition(market)}`),
      kind: of(() => 'market'),
      rules: of(() => JSON.stringify(rules)),
      since: of(() => 0),
    }
    await beginCursor(tx, 'follows')
    await tx.upsert(FOLLOWS, columns, markets.length)
  })
}

/** The median pass in milliseconds; each is at 100 new fills of distinct markets, the first of them this late. */
async function measure(db: Database, late: number): Promise<number> {
  const times: number[] = []
  for (let look = 0; look < LOOKS; look++) {
    const time = NOW + Math.floor(fills / 1_000)
    const fresh = all.slice(0, NEW_FILLS).map((i) => fill(i, i === 0 ? time - late : time))
    await ingestRecords(db, fresh)
    const began = performance.now()
    await watchLedger(db, { now: time, delayMinutes: 60 })
    times.push(performance.now() - began)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(LOOKS / 2)] ?? 0
}

const folder = await mkdtemp(join(tmpdir(), 'pequod-watched-'))
const given = process.env.DATABASE_URL
const { db, close } = await openStore(
  given?.startsWith('postgres')
    ? { kind: 'postgres', url: given }
    : { kind: 'sqlite', path: join(folder, 'bench.db') },
)
try {
  await ingestWorld(db)
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const counts = [NEW_FILLS, MARKETS]
  const found: number[] = []
  for (const count of counts) {
    await follow(db, count)
    await watchLedger(db, { now: NOW, delayMinutes: 60 })
    const [fresh, late] = [await measure(db, 0), await measure(db, 80_000)]
    found.push(fresh, late)
    console.log(
      `${count} followed markets, ${NEW_FILLS} new fills: a look ${ms(fresh)}, one fill late ${ms(late)}`,
    )
  }
  const [few = 0, fewLate = 0, many = 0, manyLate = 0] = found
  console.log(
    `${MARKETS} followed markets against ${NEW_FILLS}: ratio ${(many / few).toFixed(2)}, one fill late ${(manyLate / fewLate).toFixed(2)}`,
  )
} finally {
  await close()
  await rm(folder, { recursive: true, force: true })
}
