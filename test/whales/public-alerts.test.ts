import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Tier } from '../../src/access/tier.ts'
import { defined } from '../../src/checks.ts'
import { checkLog } from '../../src/cli/checks/verify-all.ts'
import { sealingOf } from '../../src/cli/commands/proofs.ts'
import { DAY_SECONDS, dayOf, dayText, MICRO } from '../../src/ledger/quantities.ts'
import { ProofError, verifyCall } from '../../src/proofs/verify-proof.ts'
import { alertsIn, lastClosedDay, readEntries, sealDay } from '../../src/roots/day-log.ts'
import { createDayLog } from '../../src/roots/prove.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { readLedgerState } from '../../src/store/ledger/ledger-state.ts'
import { hashText } from '../../src/store/ledger/place.ts'
import { type AlertDesk, createAlertDesk } from '../../src/whales/alerts/alert-desk.ts'
import { createAlertReader, readAlertIds } from '../../src/whales/alerts/alert-reader.ts'
import type { AlertRow } from '../../src/whales/alerts/alert-row.ts'
import type { AlertView } from '../../src/whales/alerts/alert-view.ts'
import { keepRadar } from '../../src/whales/radar/keep-radar.ts'
import { describeEngines } from '../store/support/engines.ts'
import { MARKETS, MIN_USD, MONDAY, radarFills, TEST_COHORTS } from './support/radar-world.ts'

const DELAY = 60
const WEEK = 7 * DAY_SECONDS

/** Dollars by their text: the first two digits, and zeros in place of the others. */
function shownDollars(usd: number): number {
  const text = String(usd)
  return Number(text.slice(0, 2).padEnd(text.length, '0')) / MICRO
}

/** The number of an alert's trader in its day, by looking at each alert of the day. */
function numberOf(alert: AlertRow, all: readonly AlertRow[]): number {
  const dayOf = ({ time }: AlertRow) => new Date(time * 1_000).toISOString().slice(0, 10)
  const order: number[] = []
  const ofDay = all.filter((other) => dayOf(other) === dayOf(alert))
  for (const { trader } of ofDay.toSorted((a, b) => a.time - b.time || a.seq - b.seq))
    if (!order.includes(trader)) order.push(trader)
  return order.indexOf(alert.trader) + 1
}

/** An alert as everybody must see it, by plain decimals. */
function expectedView(alert: AlertRow, all: readonly AlertRow[]): Omit<AlertView, 'id'> {
  const market = MARKETS.find(({ tokens }) => tokens.includes(alert.tokenName))
  if (market === undefined) throw new Error('every token has a market')
  const { condition, question, slug, category } = market
  return {
    identity: null,
    label: `Trader #${numberOf(alert, all)}`,
    side: alert.side === 0 ? 'BUY' : 'SELL',
    outcome: market.outcomes[market.tokens.indexOf(alert.tokenName)] ?? null,
    market: { condition, question, slug },
    category: category === null ? null : 'politics',
    usd: shownDollars(alert.usd),
    price: Number((alert.usd / alert.shares).toFixed(2)),
    time: Date.parse(`${new Date(alert.time * 1_000).toISOString().slice(0, 16)}Z`) / 1_000,
    timePrecision: 'MINUTE',
    qualifying: [],
  }
}

async function everyPage(desk: AlertDesk, tier: Tier, first: number, tokens?: number[]) {
  const found: AlertView[] = []
  for (let after: string | null = null; ; ) {
    const place: Awaited<ReturnType<AlertDesk['placeOf']>> =
      after === null ? null : await desk.placeOf(tier, after)
    const filter = tokens === undefined ? {} : { tokens }
    const page = await desk.page(tier, { filter, first, after: place })
    expect(page.alerts.length).toBeLessThanOrEqual(Math.min(first, 25))
    found.push(...page.alerts)
    after = page.alerts.at(-1)?.id ?? null
    if (!page.hasMore || after === null) return { found, last: page }
  }
}

async function radarOf(db: Database, records: Parameters<typeof ingestRecords>[1]): Promise<AlertRow[]> {
  await ingestRecords(db, records)
  await keepRadar(db, { minUsd: MIN_USD, cohorts: TEST_COHORTS })
  return createAlertReader(db).list({}, 100_000, null)
}

