import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seed } from '../seeds/demo.ts'
import { loadConfig } from '../src/config.ts'
import { DAY_SECONDS, dayOf, dayText, MICRO } from '../src/ledger/quantities.ts'
import { refresh } from '../src/refresh/refresh.ts'
import { createApp } from '../src/server/app.ts'
import { openStore } from '../src/store/store.ts'
import { keepRadar } from '../src/whales/keep-radar.ts'
import { tierCallers } from '../test/server/tier-callers.ts'
import { WIDE_LIMITS } from '../test/server/wide-limits.ts'
import { askAs } from './ask-as.ts'
import { linkAlerts } from './link-alerts.ts'
import { linkBoards } from './link-boards.ts'

/*
 * Whether the people whom an anonymous caller is not told of can be found again in the demo world: every row of the gated boards is
 * joined with the numbers of all traders over all periods, and every public alert with all alerts; who is eligible and who
 * stood on the radar's boards counts as known. Prints for how many traders each fits, and how many fit one alone: a named one
 * makes the exit status 1. With a number as its argument, that is the smallest fill of an alert in dollars; else that of
 * methodology §8.
 */
const MIN_USD = Number(process.argv[2] ?? 10_000) * MICRO

const folder = await mkdtemp(join(tmpdir(), 'pequod-linkage-'))
const path = join(folder, 'demo.db')
const store = await openStore({ kind: 'sqlite', path })
const config = loadConfig({ LOG_LEVEL: 'silent', DATABASE_URL: `sqlite:${path}`, ...WIDE_LIMITS })
const app = await createApp({ db: store.db, config })
try {
  await seed(store)
  await refresh(store.db)
  const last = (await store.db.get<{ time: number }>('SELECT MAX(time) AS time FROM fills'))?.time ?? 0
  // A week later every alert is decided.
  const now = last + 8 * DAY_SECONDS
  const start = performance.now()
  const { alerts, weeks } = await keepRadar(store.db, { minUsd: MIN_USD, delayMinutes: 60, now })
  const seconds = (performance.now() - start) / 1_000
  console.log(`${weeks} weeks, ${alerts} alerts from $${MIN_USD / MICRO} in ${seconds.toFixed(1)} s`)

  const callers = await tierCallers({ store })
  const days = [1, 7, 30].map((back) => dayText(dayOf(last) - back))
  const { rows, leaks } = await linkBoards(askAs(app, {}), askAs(app, callers.PRO), days)
  for (const [board, own] of Map.groupBy(rows, (row) => row.board))
    print(
      `${board}, on the board`,
      own.map(({ members }) => members.size),
    )
  print(
    'rows, by all numbers',
    rows.map(({ fits }) => fits.size),
  )
  const linked = await linkAlerts(store.db, now)
  for (const kind of ['wallets', 'labelled', 'counted'] as const)
    print(
      `alerts, ${kind}`,
      linked.map((alert) => alert[kind]),
    )
  const named = [
    ...rows.map(({ members }) => members.size),
    ...linked.flatMap(({ labelled, counted }) => [labelled, counted]),
  ].filter((fits) => fits === 1).length
  console.log(`${rows.length} rows, ${linked.length} public alerts: ${named} named, ${leaks} leaks`)
  if (named + leaks > 0) process.exitCode = 1
} finally {
  await app.close()
  await store.close()
  await rm(folder, { recursive: true, force: true })
}

function print(what: string, counts: readonly number[]): void {
  const sorted = counts.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  const below = sorted.filter((count) => count < 5).length
  console.log(
    `${what}: least ${at(0)}, 10 % ${at(0.1)}, median ${at(0.5)}, most ${at(1)}; below 5: ${below} of ${sorted.length}`,
  )
}
