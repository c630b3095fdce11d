/**
 * Signs of trades and pages of the tape, on SQLite, over the fills of a demo world: the pass that computes every sign, by processor
 * time against that of the import; and pages of the newest and the largest trades at the beginning, in the middle and at the end, with
 * filters too, by processor time against the first page of the same list.
 *
 *   npx node bench/market/tape.ts [fills, default 1,000,000] [rounds, default 15]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defined } from '../../src/checks.ts'
import { loadConfig } from '../../src/config/config.ts'
import { encodeCursor } from '../../src/graph/kit/paging/page-slice.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { createApp } from '../../src/server/app.ts'
import { ingestEventLines } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { createSignKeeper } from '../../src/tape/signs/update-signs.ts'
import { tierCallers } from '../../test/server/support/tier-callers.ts'
import { WIDE_LIMITS } from '../../test/server/support/wide-limits.ts'
import { askAs } from '../read/ask-as.ts'
import { inTurns } from '../run/in-turns.ts'
import { median, spread } from '../run/spread.ts'
import { fillFile } from '../worlds/fill-file.ts'

const [fills = 1_000_000, rounds = 15] = process.argv.slice(2).map(Number)
/** Times that a page is asked for in a round. */
const ASKS = 10
const QUERY = `query ($where: TradeWhere, $orderBy: TradeOrder, $after: String) {
  trades(where: $where, orderBy: $orderBy, first: 25, after: $after) { nodes { id time change whole { usd price fills } } } }`

/** Seconds of the processor, threads included. */
async function processorOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

const say = (text: string) => console.log(`tape, ${fills.toLocaleString('en')} fills: ${text}`)

interface Page {
  name: string
  /** The first page of its list. @default it is one itself */
  first?: string
  variables: object
}

/** Pages at some depths of both orders, and the first ones of filters. */
async function pagesOf(db: Database): Promise<Page[]> {
  const row = await db.get<{ count: number; last: number }>(
    'SELECT COUNT(*) AS count, MAX(time) AS last FROM whole_trades WHERE role = 1',
  )
  const { count, last } = defined(row)
  say(`${count.toLocaleString('en')} whole trades of takers`)
  const time = (seconds: number) => `${new Date(seconds * 1_000).toISOString().slice(0, 19)}Z`
  const month = { from: time(last - 31 * 86_400 + 1), to: time(last + 1) }
  const depth = async (orderBy: string, part: number, bounds: string): Promise<string> => {
    const order = orderBy === 'NEWEST' ? 'time DESC, key DESC' : 'usd DESC, time DESC, key DESC'
    const of = `FROM whole_trades WHERE role = 1${bounds}`
    const all = defined(await db.get<{ rows: number }>(`SELECT COUNT(*) AS rows ${of}`)).rows
    const at = Math.floor(Math.max(0, all - 26) * part)
    const place = await db.get<{ usd: number; time: number; key: number }>(
      `SELECT usd, time, key ${of} ORDER BY ${order} LIMIT 1 OFFSET ${at}`,
    )
    const { usd, time: seconds, key } = defined(place)
    return encodeCursor(orderBy.toLowerCase(), [usd, seconds, key])
  }
  const deep = async (orderBy: string, where: object, bounds: string): Promise<Page[]> =>
    Promise.all(
      [0.25, 0.5, 0.9, 1].map(async (part) => ({
        name: `${orderBy.toLowerCase()} at ${part * 100}%`,
        first: orderBy.toLowerCase(),
        variables: { orderBy, where, after: await depth(orderBy, part, bounds) },
      })),
    )
  const busiest = async (column: string) =>
    defined(
      await db.get<{ name: string }>(
        column === 'trader'
          ? 'SELECT t.address AS name FROM whole_trades w JOIN traders t ON t.id = w.trader_id GROUP BY t.address ORDER BY COUNT(*) DESC LIMIT 1'
          : 'SELECT c.condition AS name FROM whole_trades w JOIN tokens t ON t.id = w.token_id JOIN conditions c ON c.id = t.condition_id GROUP BY c.condition ORDER BY COUNT(*) DESC LIMIT 1',
      ),
    ).name
  const filtered = (where: object) => ({ name: JSON.stringify(where).slice(0, 60), variables: { where } })
  return [
    { name: 'newest', variables: {} },
    ...(await deep('NEWEST', {}, '')),
    { name: 'largest', variables: { orderBy: 'LARGEST', where: month } },
    ...(await deep('LARGEST', month, ` AND time > ${last - 31 * 86_400}`)),
    filtered({ trader: await busiest('trader') }),
    filtered({ market: await busiest('market') }),
    filtered({ minUsd: 5_000, side: 'SELL' }),
    filtered({ category: ['POLITICS'] }),
  ]
}

const folder = await mkdtemp(join(tmpdir(), 'pequod-tape-'))
try {
  const path = await fillFile(fills, true)
  const { db, close } = await openStore({ kind: 'sqlite', path: join(folder, 'pequod.db') })
  const imported = await processorOf(() => ingestEventLines(db, { path }))
  say(`import ${imported.toFixed(1)} s of processor`)
  const signs = await processorOf(() =>
    db.view((sql) => createSignKeeper().update(sql, (work) => db.transaction(work))),
  )
  say(`signs ${signs.toFixed(1)} s of processor, ${(signs / imported).toFixed(3)} × the import (aim 0.15)`)
  await refresh(db)
  const config = loadConfig({
    LOG_LEVEL: 'silent',
    DATABASE_URL: `sqlite:${join(folder, 'pequod.db')}`,
    ...WIDE_LIMITS,
  })
  const app = await createApp({ db, config })
  const ask = askAs(app, (await tierCallers({ store: { db } } as never)).PRO)
  const pages = await pagesOf(db)
  // By processor time: a page takes a few milliseconds, and by the clock mostly those of others.
  const timed = async (work: () => Promise<unknown>) =>
    (1_000 *
      (await processorOf(async () => {
        for (let i = 0; i < ASKS; i++) await work()
      }))) /
    ASKS
  const works = pages.map(({ variables }) => async () => {
    const { errors } = await ask(QUERY, variables)
    if (errors) throw new Error(JSON.stringify(errors))
  })
  for (const work of works) await work()
  const times = await inTurns(works, rounds, timed)
  const millisecondsOf = (name: string) =>
    median(defined(times[pages.findIndex((page) => page.name === name)]))
  const ratios = pages.map(({ name, first = name }, i) => {
    const ratio = millisecondsOf(name) / millisecondsOf(first)
    say(`${name}: ${spread(defined(times[i]), 1)} ms, ${ratio.toFixed(2)} × the first of its list`)
    return ratio
  })
  say(`slowest page ${Math.max(...ratios).toFixed(2)} × the first of its list (aim 2)`)
  await app.close()
  await close()
} finally {
  await rm(folder, { recursive: true, force: true })
}