describeEngines('alerts without Pro', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 20 : 4

  test('show facts from the delay on, page by page back to seven days, and never who traded', async () => {
    let shown = 0
    const now = fc.integer({ min: 0, max: 4 * WEEK }).map((after) => MONDAY + after)
    await fc.assert(
      fc.asyncProperty(
        radarFills,
        now,
        fc.integer({ min: 1, max: 30 }),
        fc.option(fc.constantFrom(...MARKETS)),
        async (fills, at, first, market) => {
          const { db, close } = await open()
          const all = await radarOf(db, [...MARKETS, ...fills])
          const { lastTime } = await readLedgerState(db)
          const upTo = Math.min(at - 60 * DELAY, lastTime ?? 0)
          const desk = createAlertDesk({ db, publicUpTo: async () => ({ block: null, time: upTo }) })
          const rows = await db.all<{ id: number; token: string }>('SELECT id, token FROM tokens')
          const tokens = market
            ? rows.filter(({ token }) => market.tokens.some((name) => name === token)).map(({ id }) => id)
            : undefined
          const released = all.filter(({ time }) => time <= at - 60 * DELAY)
          const asked = released.filter(({ token }) => tokens?.includes(token) !== false)
          const listed = asked.filter(({ time }) => time >= upTo - WEEK)
          const ids = await readAlertIds(db)
          const views = (some: readonly AlertRow[]) =>
            some.map((alert) => ({ ...expectedView(alert, all), id: ids.of(alert.seq) }))
          const { found, last } = await everyPage(desk, 'ANONYMOUS', first, tokens)
          expect(found).toEqual(views(listed))
          expect(last.isTruncated).toBe(asked.length > listed.length)
          expect(await last.total()).toBe(listed.length)
          expect((await everyPage(desk, 'FREE', first, tokens)).found).toEqual(found)
          const byId = await Promise.all(all.map(({ seq }) => desk.one('ANONYMOUS', ids.of(seq))))
          expect(byId.filter((one) => one !== null)).toEqual(views(released))
          // A drawn hash may be that of a market.
          const text = JSON.stringify([found, byId], (key, value) => (key === 'market' ? null : value))
          for (const { address, tx } of all) {
            expect(text).not.toContain(address)
            expect(text).not.toContain(Buffer.from(tx ?? []).toString('hex'))
          }
          shown += found.length
          await close()
        },
      ),
      { numRuns, endOnFailure: true },
    )
    expect(shown).toBeGreaterThan(0)
  })

  test('are proven by the log of days with what everybody may know, and opened for Pro', async () => {
    let proven = 0
    await fc.assert(
      fc.asyncProperty(radarFills, async (fills) => {
        const { db, close } = await open()
        const all = await radarOf(db, [...MARKETS, ...fills])
        const ids = await readAlertIds(db)
        const first = dayOf(Math.min(...fills.map(({ time }) => time)))
        const last = await lastClosedDay(db, DELAY).catch(() => null)
        const { records } = sealingOf({ env: {} })
        const sealing = { origin: 'test', key: null, now: 1, delayMinutes: DELAY, records }
        for (let day = first; last !== null && day <= last; day += 3) await sealDay(db, day, sealing)
        const sealed = (await readEntries(db)).map(({ day }) => day)
        const desk = createAlertDesk({ db, publicUpTo: async () => ({ block: null, time: 2 ** 40 }) })
        for (const row of all) {
          const view = expectedView(row, all)
          const at = { id: ids.of(row.seq), minute: view.time, token: row.tokenName, side: view.side }
          const shown = { ...at, usd: Math.round(view.usd * MICRO), price: Math.round(view.price * MICRO) }
          const files: string[] = []
          for (const tier of ['ANONYMOUS', 'PRO'] as const) {
            const asked = defined((await desk.logged(tier, at.id)) ?? undefined)
            const { day, file, hash } = await createDayLog(db, null).alert(asked)
            expect(hash).toMatch(/^[0-9a-f]{64}$/)
            // A day is over when a later fill says so: the alert is in the first entry from then on.
            expect(day).toBeGreaterThanOrEqual(dayOf(row.time))
            const isIn = sealed.includes(day)
            expect(file !== null).toBe(isIn)
            expect(isIn || day > Math.max(0, ...sealed)).toBe(true)
            if (file === null) continue
            files.push(file)
            const bytes = new TextEncoder().encode(file)
            const call = await verifyCall(bytes)
            const { address, time, shares, usd } = row
            const opened = { trader: address, time, shares, usd, tx: hashText(row.tx) }
            expect(call).toMatchObject({ ...shown, boards: row.boards.split(' '), day: dayText(day) })
            expect(call.opened).toEqual(tier === 'PRO' ? opened : null)
            for (let flip = 0; flip < 20; flip++) {
              const changed = bytes.slice()
              const bit = (7_919 * (flip + proven)) % (bytes.length * 8)
              changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
              await expect(verifyCall(changed)).rejects.toThrow(ProofError)
            }
            proven++
          }
          expect(files[0] ?? '').not.toContain(row.address)
        }
        expect(await checkLog(db)).toMatchObject({ entries: sealed.length, wrong: [] })
        await db.run('UPDATE alerts SET usd = usd + 1 WHERE seq = 1')
        const isLogged = (await readEntries(db)).some((entry) => alertsIn(entry)[0] > 0)
        expect((await checkLog(db)).failed).toBe(isLogged ? 1 : 0)
        await close()
      }),
      { numRuns: engine === 'sqlite' ? 8 : 2, endOnFailure: true },
    )
    expect(proven).toBeGreaterThan(engine === 'sqlite' ? 5 : 0)
  })

  test('have labels that depend on no later alert and on no address', async () => {
    const { db } = await open()
    const [fills = []] = fc.sample(radarFills, { seed: 12, numRuns: 1 })
    const all = await radarOf(db, [...MARKETS, ...fills])
    const ids = await readAlertIds(db)
    for (const row of all) {
      const desk = createAlertDesk({ db, publicUpTo: async () => ({ block: null, time: row.time }) })
      const { label } = (await desk.one('ANONYMOUS', ids.of(row.seq))) ?? {}
      const known = all.filter(({ time }) => time <= row.time)
      expect(label).toBe(`Trader #${numberOf(row, known)}`)
    }
  })

  test('have a showcase of the largest moves with rounded amounts, and the exact record', async () => {
    const { db } = await open()
    const [fills = []] = fc
      .sample(radarFills, { seed: 7, numRuns: 30 })
      .toSorted((a, b) => b.length - a.length)
    const all = await radarOf(db, [...MARKETS, ...fills])
    const { lastTime: time = null, lastBlock: block } = await readLedgerState(db)
    const newest = Promise.resolve(time === null ? null : { block, time })
    const later = createAlertDesk({ db, publicUpTo: () => newest })
    const [exact, shown] = [await later.showcase('PRO'), await later.showcase('ANONYMOUS')]
    expect(exact.length).toBeGreaterThan(0)
    expect(shown.map(({ alert: { id } }) => id)).toEqual(exact.map(({ alert: { id } }) => id))
    for (const [i, { move, priceNow, alert }] of shown.entries()) {
      const whole = exact[i]?.move ?? 0
      expect(alert.identity).toBeNull()
      expect(priceNow).toBe(exact[i]?.priceNow)
      expect(move).toBe(Math.sign(whole) * shownDollars(Math.round(Math.abs(whole) * MICRO)))
    }
    expect(await later.record('ANONYMOUS')).toEqual(await later.record('PRO'))
    const middle = all[Math.floor(all.length / 2)]?.time ?? 0
    const earlier = createAlertDesk({ db, publicUpTo: async () => ({ block: null, time: middle }) })
    const { cutoff, records } = await earlier.record('ANONYMOUS')
    expect(cutoff).toEqual({ block: null, time: middle })
    expect(records[0].alerts).toBe(all.filter(({ time }) => time <= middle).length)
    const times = (await earlier.showcase('ANONYMOUS')).map(({ alert }) => alert.time)
    expect(times.every((time) => time <= middle)).toBe(true)
  })
})
