import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DISTINCT_LABELS } from '../../bench/linkage/distinct-labels.ts'
import { possibleMatches } from '../../bench/possible-matches.ts'
import { createLabels } from '../../src/access/accounts/labels.ts'
import type { Fill } from '../../src/ledger/event.ts'
import { type Address, DAY_SECONDS, MICRO } from '../../src/ledger/quantities.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { readAlertIds } from '../../src/store/alerts/alert-ids.ts'
import { createAlertReader } from '../../src/store/alerts/alert-reader.ts'
import type { AlertRow } from '../../src/store/alerts/alert-row.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { createAlertDesk } from '../../src/whales/alerts/alert-desk.ts'
import type { AlertView } from '../../src/whales/alerts/alert-view.ts'
import { publicView } from '../../src/whales/alerts/public-view.ts'
import { keepRadar } from '../../src/whales/radar/keep-radar.ts'
import { describeEngines } from '../store/engines.ts'
import { MARKETS, MIN_USD, MONDAY, radarFills, TEST_COHORTS } from './radar-world.ts'

const RULES = { minUsd: MIN_USD, cohorts: TEST_COHORTS, delayMinutes: 60 }
const LONG_AFTER = MONDAY + 60 * DAY_SECONDS

async function viewsOf(
  db: Database,
  upTo: number,
  labels = createLabels('a secret of sixteen'),
): Promise<{ row: AlertRow; view: AlertView }[]> {
  const ids = await readAlertIds(db)
  const rows = await createAlertReader(db).listPublic({ upTo }, 1_000)
  return rows.flatMap((row) => {
    const view = publicView(row, { upTo, ids, labels })
    return view ? [{ row, view }] : []
  })
}

/**
 * Whether an alert agrees with everything that is shown of one, by plain comparison of decimals. Who stands on the radar's
 * boards, and so which fills are alerts, counts as known.
 */
function fits(alert: AlertRow, view: AlertView): boolean {
  const market = MARKETS.find(({ tokens }) => tokens.includes(alert.tokenName))
  if (market === undefined) throw new Error('every token has a market')
  const outcome = market.outcomes[market.tokens.indexOf(alert.tokenName)]
  const { span, start } = SPANS[view.timePrecision]
  const digits = String(view.usd).replace(/0+$/, '').length
  const isSameSize = [1, 2].some((kept) => kept >= digits && shown(alert.usd / MICRO, kept) === view.usd)
  return (
    (alert.side === 0) === (view.direction === 'BUY') &&
    isSameSize &&
    isSamePrice(alert, view) &&
    Math.floor((alert.time - start) / span) * span + start === view.time &&
    (view.market === null || (view.market.condition === market.condition && outcome === view.outcome)) &&
    (view.category === null || view.category === market.category)
  )
}

/** The wallets that can stand behind a label: those with as many alerts on one day as the label has, that fit each of them. */
function walletsOf(all: readonly AlertRow[], views: readonly AlertView[]): Set<Address> {
  const days = Map.groupBy(all, ({ address, time }) => `${address} ${Math.floor(time / DAY_SECONDS)}`)
  const possible = [...days.values()].filter(
    (day) =>
      views.every((view) => day.some((alert) => fits(alert, view))) &&
      day.filter((alert) => views.some((view) => fits(alert, view))).length >= views.length,
  )
  return new Set(possible.flatMap((day) => day.map(({ address }) => address)))
}

/** The wallets that can stand behind each view when all are looked at together; {@link WALLETS} at most. */
function walletsByCounting(all: readonly AlertRow[], views: readonly AlertView[]): number[] {
  const edges = views.map((view) => all.flatMap((alert, i) => (fits(alert, view) ? [i] : [])))
  const canBe = possibleMatches(edges)
  return views.map((_, view) => {
    const wallets = new Set<string>()
    for (const alert of edges[view] ?? []) {
      if (wallets.size >= WALLETS) break
      const address = all[alert]?.address ?? ''
      if (!wallets.has(address) && canBe?.(view, alert)) wallets.add(address)
    }
    return wallets.size
  })
}

const WALLETS = 5

/** 1970 began on a Thursday, four days before a Monday. */
const SPANS = {
  SECOND: { span: 1, start: 0 },
  HOUR: { span: 3_600, start: 0 },
  DAY: { span: DAY_SECONDS, start: 0 },
  WEEK: { span: 7 * DAY_SECONDS, start: 4 * DAY_SECONDS },
}

/** Prices of a week are told to ten cents, as may be those of a day where the market is not told. */
function isSamePrice(alert: AlertRow, { price, timePrecision, market }: AlertView): boolean {
  if (price === null) return true
  const off = Math.abs(alert.usd / alert.shares - price)
  const isCents = timePrecision !== 'WEEK' && (market !== null || Math.round(price * 100) % 10 !== 0)
  return off <= (isCents ? 0.005 : 0.05) + 1e-9
}

function shown(dollars: number, digits: number): number {
  const text = String(Math.floor(dollars))
  return Number(text.slice(0, digits).padEnd(text.length, '0'))
}

/** Fills with companions that look like them: without such, nothing would be public. */
const crowded = fc
  .tuple(radarFills, fc.integer({ min: 3, max: 8 }))
  .map(([fills, twins]) => fills.flatMap((fill) => crowdOf(fill, twins)))

/** The ledger with the most fills of thirty, always the same ones. */
function largestOf(seed: number): Fill[] {
  const [fills = []] = fc.sample(crowded, { seed, numRuns: 30 }).toSorted((a, b) => b.length - a.length)
  return fills
}

