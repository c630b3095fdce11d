/**
 * The costs of the public delay: two copies of one store take the same fills and publish at the same moments, one with a delay of
 * an hour, one without. Half of the fills are by 2,000 busy traders in 20 markets, half by anyone anywhere. The ledger's time is
 * counted, not waited for. For the first 70 minutes each sixth of the delay has one publication, as many as stay of it; then they
 * are counted. Bytes are those of SQLite's pages, CPU that of this process while it publishes or answers.
 *
 *   npx node bench/write/delay.ts [traders, default 100,000] [counted minutes of the ledger, default 20] [fills a second, default 50]
 */
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { loadConfig } from '../../src/config/config.ts'
import type { Seconds } from '../../src/ledger/quantities.ts'
import { openStore, type Store } from '../../src/migrations/open-store.ts'
import { createPublisher, type Publisher } from '../../src/numbers/publish/publisher.ts'
import { createApp } from '../../src/server/app.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { KEPT_TABLES } from '../../src/store/ledger/history.ts'
import { headSnapshots } from '../../src/store/snapshot/stored-snapshots.ts'
import { endOf, makeMarketStore, walletOf } from '../market/market-store.ts'
import { createNewFills } from '../market/new-fills.ts'
import { holdersShape } from '../market/shapes.ts'
import { median, ratios, spread } from '../run/spread.ts'

const TRADERS = Number(process.argv[2] ?? 100_000)
const MINUTES = Number(process.argv[3] ?? 20)
const FILLS_A_SECOND = Number(process.argv[4] ?? 50)
const DELAY_MINUTES = 60
/** Seconds of the ledger from one publication to the next. */
const EVERY = 10
/** One of them while the store comes to hold as many snapshots as it keeps. */
const SIXTH = 10 * DELAY_MINUTES
const FILLING = 7 * SIXTH
const BUSY = { traders: 2_000, markets: 20 }
const REQUESTS = 60
const MIB = 2 ** 20

/** A store with its publisher, and the CPU seconds of each publication. */
interface Side {
  store: Store
  publisher: Publisher
  cpu: number[]
}

const folder = await mkdtemp(join(tmpdir(), 'pequod-delay-'))
const shape = holdersShape(TRADERS)
const sides = await openSides()
try {
  const news = newFills()
  const begin = endOf(shape).time
  const goOn = async (seconds: number, time: Seconds) => {
    const fills = news(seconds * FILLS_A_SECOND, time)
    for (const side of sides) {
      await ingestRecords(side.store.db, fills)
      await publish(side)
    }
  }
  for (let after = SIXTH; after <= FILLING; after += SIXTH) await goOn(SIXTH, begin + after)
  for (const { cpu } of sides) cpu.length = 0
  await reportSizes(`after ${FILLING / 60} minutes`)
  const end = begin + FILLING + 60 * MINUTES
  for (let time = begin + FILLING + EVERY; time <= end; time += EVERY) await goOn(EVERY, time)
  await reportSizes(`after ${MINUTES} more`)
  const [late, live] = sides
  say(
    `${late.cpu.length} publications of ${FILLS_A_SECOND * EVERY} fills: CPU with the delay ${spread(late.cpu, 2)} s, without ${spread(live.cpu, 2)} s, ` +
      `ratio ${(total(late.cpu) / total(live.cpu)).toFixed(2)} of all (aim 1.1)`,
  )
  await reportRequests(end)
} finally {
  for (const { store } of sides) await store.close()
  await rm(folder, { recursive: true, force: true })
}

async function openSides(): Promise<[Side, Side]> {
  const place = (name: string) => join(folder, name)
  const path = (name: string) => join(place(name), 'pequod.db')
  await mkdir(place('made'))
  const made = await makeMarketStore({ kind: 'sqlite', path: path('made') }, shape)
  await made.close()
  const open = async (name: string, delayMinutes: number): Promise<Side> => {
    await cp(place('made'), place(name), { recursive: true })
    const store = await openStore({ kind: 'sqlite', path: path(name) })
    const side = { store, publisher: createPublisher(store.db, delayMinutes), cpu: [] }
    await publish(side)
    side.cpu.pop()
    return side
  }
  const late = await open('late', DELAY_MINUTES)
  const live = await open('live', 0)
  say(
    `${TRADERS.toLocaleString('en')} traders, ${FILLS_A_SECOND} fills/s, a publication each ${EVERY} s of the ledger`,
  )
  return [late, live]
}

async function publish({ publisher, cpu }: Side): Promise<void> {
  const before = process.cpuUsage()
  await publisher.publish()
  const { user, system } = process.cpuUsage(before)
  cpu.push((user + system) / 1e6)
}

/** Draws fills whose blocks follow each other. */
function newFills() {
  const draw = (traders: number, markets: number) =>
    createNewFills(shape, { traders: { first: 0, count: traders }, markets: { first: 0, count: markets } })
  const busy = draw(Math.min(BUSY.traders, TRADERS), BUSY.markets)
  const anyone = draw(TRADERS, Math.floor(shape.markets * 0.9))
  return (count: number, time: Seconds) => {
    const first = busy.take(Math.ceil(count / 2), time)
    // Each passes over the other's block.
    anyone.take(0, time)
    busy.take(0, time)
    return [...first, ...anyone.take(Math.floor(count / 2), time)]
  }
}

