/**
 * The cost of publishing, in one process that keeps publishing: after 30 new fills on the same day, on the next day,
 * and a board as of a day that was never requested; traders have three open positions each. Against sorting one column
 * of as many values as traders, in the same run; all of it by processor time, threads included. Another process writes a row every ten
 * milliseconds: its longest wait during each of these is shown beside that on the idle store.
 *
 *   npx node bench/market/publish.ts [traders, default 100,000]... [--kept folder with the stores of earlier runs, or for them]
 */
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { defined } from '../../src/checks.ts'
import { dayOf } from '../../src/ledger/quantities.ts'
import { openStore, type Store } from '../../src/migrations/open-store.ts'
import { publishAsOf } from '../../src/numbers/as-of/publish-as-of.ts'
import { createPublisher } from '../../src/numbers/publish/publisher.ts'
import { computeScreen } from '../../src/numbers/screen/compute-screen.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database, StoreAddress } from '../../src/store/engine/database.ts'
import { EVER } from '../../src/store/snapshot/snapshot-columns.ts'
import { newestHead } from '../../src/store/snapshot/stored-snapshots.ts'
import { type SteadyWriter, startSteadyWriter } from '../load/steady-writer.ts'
import { median, spread } from '../run/spread.ts'
import { type MarketShape, makeMarketStore } from './market-store.ts'
import { createNewFills } from './new-fills.ts'
import { holdersShape } from './shapes.ts'
import { timesToSort } from './times-to-sort.ts'

const NEW_FILLS = 30
const ROUNDS = { sameDay: 7, nextDay: 3, asOf: 3 }
/** Days before the newest one, for the first past day and between further ones. */
const DAYS_AGO = 20

/** Milliseconds of the processor of each round, and the longest wait of the other writer in all of them. */
interface Rounds {
  times: number[]
  wait: number
}

const { positionals, values } = parseArgs({ allowPositionals: true, options: { kept: { type: 'string' } } })
const sizes = positionals.length > 0 ? positionals.map(Number) : [100_000]
let last: { traders: number; time: number } | null = null
for (const traders of sizes) {
  const time = await measure(traders)
  if (last)
    say(
      traders,
      `after ${NEW_FILLS} fills ${(time / last.time / (traders / last.traders)).toFixed(2)} × as long for each trader as with ${count(last.traders)}`,
    )
  last = { traders, time }
}

