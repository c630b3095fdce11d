import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fill, Resolve } from '../../src/ledger/event.ts'
import { DAY_SECONDS, type Hash, MICRO } from '../../src/ledger/quantities.ts'
import { wilsonInterval } from '../../src/metrics/skill/edge.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { marksAt } from '../../src/store/markets/last-prices.ts'
import { type AlertPlace, type AlertReader, createAlertReader } from '../../src/whales/alerts/alert-reader.ts'
import type { AlertRow } from '../../src/whales/alerts/alert-row.ts'
import { radarRecords } from '../../src/whales/alerts/radar-record.ts'
import { keepRadar } from '../../src/whales/radar/keep-radar.ts'
import { describeEngines, type OpenFresh } from '../store/support/engines.ts'
import {
  CONDITIONS,
  MARKETS,
  MIN_USD,
  MONDAY,
  OWNERS,
  radarFills,
  TEST_COHORTS,
  TOKENS,
} from './support/radar-world.ts'

const END = MONDAY + 21 * DAY_SECONDS
const RULES = { minUsd: MIN_USD, cohorts: TEST_COHORTS }

/** The first market ends with Yes; the second stays open. */
const RESOLUTION: Resolve = {
  kind: 'RESOLVE',
  block: 1_000,
  logIndex: 0,
  tx: `0x${'e'.repeat(64)}` as Hash,
  time: END,
  condition: CONDITIONS.first,
  payouts: ['1', '0'],
}

async function worldOf(open: OpenFresh, fills: readonly Fill[]) {
  const { db, close } = await open()
  await ingestRecords(db, [...MARKETS, ...fills, RESOLUTION])
  await keepRadar(db, RULES)
  return { db, close, reader: createAlertReader(db) }
}

/** Methodology §3 by looking at every fill. */
function slowMark(fills: readonly Fill[], token: string, time: number): number | null {
  const market = MARKETS.find(({ tokens }) => tokens.some((each) => each === token))
  if (market === MARKETS[0] && time >= END) return token === TOKENS[0] ? MICRO : 0
  const last = fills.findLast((fill) => fill.time <= time && market?.tokens.includes(fill.token))
  if (last === undefined) return null
  const price = Math.round((last.usd / last.shares) * MICRO)
  return last.token === token ? price : MICRO - price
}

async function pages(reader: AlertReader): Promise<AlertRow[]> {
  const rows: AlertRow[] = []
  let after: AlertPlace | null = null
  for (;;) {
    const page: AlertRow[] = await reader.list({}, 2, after)
    rows.push(...page)
    after = page.at(-1) ?? null
    if (page.length < 2) return rows
  }
}

