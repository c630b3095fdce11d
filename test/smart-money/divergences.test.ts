import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fixWeek } from '../../src/cohorts/cohort-weeks.ts'
import { SKILLED_COHORT } from '../../src/cohorts/cohorts.ts'
import type { LedgerEvent } from '../../src/ledger/event.ts'
import { type Address, DAY_SECONDS } from '../../src/ledger/quantities.ts'
import { wilsonInterval } from '../../src/metrics/skill/edge.ts'
import { moneyShareDifference } from '../../src/metrics/skill/high-conviction.ts'
import { writeDivergences } from '../../src/smart-money/divergences.ts'
import { divergenceRecord } from '../../src/smart-money/week-series.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { describeEngines } from '../store/support/engines.ts'
import {
  BLOCK_SECONDS,
  FIRST_WEEK,
  type FillMove,
  fillOf,
  MARKETS,
  resolveOf,
} from './support/smart-world.ts'

const TRADERS = Array.from({ length: 14 }, (_, n) => `0x${(n + 1).toString(16).padStart(40, '0')}` as Address)
/** The markets of two outcomes. */
const PAIRS = MARKETS.slice(0, 2).map(({ tokens }) => tokens)
const WEEKS = [FIRST_WEEK + 7, FIRST_WEEK + 14]

/** Purchases of the first two weeks; most traders lean to the outcome of their group, so that groups often differ. */
const buys = fc.array(
  fc.record({
    trader: fc.nat(TRADERS.length - 1),
    market: fc.nat(1),
    leans: fc.integer({ min: 0, max: 4 }).map((n) => n > 0),
    block: fc.integer({ min: 0, max: 55 }),
    shares: fc.integer({ min: 1, max: 400 }),
    price: fc.integer({ min: 5, max: 95 }),
  }),
  { minLength: 60, maxLength: 90, size: 'max' },
)
const world = fc.record({
  buys,
  skilled: fc.shuffledSubarray(
    TRADERS.map((_, n) => n),
    { minLength: 4, maxLength: 8 },
  ),
  yesWins: fc.tuple(fc.boolean(), fc.boolean()),
})

describeEngines('markets where skilled money differs from the rest', (open) => {
  test('are those that a pass over raw fills gives, each graded once for a side', async () => {
    let graded = 0
    await fc.assert(
      fc.asyncProperty(world, async (drawn) => {
        const isIn = (n: number) => drawn.skilled.includes(n)
        const moves = drawn.buys
          .map(
            ({
              trader,
              market,
              leans,
              ...terms
            }): FillMove & { n: number; market: number; outcome: number } => {
              const outcome = isIn(trader) === leans ? 0 : 1
              const [owner, token] = [TRADERS[trader] ?? '0x', PAIRS[market]?.[outcome] ?? '']
              return {
                kind: 'FILL',
                isBuy: true,
                ...terms,
                owner,
                token,
                n: trader,
                market,
                outcome,
              } as never
            },
          )
          .sort((a, b) => a.block - b.block)
        const ends = drawn.yesWins.map((wins, market) =>
          resolveOf({ block: 80 + market, market, payouts: wins ? ['1', '0'] : ['0', '1'] }, 900 + market),
        )
        const events: LedgerEvent[] = [...moves.map(fillOf), ...ends]
        const { db, close } = await open()
        await ingestRecords(db, [...MARKETS, ...events])
        const ids = await db.all<{ id: number; address: string }>('SELECT id, address FROM traders')
        const idOf = new Map(ids.map(({ id, address }) => [address, id]))
        const members = drawn.skilled.flatMap((n) => idOf.get(TRADERS[n] ?? '') ?? [])
        await db.transaction(async (tx) => {
          for (const week of WEEKS) await fixWeek(tx, { cohort: SKILLED_COHORT.id, week }, members)
        })
        await writeDivergences(db)

        const found: { market: number; side: number; price: number }[] = []
        for (const week of WEEKS)
          for (const market of [0, 1]) {
            const before = moves.filter(
              (move) =>
                move.market === market && move.block * BLOCK_SECONDS < (week - FIRST_WEEK) * DAY_SECONDS,
            )
            const last = before.at(-1)
            if (last === undefined) continue
            const yes = last.outcome === 0 ? last.price : 100 - last.price
            const stakes = [true, false].map((skilled) =>
              [...Map.groupBy(before, ({ n }) => n)].flatMap(([n, own]) => {
                const worth = (outcome: number) =>
                  own
                    .filter((move) => move.outcome === outcome)
                    .reduce((sum, { shares }) => sum + shares * (outcome === 0 ? yes : 100 - yes), 0)
                return isIn(n) === skilled ? [{ value: worth(0) + worth(1), onOutcome: worth(0) }] : []
              }),
            )
            const [one = [], other = []] = stakes
            if (one.length < 5 || other.length < 5) continue
            const [low = 0, high = 0] = moneyShareDifference(one, other) ?? []
            if (low <= 0 && high >= 0) continue
            const side = low > 0 ? 0 : 1
            const isNew = !found.some((known) => known.market === market && known.side === side)
            if (isNew) found.push({ market, side, price: side === 0 ? yes : 100 - yes })
          }
        const won = found.filter(({ market, side }) => drawn.yesWins[market] === (side === 0)).length
        const record = await divergenceRecord(db, (FIRST_WEEK + 28) * DAY_SECONDS, null)
        expect(record).toMatchObject({ signals: found.length, won, lost: found.length - won, open: 0 })
        expect(record.hitRateInterval).toEqual(wilsonInterval(won, found.length))
        if (found.length > 0)
          expect(record.impliedRate).toBeCloseTo(
            found.reduce((sum, { price }) => sum + price / 100, 0) / found.length,
            9,
          )
        // Before the markets end nothing is decided, and before the first week nothing is known.
        const [early, none] = [WEEKS[1] ?? 0, FIRST_WEEK].map((day) => day * DAY_SECONDS)
        expect(await divergenceRecord(db, early ?? 0, null)).toMatchObject({
          signals: found.length,
          open: found.length,
        })
        expect(await divergenceRecord(db, none ?? 0, null)).toMatchObject({ signals: 0, hitRate: null })
        graded += found.length
        await close()
      }),
      { numRuns: 12, examples: [[EXAMPLE]] },
    )
    expect(graded).toBeGreaterThan(0)
  })
})

/** Eight skilled traders who buy the first outcome of the first market, and six who buy the second. */
const EXAMPLE = {
  buys: TRADERS.map((_, trader) => ({
    trader,
    market: 0,
    leans: true,
    block: 5,
    shares: 100 + trader,
    price: 40,
  })),
  skilled: [0, 1, 2, 3, 4, 5, 6, 7],
  yesWins: [true, false] as [boolean, boolean],
}