/** @returns milliseconds of a publish after few fills */
async function measure(traders: number): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-publish-'))
  const address: StoreAddress = { kind: 'sqlite', path: join(folder, 'pequod.db') }
  try {
    const shape = holdersShape(traders)
    const made = performance.now()
    const store = await openMarketStore(folder, traders, shape)
    const { db } = store
    say(
      traders,
      `${count(shape.fills)} fills in ${count(shape.markets)} markets over ${shape.days} days, ` +
        `${count(await openPositions(db))} open positions; made in ${seconds(performance.now() - made)}`,
    )
    const sort = timesToSort(traders)
    say(traders, `sorting as many values ${spread(sort, 1)} ms`)
    const publish = await openPublisher(db)
    const first = await costOf(publish)
    say(
      traders,
      `first publish ${seconds(first.processor)}, ${times(first.processor, median(sort))} the sort`,
    )
    await sayScreens(db, traders, first.processor)
    const writer = await startSteadyWriter(address)
    const idle = await writer.idle()
    const fills = createNewFills(shape, {
      traders: { first: 0, count: traders },
      markets: { first: 0, count: Math.floor(shape.markets * 0.9) },
    })
    const take = (days: number) => ingestRecords(db, fills.take(NEW_FILLS, fills.after(days)))
    const during = { writer, prepare: async () => {} }
    const sameDay = await rounds(ROUNDS.sameDay, { ...during, prepare: () => take(0) }, publish)
    const nextDay = await rounds(ROUNDS.nextDay, { ...during, prepare: () => take(1) }, publish)
    const today = dayOf(fills.after())
    const asOf = await rounds(ROUNDS.asOf, during, (round) => publishAsOf(db, today - DAYS_AGO * (round + 1)))
    await writer.end()
    await store.close()
    const usual = median(sameDay.times)
    const tell = (what: string, { times: all, wait }: Rounds, against: string) =>
      say(
        traders,
        `${what} ${spread(all, 1)} ms, ${against}; another writer waited ${wait.toFixed(0)} ms, ` +
          `${idle.toFixed(0)} ms when idle: ${Math.max(0, wait - idle).toFixed(0)} ms more (aim 250)`,
      )
    tell(`after ${NEW_FILLS} fills`, sameDay, `${times(usual, median(sort))} the sort (aim 10)`)
    tell(
      'on the next day',
      nextDay,
      `${times(median(nextDay.times), usual)} that after ${NEW_FILLS} fills (aim 5)`,
    )
    tell(
      'as of a day never asked for',
      asOf,
      `${times(median(asOf.times), usual)} that after ${NEW_FILLS} fills (aim 2)`,
    )
    say(traders, `peak ${count(Math.round(process.resourceUsage().maxRSS / 1024))} MiB`)
    return usual
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** A new store, or a copy of one that is kept, which is made where there is none. */
async function openMarketStore(folder: string, traders: number, shape: MarketShape): Promise<Store> {
  const path = join(folder, 'pequod.db')
  if (values.kept === undefined) return makeMarketStore({ kind: 'sqlite', path }, shape)
  const kept = join(values.kept, `publish-${traders}`)
  if (!existsSync(kept)) {
    const making = `${kept}.partial`
    await rm(making, { recursive: true, force: true })
    await mkdir(making, { recursive: true })
    const store = await makeMarketStore({ kind: 'sqlite', path: join(making, 'pequod.db') }, shape)
    await store.close()
    await rename(making, kept)
  }
  await cp(kept, folder, { recursive: true })
  return openStore({ kind: 'sqlite', path })
}

/** The time and the processor time of some work, threads included, in milliseconds. */
async function costOf(work: () => Promise<unknown>): Promise<{ time: number; processor: number }> {
  const [start, before] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(before)
  return { time: performance.now() - start, processor: (user + system) / 1_000 }
}

/** Every number of everybody in a window that nobody asked for, and in a category. */
async function sayScreens(db: Database, traders: number, publish: number): Promise<void> {
  const head = defined(await newestHead(db))
  const today = dayOf(head.cutoffTime)
  for (const [what, firstDay, category] of [
    ['a window', today - 45, 0],
    ['a category', EVER, 1],
  ] as const) {
    const cost = await costOf(() => computeScreen(db, { snapshot: head.id, firstDay, category }))
    say(
      traders,
      `${what} never asked for ${seconds(cost.time)}, ${(cost.processor / publish).toFixed(2)} × the first publish by processor time (aim 1.5)`,
    )
  }
}

/** Publishes again and again, as one process does that follows a chain. */
async function openPublisher(db: Database): Promise<() => Promise<unknown>> {
  const publisher = createPublisher(db)
  return () => publisher.publish()
}

async function rounds(
  many: number,
  { writer, prepare }: { writer: SteadyWriter; prepare: () => Promise<unknown> },
  work: (round: number) => Promise<unknown>,
): Promise<Rounds> {
  const all: Rounds = { times: [], wait: 0 }
  for (let round = 0; round < many; round++) {
    await prepare()
    const { result, wait } = await writer.during(async () => {
      const { processor } = await costOf(() => work(round))
      return processor
    })
    all.times.push(result)
    all.wait = Math.max(all.wait, wait)
  }
  return all
}

async function openPositions(db: Database): Promise<number> {
  const row = await db.get<{ count: number }>(
    'SELECT COUNT(*) AS count FROM positions p JOIN tokens t ON t.id = p.token_id JOIN conditions c ON c.id = t.condition_id ' +
      'WHERE p.shares > 0 AND c.resolved_time IS NULL',
  )
  return row?.count ?? 0
}

function say(traders: number, text: string): void {
  console.log(`publish, ${count(traders)} traders: ${text}`)
}

function times(figure: number, of: number): string {
  return `${(figure / of).toFixed(1)} ×`
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}

function count(number: number): string {
  return number.toLocaleString('en')
}