function crowdOf(fill: Fill, twins: number): Fill[] {
  return Array.from({ length: twins }, (_, i) => ({
    ...fill,
    logIndex: (fill.logIndex ?? 0) * 10 + i,
    tx: `0x${'f'.repeat(56)}${String(i).padStart(2, '0')}${fill.tx?.slice(-6)}` as Fill['tx'],
    owner: i === 0 ? fill.owner : (`0x${'9'.repeat(38)}0${i}` as Address),
    usd: fill.usd + i * MICRO,
    shares: Math.floor(((fill.usd + i * MICRO) / fill.usd) * fill.shares),
  }))
}

describeEngines('public alerts', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 10 : 3

  test('fit alerts of at least five wallets by all shown fields, together with all of their label and of the list', async () => {
    let seen = 0
    await fc.assert(
      fc.asyncProperty(crowded, async (fills) => {
        const { db, close } = await open()
        await ingestRecords(db, [...MARKETS, ...fills])
        await keepRadar(db, { ...RULES, now: LONG_AFTER })
        const all = await createAlertReader(db).list({}, 100_000, null)
        const shown = await viewsOf(db, LONG_AFTER, DISTINCT_LABELS)
        const views = shown.map(({ view }) => view)
        for (const alike of Map.groupBy(shown, ({ view }) => view.label).values()) {
          seen++
          const wallets = walletsOf(
            all,
            alike.map(({ view }) => view),
          )
          expect(wallets.size).toBeGreaterThanOrEqual(WALLETS)
          for (const { row } of alike) expect(wallets).toContain(row.address)
        }
        for (const wallets of walletsByCounting(all, views)) expect(wallets).toBe(WALLETS)
        await close()
      }),
      // Of random ledgers few have public alerts: one has for certain.
      { numRuns, endOnFailure: true, examples: [[largestOf(11)]] },
    )
    expect(seen).toBeGreaterThan(0)
  })

  test('are released an hour after the fill, and identify nobody', async () => {
    const { db } = await open()
    const fills = largestOf(11)
    await ingestRecords(db, [...MARKETS, ...fills])
    await keepRadar(db, { ...RULES, now: LONG_AFTER })
    const all = await viewsOf(db, LONG_AFTER)
    const newest = Math.max(...all.map(({ row }) => row.time))
    expect((await viewsOf(db, newest - 1)).every(({ row }) => row.time < newest)).toBe(true)
    for (const { row, view } of all) {
      const text = JSON.stringify(view)
      expect(view.identity).toBeNull()
      expect(view.label).toMatch(/^Trader #\d{5,6}$/)
      expect(text).not.toContain(row.address)
      expect(text).not.toContain(Buffer.from(row.tx ?? []).toString('hex'))
    }
  })

  test('of a market are the newest 25 that show it', async () => {
    const { db } = await open()
    // Two markets in which five wallets traded alike: one is shown, of the other a wallet too many opted for another price.
    await ingestRecords(db, [...MARKETS, ...largestOf(11)])
    await keepRadar(db, { ...RULES, now: LONG_AFTER })
    const desk = createAlertDesk({ db, labels: DISTINCT_LABELS, delayMinutes: 60, now: () => LONG_AFTER })
    const page = async (filter: { tokens?: number[] }, first = 25) =>
      (await desk.page('ANONYMOUS', { filter, first, after: null })).alerts
    const shown = (await viewsOf(db, LONG_AFTER, DISTINCT_LABELS)).map(({ view }) => view)
    let told = 0
    for (const { condition, tokens: names } of MARKETS) {
      const rows = await db.all<{ id: number }>(
        `SELECT id FROM tokens WHERE token IN (${names.map((name) => `'${name}'`).join()})`,
      )
      const tokens = rows.map(({ id }) => id)
      const expected = shown.filter(({ market }) => market?.condition === condition)
      const found = await page({ tokens })
      expect(found).toHaveLength(Math.min(25, expected.length))
      expect(expected).toEqual(expect.arrayContaining(found))
      const times = expected.map(({ time }) => time).toSorted((a, b) => b - a)
      expect(found.map(({ time }) => time)).toEqual(times.slice(0, 25))
      expect(await page({ tokens }, 2)).toEqual(found.slice(0, 2))
      told += found.length
    }
    expect(told).toBeGreaterThan(0)
    expect(await page({ tokens: [] })).toEqual([])
  })

  test('do not change while the ledger grows, and only their ids lead to them', async () => {
    const { db } = await open()
    const fills = largestOf(12)
    await ingestRecords(db, [...MARKETS, ...fills])
    await keepRadar(db, { ...RULES, now: LONG_AFTER })
    const before = await viewsOf(db, LONG_AFTER)
    const more = fills.map((fill) => ({ ...fill, logIndex: (fill.logIndex ?? 0) + 5_000 }))
    await ingestRecords(db, more)
    await keepRadar(db, { ...RULES, now: LONG_AFTER })
    const after = new Map((await viewsOf(db, LONG_AFTER)).map(({ view }) => [view.id, view]))
    for (const { view } of before) expect(after.get(view.id)).toEqual(view)
    const ids = await readAlertIds(db)
    for (const { row, view } of before) expect(ids.seqOf(view.id)).toBe(row.seq)
    expect(ids.seqOf('AAAAAAAAAAAAAAAAAAAAAA')).toBeNull()
    expect(ids.seqOf('no id')).toBeNull()
  })
})
