import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLabels } from '../../src/access/labels.ts'
import type { Fill } from '../../src/ledger/event.ts'
import { type Address, DAY_SECONDS, MICRO } from '../../src/ledger/quantities.ts'
import { ingestRecords } from '../../src/sources/ingest.ts'
import { readAlertIds } from '../../src/store/alerts/alert-ids.ts'
import { createAlertReader } from '../../src/store/alerts/alert-reader.ts'
import type { AlertRow } from '../../src/store/alerts/alert-row.ts'
import type { Database } from '../../src/store/database.ts'
import type { AlertView } from '../../src/whales/alert-view.ts'
import { keepRadar } from '../../src/whales/keep-radar.ts'
import { publicView } from '../../src/whales/public-view.ts'
import { describeEngines } from '../store/engines.ts'
import { MARKETS, MIN_USD, MONDAY, radarFills, TEST_COHORTS } from './radar-world.ts'

const RULES = { minUsd: MIN_USD, cohorts: TEST_COHORTS, delayMinutes: 60 }
const LONG_AFTER = MONDAY + 60 * DAY_SECONDS
const labels = createLabels('a secret of sixteen')

async function viewsOf(db: Database, upTo: number): Promise<{ row: AlertRow; view: AlertView }[]> {
  const ids = await readAlertIds(db)
  const rows = await createAlertReader(db).listPublic(upTo, 1_000)
  return rows.flatMap((row) => {
    const view = publicView(row, { upTo, ids, labels })
    return view ? [{ row, view }] : []
  })
}

/** The fills that everything shown of an alert agrees with, by plain comparison of decimals. */
function fitting(fills: readonly Fill[], view: AlertView): Fill[] {
  return fills.filter((fill) => {
    const market = MARKETS.find(({ tokens }) => tokens.includes(fill.token))
    if (market === undefined) throw new Error('every token has a market')
    const outcome = market.outcomes[market.tokens.indexOf(fill.token)]
    const { span, start } = SPANS[view.timePrecision]
    const digits = String(view.usd).replace(/0+$/, '').length
    const isSameSize = [1, 2].some((kept) => kept >= digits && shown(fill.usd / MICRO, kept) === view.usd)
    return (
      fill.side === view.direction &&
      isSameSize &&
      isSamePrice(fill, view) &&
      Math.floor((fill.time - start) / span) * span + start === view.time &&
      (view.market === null || (view.market.condition === market.condition && outcome === view.outcome)) &&
      (view.category === null || view.category === market.category)
    )
  })
}

/** 1970 began on a Thursday, four days before a Monday. */
const SPANS = {
  SECOND: { span: 1, start: 0 },
  HOUR: { span: 3_600, start: 0 },
  DAY: { span: DAY_SECONDS, start: 0 },
  WEEK: { span: 7 * DAY_SECONDS, start: 4 * DAY_SECONDS },
}

/** Prices of a week are told to ten cents, as are those of a day where the market is not told. */
function isSamePrice(fill: Fill, { price, timePrecision, market }: AlertView): boolean {
  if (price === null) return true
  const off = Math.abs(fill.usd / fill.shares - price)
  if (timePrecision !== 'WEEK' && market !== null) return off <= 0.005 + 1e-9
  return off <= 0.05 + 1e-9
}

function shown(dollars: number, digits: number): number {
  const text = String(Math.floor(dollars))
  return Number(text.slice(0, digits).padEnd(text.length, '0'))
}

/** Fills with companions that look like them: without such, nothing would be public. */
const crowded = fc
  .tuple(radarFills, fc.integer({ min: 3, max: 8 }))
  .map(([fills, twins]) => fills.flatMap((fill) => crowdOf(fill, twins)))

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

  test('fit fills of at least five wallets, by all that they show, and so do all of one label together', async () => {
    let seen = 0
    await fc.assert(
      fc.asyncProperty(crowded, async (fills) => {
        const { db, close } = await open()
        await ingestRecords(db, [...MARKETS, ...fills])
        await keepRadar(db, { ...RULES, now: LONG_AFTER })
        const views = await viewsOf(db, LONG_AFTER)
        for (const alike of Map.groupBy(views, ({ view }) => view.label).values()) {
          seen++
          const owners = alike.map(({ view }) => new Set(fitting(fills, view).map(({ owner }) => owner)))
          const [first = new Set()] = owners
          const left = [...first].filter((owner) => owners.every((some) => some.has(owner)))
          expect(left.length).toBeGreaterThanOrEqual(5)
        }
        await close()
      }),
      { numRuns, endOnFailure: true },
    )
    expect(seen).toBeGreaterThan(0)
  })

  test('are seen an hour after the fill, and say nothing that names it', async () => {
    const { db } = await open()
    const [fills = []] = fc.sample(crowded, { seed: 11, numRuns: 30 }).toSorted((a, b) => b.length - a.length)
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

  test('keep their shape while the ledger grows, and ids lead back to them alone', async () => {
    const { db } = await open()
    const [fills = []] = fc.sample(crowded, { seed: 12, numRuns: 30 }).toSorted((a, b) => b.length - a.length)
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
