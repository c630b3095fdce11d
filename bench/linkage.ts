import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seed } from '../seeds/demo.ts'
import { createLabels } from '../src/access/labels.ts'
import { COHORTS, type CohortDefinition } from '../src/cohorts/cohorts.ts'
import { DAY_SECONDS, dayOf, MICRO, weekStart } from '../src/ledger/quantities.ts'
import { leaderboardById } from '../src/metrics/leaderboards.ts'
import { readAlertIds } from '../src/store/alerts/alert-ids.ts'
import { createAlertReader } from '../src/store/alerts/alert-reader.ts'
import type { AlertRow } from '../src/store/alerts/alert-row.ts'
import { membershipsOf } from '../src/store/cohorts.ts'
import type { Database } from '../src/store/database.ts'
import { openStore } from '../src/store/store.ts'
import type { AlertView } from '../src/whales/alert-view.ts'
import { keepRadar } from '../src/whales/keep-radar.ts'
import { publicView } from '../src/whales/public-view.ts'

/*
 * Whether the public alerts of the demo world can be found again: each is joined with every fill of the ledger on all
 * that it shows. Prints how many fills are left as candidates, how many wallets, how many of these stood on a
 * board of the radar, and how many fit every alert of the same label; and what fixing the weeks' cohorts took. With a number as its argument, that is the
 * smallest fill in dollars; else that of methodology §8.
 */
const MIN_USD = Number(process.argv[2] ?? 10_000) * MICRO

/** A fill of the ledger, as somebody who joins sees it. */
interface PublicFill {
  owner: number
  time: number
  side: number
  usd: number
  shares: number
  condition: string | null
  outcome: string | null
  category: string | null
}

/** Where the radar's own boards are not computed, those that are serve as well: the join does not look at them. */
function cohorts(): readonly CohortDefinition[] {
  if (COHORTS.some(({ isRadar, board }) => isRadar && leaderboardById(board) !== undefined)) return COHORTS
  return ['pnl-all', 'roi-all'].map((board) => ({ id: `test-${board}`, board, isRadar: true }))
}

const folder = await mkdtemp(join(tmpdir(), 'pequod-linkage-'))
const store = await openStore({ kind: 'sqlite', path: join(folder, 'demo.db') })
try {
  await seed(store)
  await report(store.db)
} finally {
  await store.close()
  await rm(folder, { recursive: true, force: true })
}

async function report(db: Database): Promise<void> {
  const used = cohorts()
  const last = await db.get<{ time: number }>('SELECT MAX(time) AS time FROM fills')
  const now = (last?.time ?? 0) + DAY_SECONDS
  const start = performance.now()
  const { alerts, weeks, published } = await keepRadar(db, {
    minUsd: MIN_USD,
    cohorts: used,
    delayMinutes: 60,
    now,
  })
  const seconds = (performance.now() - start) / 1_000
  console.log(
    `boards ${used.filter(({ isRadar }) => isRadar).map(({ board }) => board)}; fills from $${MIN_USD / MICRO}`,
  )
  console.log(
    `${weeks} weeks, ${alerts} alerts, ${published} decided in ${seconds.toFixed(1)} s, ${(seconds / weeks).toFixed(2)} s a week`,
  )
  await link(db, now, used)
}

async function link(db: Database, now: number, used: readonly CohortDefinition[]): Promise<void> {
  const fills = await readFills(db)
  const ids = await readAlertIds(db)
  const options = { upTo: now, ids, labels: createLabels(null) }
  const rows = await createAlertReader(db).listPublic(now, 1_000_000)
  const members = await membersOf(db, rows, used)
  const found = rows.flatMap((row) => {
    const view = publicView(row, options)
    return view ? [{ label: view.label, ...candidates(fills, view, (owner) => members(row, owner)) }] : []
  })
  const counts = {
    fills: found.map((each) => each.fills),
    wallets: found.map((each) => each.wallets.size),
    members: found.map((each) => each.members),
    // A label is a trader's for a day: whoever stands behind two alerts of one label fits both.
    labelled: found.map(
      ({ label }) => inAll(found.filter((each) => each.label === label).map((each) => each.wallets)).size,
    ),
  }
  for (const [kind, values] of Object.entries(counts))
    console.log(`${kind.padEnd(8)} ${distribution(values)}`)
  const levels = Map.groupBy(rows, ({ level }) => `level ${level}`)
  for (const level of [...levels.keys()].sort()) console.log(`${level}: ${levels.get(level)?.length} alerts`)
}

