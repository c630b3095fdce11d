import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { loadConfig } from '../../src/config.ts'
import { DAY_SECONDS, dayOf, dayText, MICRO } from '../../src/ledger/quantities.ts'
import { createApp } from '../../src/server/app.ts'
import { updateSmartMoney } from '../../src/smart-money/update-smart-money.ts'
import { openStore } from '../../src/store/engine/store.ts'
import { keepRadar } from '../../src/whales/radar/keep-radar.ts'
import { tierCallers } from '../../test/server/tier-callers.ts'
import { WIDE_LIMITS } from '../../test/server/wide-limits.ts'
import { askAs, untilShown } from '../ask-as.ts'
import { daysInTurn } from '../days-in-turn.ts'
import { linkAlerts } from './link-alerts.ts'
import { answerOf, linkBoards } from './link-boards.ts'
import { readBoardDays } from './link-days.ts'
import { linkMarkets } from './link-markets.ts'
import { linkPages } from './link-pages.ts'
import { linkRecord } from './link-record.ts'
import { linkNamed, linkSlices } from './link-slices.ts'

/*
 * Whether what anonymous callers are not told can be found again in the demo world. Who attacks is handed more than can be read: every
 * number of every trader on every day, every fill, who is eligible, who stood on the radar's boards, and which markets a
 * cohort holds; so profiles, daily series, positions, trades, activity, and the volumes, prices, flow, holders and traders of markets add
 * nothing to it, nor do answers as of a day.
 * - Gated boards: each row joined with the numbers of all traders by name; with those of the board's members; with the order of the board
 *   itself; and, over successive days, with what traders who stand still tell of each other's places.
 * - Arguments of boards: windows, categories, thresholds, coverage and days, by themselves and with each other, on the gated boards,
 *   and what public boards name by them joined with the rows.
 * - Alerts: each public one joined with all alerts, and all with each other.
 * - The radar's record: each week less the week before.
 * - Lists of markets and of what traders did: places on gated boards, flow of cohorts and of the skilled, and events newer than the delay.
 * - Pages with their cards and frames: each made anew from the API's answers to the same caller, and searched for names.
 * Prints for how many each fits, and how many fit one alone: a named one, or an answer that differs where it must not, makes the
 * exit status 1. With a number as its argument, that is the smallest fill of an alert in dollars; else that of methodology §8.
 */
const MIN_USD = Number(process.argv[2] ?? 10_000) * MICRO
/** Days that come one by one at the end of the world. */
const DAYS = 10
/** What narrows a board by its page's address. */
const BOARD_QUERIES = ['', '?excludeBots=true', '?coverage=whole', '?minVolume=1000', '?category=sports']
const ALERTS =
  '{ whaleAlerts { nodes { id label usd price time } } whaleShowcase { move alert { id label } } }'
const RECORD =
  '{ whaleRadarRecord { until all { alerts decided hitRate impliedRate markoutAfterHour markoutAfterDay } } }'

const folder = await mkdtemp(join(tmpdir(), 'pequod-linkage-'))
const path = join(folder, 'demo.db')
const store = await openStore({ kind: 'sqlite', path })
const config = loadConfig({
  LOG_LEVEL: 'silent',
  DATABASE_URL: `sqlite:${path}`,
  EMBED_ORIGINS: '*',
  ...WIDE_LIMITS,
})
const app = await createApp({ db: store.db, config })
try {
  const callers = await tierCallers({ store })
  const [anonymous, free, pro] = [askAs(app, {}), askAs(app, callers.FREE), askAs(app, callers.PRO)]
  const boards = readBoardDays({ anonymous, pro })
  for await (const id of daysInTurn(store, undefined, DAYS)) {
    await untilShown(anonymous, id)
    await boards.read()
  }
  const last = (await store.db.get<{ time: number }>('SELECT MAX(time) AS time FROM fills'))?.time ?? 0
  // A week later every alert is decided.
  const now = last + 8 * DAY_SECONDS
  const start = performance.now()
  const { alerts, weeks } = await keepRadar(store.db, { minUsd: MIN_USD, delayMinutes: 60, now })
  const seconds = (performance.now() - start) / 1_000
  console.log(`${weeks} weeks, ${alerts} alerts from $${MIN_USD / MICRO} in ${seconds.toFixed(1)} s`)

  const days = [1, 7, 30].map((back) => dayText(dayOf(last) - back))
  const { rows, leaks: ofBoards } = await linkBoards(anonymous, pro, days)
  let leaks = ofBoards
  for (const [board, own] of Map.groupBy(rows, (row) => row.board))
    print(
      `${board}, on the board`,
      own.map(({ members }) => members.size),
    )
  print(
    'rows, by all numbers',
    rows.map(({ fits }) => fits.size),
  )
  print(
    'rows, by the order of the board',
    rows.map(({ known }) => known.size),
  )
  const slices = await linkSlices({ anonymous, free, pro }, days)
  const named = await linkNamed({ anonymous, pro })
  print('rows, by the arguments of public boards', named)
  console.log(`${slices.asked} questions by arguments of boards that withhold: ${slices.told} told more`)
  leaks += slices.told
  const rowsOfDays = boards.fits()
  print(`rows, over ${DAYS + 1} days`, rowsOfDays)
  const linked = await linkAlerts(store.db, now)
  for (const kind of ['wallets', 'labelled', 'counted'] as const)
    print(
      `alerts, ${kind}`,
      linked.map((alert) => alert[kind]),
    )
  const records = await linkRecord(store.db, now - 20 * 7 * DAY_SECONDS, now)
  print("the radar's record, week by week", records)
  for (const query of [ALERTS, RECORD])
    if (!isDeepStrictEqual(await answerOf(free, query, {}), await answerOf(anonymous, query, {}))) leaks++

  const lists = await linkMarkets({ anonymous, free }, config.whaleDelayMinutes)
  console.log(`${lists.asked} markets and traders by their lists: ${lists.leaks} told more`)
  leaks += lists.leaks

  await updateSmartMoney(store.db)
  const pages = await linkPages(app, callers, { most: 25, queries: BOARD_QUERIES.concat(`?asOf=${days[0]}`) })
  for (const leak of pages.leaks) console.log(leak)
  console.log(`${pages.asked} pages: ${pages.leaks.length} told more`)
  leaks += pages.leaks.length
  const fits = [
    ...rows.flatMap(({ members, known }) => [members.size, known.size]),
    ...linked.flatMap(({ labelled, counted }) => [labelled, counted]),
    ...[...rowsOfDays, ...records, ...named],
  ]
  const found = fits.filter((count) => count === 1).length
  console.log(`${rows.length} rows, ${linked.length} public alerts: ${found} named, ${leaks} leaks`)
  if (found + leaks > 0) process.exitCode = 1
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
