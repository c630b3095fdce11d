/**
 * How long a row that another process writes waits, at the longest, while the ledger changes what it has counted: an undo
 * of two blocks in a market that very many hold, that market's resolution and the undo of it, a late event of the busiest
 * trader, a fold by other rules, and publishing; with the longest transactions and the places that began them. SQLite; the other
 * process writes every ten milliseconds.
 *
 *   npx node bench/write/waits.ts [fills, default 300,000] [holders of the market, default 100,000]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simulatedCondition, simulatedHash } from '../../seeds/traders/identifiers.ts'
import type { Fill } from '../../src/ledger/event.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database, StoreAddress } from '../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { startSteadyWriter } from '../load/steady-writer.ts'
import { makeMarketStore, tokenOf, walletOf } from '../market/market-store.ts'
import { createNewFills } from '../market/new-fills.ts'
import { BUSIEST, busiestShape } from '../market/shapes.ts'

const fills = Number(process.argv[2] ?? 300_000)
const holders = Number(process.argv[3] ?? 100_000)
/** Fills of each block that is undone. */
const BLOCK_FILLS = 100
const FIRST_HOLDER = 1_000_000
/** Longest transactions that are printed. */
const NAMED = 3

const folder = await mkdtemp(join(tmpdir(), 'pequod-waits-'))
const address: StoreAddress = { kind: 'sqlite', path: join(folder, 'pequod.db') }
const shape = busiestShape(Math.round(fills / 30) * 10, Math.max(100, Math.round(fills / 45)))
const { db, close } = await makeMarketStore(address, shape)
const market = shape.markets - 1
const news = createNewFills(shape, {
  traders: { first: FIRST_HOLDER, count: holders },
  markets: { first: market, count: 1 },
})
const longest = nameTransactions(db)
const writer = await startSteadyWriter(address)
try {
  const bought = Array.from({ length: holders / BLOCK_FILLS }, () => news.take(BLOCK_FILLS, news.after()))
    .flat()
    .map((fill, i) => ({ ...fill, owner: walletOf(FIRST_HOLDER + i) }))
  await ingestRecords(db, bought)
  await refresh(db)
  const idle = await writer.idle()
  say(`${count(fills)} fills, and a market that ${count(holders)} hold; ${idle.toFixed(0)} ms when idle`)
  const measure = async (what: string, work: () => Promise<unknown>) => {
    longest.clear()
    const { wait, result } = await writer.during(async () => {
      const [start, processor] = [performance.now(), processorMs()]
      await work()
      return [performance.now() - start, processorMs() - processor].map((ms) => (ms / 1_000).toFixed(1))
    })
    say(
      `${what}: another writer waited ${wait.toFixed(0)} ms (aim 100) of ${result[0]} s, ${result[1]} s of processor`,
    )
    const slowest = [...longest].sort((a, b) => b[1] - a[1]).slice(0, NAMED)
    const named = slowest.map(([place, ms]) => `${ms.toFixed(0)} ms ${place}`)
    if (named.length > 0) say(`  longest transactions, of processor: ${named.join(', ')}`)
  }
  const publish = async () => {
    const phases = new Map<string, number>()
    await refresh(db, { onPhase: ({ name, seconds }) => phases.set(name, seconds ?? 0) })
    say(`  ${[...phases].map(([name, seconds]) => `${name} ${seconds.toFixed(1)} s`).join(', ')}`)
  }
  const undone = [1, 2].flatMap(() => news.take(BLOCK_FILLS, news.after()))
  await ingestRecords(db, undone)
  await measure('undo of two blocks', () => undo(blockOf(undone)))
  const [last] = news.take(1, news.after())
  const resolution = {
    kind: 'RESOLVE' as const,
    block: blockOf([last]),
    logIndex: 0,
    tx: simulatedHash(1, 'waits'),
    time: news.after(),
    condition: simulatedCondition(1, `market/${market}`),
    payouts: ['1', '0'] as [string, string],
  }
  await measure('resolution', () => ingestRecords(db, [resolution]))
  await measure('publish after it', publish)
  await measure('undo of the resolution', () => undo(resolution.block))
  const late = {
    ...news.take(1, news.after())[0],
    block: 70_000_000,
    logIndex: 700_000,
    time: shape.start,
  } as Fill
  await measure('late event of the busiest trader', () =>
    ingestRecords(db, [{ ...late, owner: walletOf(BUSIEST), token: tokenOf(0, 0) }]),
  )
  await measure('publish after it', publish)
  await ingestRecords(db, news.take(30, news.after(1)))
  await measure('publish on the next day', publish)
  await db.run('UPDATE ledger_state SET fold_version = 0')
  await measure('fold by other rules', async () => (await openStore(address)).close())
  await measure('publish after it', publish)
} finally {
  await writer.end()
  await close()
  await rm(folder, { recursive: true, force: true })
}

function undo(block: number): Promise<number> {
  return createLedgerWriter(db).undo(block, async () => undefined)
}

function blockOf([fill]: readonly (Fill | undefined)[]): number {
  return fill?.block ?? 0
}

/**
 * From now on, the longest transaction that each place of the sources has begun, in milliseconds of this thread's processor
 * time: threads that fold meanwhile are not part of it.
 */
function nameTransactions(store: Database): Map<string, number> {
  const longest = new Map<string, number>()
  const transaction = store.transaction.bind(store)
  const named: Database['transaction'] = async (work) => {
    const calls = new Error('here').stack?.split('\n') ?? []
    const place =
      calls.find((call) => /src\/(?!store\/engine)/.test(call))?.replace(/.*\/src\/|:\d+\)?$/g, '') ?? ''
    let start = 0
    try {
      return await transaction((tx) => {
        start = threadMs()
        return work(tx)
      })
    } finally {
      if (start > 0) longest.set(place, Math.max(longest.get(place) ?? 0, threadMs() - start))
    }
  }
  Object.assign(store, { transaction: named })
  return longest
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function say(text: string): void {
  console.log(`waits: ${text}`)
}

function count(number: number): string {
  return number.toLocaleString('en')
}