describeEngines('reads of alerts', (open, engine) => {
  const settings = { numRuns: engine === 'sqlite' ? 6 : 2, endOnFailure: true }

  test('mark tokens as the methodology says, at any second', async () => {
    const moment = fc.record({
      token: fc.constantFrom(...TOKENS),
      time: fc.integer({ min: MONDAY - 10, max: END + 10 }),
    })
    await fc.assert(
      fc.asyncProperty(radarFills, fc.array(moment, { maxLength: 20 }), async (fills, moments) => {
        const { db, close } = await worldOf(open, fills)
        const ids = await db.all<{ id: number; token: string }>('SELECT id, token FROM tokens')
        const idOf = new Map(ids.map(({ id, token }) => [token, id]))
        const marks = await marksAt(
          db,
          moments.map(({ token, time }) => ({ token: idOf.get(token) ?? 0, time })),
        )
        expect(marks).toEqual(moments.map(({ token, time }) => slowMark(fills, token, time)))
        await close()
      }),
      settings,
    )
  })

  test('list what a filter asks for, newest first, page by page, in one statement', async () => {
    await fc.assert(
      fc.asyncProperty(radarFills, async (fills) => {
        const { db, close, reader } = await worldOf(open, fills)
        const all = await reader.list({}, 1_000, null)
        expect(all.map(({ time }) => time)).toEqual(all.map(({ time }) => time).toSorted((a, b) => b - a))
        expect(await pages(reader)).toEqual(all)
        const before = db.statementCount
        const bought = await reader.list({ side: 'BUY', category: 'politics' }, 1_000, null)
        expect(db.statementCount).toBe(before + 1)
        expect(await reader.count({ side: 'BUY', category: 'politics' })).toBe(bought.length)
        expect(db.statementCount).toBe(before + 2)
        expect(await reader.count({})).toBe(all.length)
        expect(bought).toEqual(all.filter(({ side, category }) => side === 0 && category === 'politics'))
        const [wallet] = OWNERS
        const large = { minUsd: 2_500 * MICRO, qualifying: 'roi-all', ...(wallet && { trader: wallet }) }
        expect(await reader.list(large, 1_000, null)).toEqual(
          all.filter(
            ({ usd, address, boards }) =>
              usd >= large.minUsd && address === wallet && boards.split(' ').includes('roi-all'),
          ),
        )
        const tokens = [...new Set(all.map(({ token }) => token))].slice(0, 2)
        const sold = { tokens, side: 'SELL' } as const
        const inMarket = all.filter(({ token, side }) => tokens.includes(token) && side === 1)
        expect(await reader.list(sold, 1_000, null)).toEqual(inMarket)
        expect(await reader.count(sold)).toBe(inMarket.length)
        expect(await reader.byNumber(all[0]?.seq ?? 0)).toEqual(all[0] ?? null)
        await close()
      }),
      settings,
    )
  })

  test('grade alerts, and sum the record from the grades', async () => {
    await fc.assert(
      fc.asyncProperty(radarFills, async (fills) => {
        const { close, reader } = await worldOf(open, fills)
        const all = await reader.list({}, 1_000, null)
        for (const row of all) {
          const due = (after: number) => row.time + after <= END
          const mark = (after: number) =>
            due(after) ? slowMark(fills, row.tokenName, row.time + after) : null
          expect([row.afterHour, row.afterDay]).toEqual([mark(3_600), mark(DAY_SECONDS)])
          expect(row.payout).toBe(row.category === 'politics' ? slowMark(fills, row.tokenName, END) : null)
        }
        const [total] = radarRecords(await reader.record(END + 1))
        const decided = all.filter(({ payout }) => payout !== null)
        const hits = decided.filter(({ payout, side }) => (payout === MICRO) === (side === 0)).length
        const implied = decided.map(({ usd, shares, side }) => (side === 0 ? usd / shares : 1 - usd / shares))
        expect(total).toMatchObject({
          alerts: all.length,
          decided: decided.length,
          hitRateInterval: wilsonInterval(hits, decided.length),
        })
        const mean = implied.reduce((sum, chance) => sum + chance, 0) / decided.length
        if (decided.length > 0) expect(total?.impliedRate).toBeCloseTo(mean, 9)
        await close()
      }),
      settings,
    )
  })

  test('find the largest move of each trader of the week', async () => {
    await fc.assert(
      fc.asyncProperty(radarFills, async (fills) => {
        const { close, reader } = await worldOf(open, fills)
        const from = END - 7 * DAY_SECONDS
        const moves = await reader.notableMoves({ from, upTo: END, at: END }, 3)
        const moveOf = ({ tokenName, side, shares, usd }: AlertRow) => {
          const gain = ((slowMark(fills, tokenName, END) ?? 0) / MICRO) * shares - usd
          return side === 0 ? gain : -gain
        }
        const all = (await reader.list({}, 1_000, null)).filter(({ time }) => time > from)
        const best = [...Map.groupBy(all, ({ trader }) => trader).values()].map((rows) =>
          Math.max(...rows.map(moveOf)),
        )
        const expected = best.toSorted((a, b) => b - a).slice(0, 3)
        expect(moves.length).toBe(expected.length)
        for (const [i, { move }] of moves.entries()) expect(move).toBeCloseTo(expected[i] ?? Number.NaN, -1)
        await close()
      }),
      settings,
    )
  })
})