function readFills(db: Database): Promise<PublicFill[]> {
  return db.all<PublicFill>(
    'SELECT f.owner_id AS owner, f.time, f.side, f.usd, f.shares, c.condition, k.outcome_name AS outcome, m.category ' +
      'FROM fills f JOIN tokens k ON k.id = f.token_id LEFT JOIN conditions c ON c.id = k.condition_id ' +
      'LEFT JOIN markets m ON m.condition_id = k.condition_id WHERE f.usd >= ?',
    [MIN_USD / 10],
  )
}

/** What is left of the ledger after a join on all that an alert shows. */
function candidates(fills: readonly PublicFill[], view: AlertView, isMember: (owner: number) => boolean) {
  const left = fills.filter((fill) => fits(fill, view))
  const wallets = new Set(left.map(({ owner }) => owner))
  return { fills: left.length, wallets, members: [...wallets].filter(isMember).length }
}

function inAll(sets: readonly Set<number>[]): Set<number> {
  const [first = new Set()] = sets
  return new Set([...first].filter((wallet) => sets.every((set) => set.has(wallet))))
}

/** Written apart from the code that coarsens, on decimals. */
function fits(fill: PublicFill, view: AlertView): boolean {
  const day = Math.floor(fill.time / DAY_SECONDS) * DAY_SECONDS
  const monday = day - ((new Date(day * 1_000).getUTCDay() + 6) % 7) * DAY_SECONDS
  const hour = Math.floor(fill.time / 3_600) * 3_600
  const floored = { SECOND: fill.time, HOUR: hour, DAY: day, WEEK: monday }
  if (floored[view.timePrecision] !== view.time) return false
  if ((fill.side === 0) !== (view.direction === 'BUY')) return false
  if (view.market !== null && (view.market.condition !== fill.condition || view.outcome !== fill.outcome))
    return false
  if (view.category !== null && view.category !== fill.category) return false
  if (view.price !== null && Math.abs(fill.usd / fill.shares - view.price) > priceSlack(view.price, view))
    return false
  const text = String(Math.floor(fill.usd / MICRO))
  const digits = view.timePrecision === 'HOUR' && !/^\d0*$/.test(String(view.usd)) ? 2 : 1
  return Number(text.slice(0, digits).padEnd(text.length, '0')) === view.usd
}

/** Half of what the price is rounded to: a multiple of ten cents may be one of a cent. */
function priceSlack(price: number, { timePrecision, market }: AlertView): number {
  const isCents = timePrecision !== 'WEEK' && (market !== null || Math.round(price * 100) % 10 !== 0)
  return (isCents ? 0.005 : 0.05) + 1e-9
}

async function membersOf(db: Database, rows: readonly AlertRow[], used: readonly CohortDefinition[]) {
  const weekOf = (row: AlertRow) => weekStart(dayOf(row.time))
  const radar = used.filter(({ isRadar }) => isRadar)
  const weeks = [...new Set(rows.map(weekOf))]
  const stood = await membershipsOf(
    db,
    radar.map(({ id }) => id),
    weeks,
  )
  return (row: AlertRow, owner: number) => stood.has(`${weekOf(row)} ${owner}`)
}

function distribution(counts: readonly number[]): string {
  const sorted = counts.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  const below = sorted.filter((count) => count < 5).length
  return `least ${at(0)}, 10 % ${at(0.1)}, median ${at(0.5)}, 90 % ${at(0.9)}, most ${at(1)}; below 5: ${below} of ${sorted.length}`
}