async function reportSizes(when: string): Promise<void> {
  const [{ store }, live] = sides
  const heads = await headSnapshots(store.db)
  const columns = await bytesOf(store.db, ['column_parts', 'snapshot_analytics', 'snapshot_gaps'])
  const versions = await versionBytes(store.db)
  say(
    `${when}: ${heads.length} kept snapshots, ${(columns / heads.length / MIB).toFixed(1)} MiB each (aim 20); row versions ${(versions / MIB).toFixed(1)} MiB (aim 60), ` +
      `without a delay ${((await versionBytes(live.store.db)) / MIB).toFixed(1)}; 24 × as many for a day ${((24 * versions) / MIB).toFixed(0)} MiB at most (aim 200)`,
  )
}

/** The bytes of rows that only earlier versions show: histories, and the share of ended days. */
async function versionBytes(db: Database): Promise<number> {
  const histories = await bytesOf(
    db,
    KEPT_TABLES.map(({ table }) => `${table.name}_history`),
  )
  const days = await db.get<{ ended: number; all: number }>(
    'SELECT COUNT(died) AS ended, COUNT(*) AS "all" FROM position_days',
  )
  if (days === undefined || Number(days.all) === 0) return histories
  return histories + ((await bytesOf(db, ['position_days'])) * Number(days.ended)) / Number(days.all)
}

/** Bytes of tables with their indexes. */
async function bytesOf(db: Database, tables: readonly string[]): Promise<number> {
  const named = tables.map(() => 'm.tbl_name = ?').join(' OR ')
  const row = await db.get<{ bytes: number | null }>(
    `SELECT SUM(s.pgsize) AS bytes FROM dbstat s JOIN sqlite_schema m ON m.name = s.name WHERE ${named}`,
    [...tables],
  )
  return Number(row?.bytes ?? 0)
}

/** Milliseconds of answers: by the clock, and of the processor. */
interface Took {
  clock: number[]
  cpu: number[]
}

/** The same requests without a key to both stores, in turns, each computed. */
async function reportRequests(time: Seconds): Promise<void> {
  const [late, live] = [await openSite('late', DELAY_MINUTES), await openSite('live', 0)]
  const markets = (await late.inject('/v1/markets?limit=100')).json().items as { condition: string }[]
  const marketAt = (i: number) => `/v1/market/${markets[i % markets.length]?.condition}`
  const questions: Record<string, (i: number) => string> = {
    board: (i) => `/v1/leaderboard/pnl-30d?limit=${40 + i}`,
    profile: (i) => `/v1/trader/${walletOf(i * 7)}`,
    market: (i) => marketAt(i),
    holders: (i) => `${marketAt(i)}/holders?limit=${1 + i}`,
  }
  for (const [name, urlOf] of Object.entries(questions)) {
    const took = { late: emptyTook(), live: emptyTook() }
    for (let i = 0; i < REQUESTS; i++) {
      const asks = [() => answer(late, urlOf(i), took.late), () => answer(live, urlOf(i), took.live)]
      // Each goes first every other time.
      for (const ask of i % 2 === 0 ? asks : asks.reverse()) await ask()
    }
    say(
      `${name}: p50 with the delay ${median(took.late.clock).toFixed(1)} ms, without ${median(took.live.clock).toFixed(1)} ms; CPU ${median(took.late.cpu).toFixed(1)} and ${median(took.live.cpu).toFixed(1)} ms, ` +
        `ratio ${(median(took.late.cpu) / median(took.live.cpu)).toFixed(2)} (aim 1.1; request by request ${spread(ratios(took.late.cpu, took.live.cpu), 2)})`,
    )
  }
  await late.close()
  await live.close()

  async function openSite(name: 'late' | 'live', minutes: number): Promise<FastifyInstance> {
    const config = loadConfig({
      DATABASE_URL: `sqlite:${join(folder, name, 'pequod.db')}`,
      LOG_LEVEL: 'silent',
      RATE_LIMIT_ANONYMOUS: '100000',
      WHALE_DELAY_MINUTES: `${minutes}`,
    })
    const { db } = sides[name === 'late' ? 0 : 1].store
    return createApp({ db, config, clock: () => time })
  }
}

async function answer(app: FastifyInstance, url: string, { clock, cpu }: Took): Promise<void> {
  const [start, before] = [performance.now(), process.cpuUsage()]
  const { statusCode, body } = await app.inject(url)
  const { user, system } = process.cpuUsage(before)
  if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}: ${body}`)
  clock.push(performance.now() - start)
  cpu.push((user + system) / 1_000)
}

function emptyTook(): Took {
  return { clock: [], cpu: [] }
}

function total(figures: readonly number[]): number {
  return figures.reduce((sum, one) => sum + one, 0)
}

function say(text: string): void {
  console.log(`delay: ${text}`)
}
