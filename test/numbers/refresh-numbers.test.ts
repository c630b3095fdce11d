import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { describeEngines, type FreshStore } from '../store/support/engines.ts'
import { WITHOUT_PARTIAL } from './support/board-filters.ts'
import { boardNumbers } from './support/board-numbers.ts'
import { shownRows, snapshotNamed } from './support/shown-rows.ts'
import { SLOW_BOARDS, slowBoard, slowSeries, slowStats } from './support/slow-snapshot.ts'
import { CONTRACT, type Played, play } from './support/small-world.ts'
import { clearStore, storeWorld } from './support/store-world.ts'
import { history } from './support/world-arbitrary.ts'

const TRADER_IDS = [1, 2, 3, 4, 5, 6, 7].filter((trader) => trader !== CONTRACT)

/** Compares every row that a snapshot shows with the slow calculation. */
async function expectSnapshot(db: Database, id: number, played: Played, day: number): Promise<void> {
  const { stats, series } = await shownRows(db, id)
  // Numbers that depend on fills, which this world lacks, are compared elsewhere.
  expect(stats).toMatchObject(
    TRADER_IDS.flatMap((trader) =>
      [0, 1, 2, 3].flatMap((period) => slowStats(played, trader, period, day) ?? []),
    ),
  )
  expect(series.map(({ trader_id, points }) => [trader_id, points])).toEqual(
    TRADER_IDS.map((trader) => [trader, slowSeries(played, trader, day)]).filter(
      ([, points]) => (points as []).length > 0,
    ),
  )
  await expectBoards(db, id, played, day)
  const { published, computed } = await boardNumbers(db, id)
  expect(published).toEqual(computed)
}

async function expectBoards(db: Database, id: number, played: Played, day: number): Promise<void> {
  const reader = createReader(db)
  const snapshot = await snapshotNamed(db, id)
  const firstDay = Math.floor(played.firstTime / 86_400)
  const isWhole = (trader: number) => (slowStats(played, trader, 0, day)?.untracked ?? 0) === 0
  for (const { id: name, tab, period } of SLOW_BOARDS) {
    const expected = slowBoard(played, tab, period, day)
    const before = slowBoard(played, tab, period, day - 1)
    for (const where of [null, WITHOUT_PARTIAL]) {
      const left = expected.filter((trader) => where === null || isWhole(trader))
      // A trader without a trade in the days has no number that could fit.
      const traded = (trader: number) => (slowStats(played, trader, period, day)?.fills ?? 0) > 0
      const leftBefore = before.filter((trader) => where === null || (traded(trader) && isWhole(trader)))
      const order = await reader.order(snapshot, name, { where })
      expect([...(order?.traders ?? [])], name).toEqual(left)
      expect(order?.count).toBe(left.length)
      expect(TRADER_IDS.map((trader) => order?.rankOf(trader))).toEqual(
        TRADER_IDS.map((trader) => left.indexOf(trader) + 1 || null),
      )
      expect(order?.previous && [...order.previous], `${name} before`).toEqual(
        day > firstDay ? left.map((trader) => leftBefore.indexOf(trader) + 1) : null,
      )
    }
  }
}

describeEngines('a refresh against a slow calculation', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 24 : 6
  let store: FreshStore
  let version = 0
  beforeAll(async () => {
    store = await open()
  })

  test('equals it in every number, series and board, at the newest event and at an earlier day', async () => {
    await fc.assert(
      fc.asyncProperty(history, fc.nat({ max: 40 }), async (moves, back) => {
        const { db } = store
        const played = play(moves)
        const day = Math.floor(played.lastTime / 86_400)
        const firstDay = Math.floor(played.firstTime / 86_400)
        await clearStore(db)
        await storeWorld(db, played, ++version)
        const head = await refresh(db)
        await expectSnapshot(db, head.snapshot ?? 0, played, day)
        const asOf = Math.max(firstDay, day - back)
        const earlier = await refresh(db, { asOf })
        expect(earlier.snapshot).toBeLessThan(0)
        // The slow calculation never reads events after its day.
        await expectSnapshot(db, earlier.snapshot ?? 0, played, asOf)
      }),
      { numRuns },
    )
  })

  test('shows new numbers after more events, and the snapshot before keeps its own', async () => {
    await fc.assert(
      fc.asyncProperty(history, history, async (first, more) => {
        const { db } = store
        const [early, late] = [play(first), play([...first, ...more])]
        await clearStore(db)
        await storeWorld(db, early, ++version)
        const one = await refresh(db)
        await storeWorld(db, late, ++version)
        const two = await refresh(db)
        expect([one.snapshot, two.snapshot]).toEqual([1, 2])
        await expectSnapshot(db, 1, early, Math.floor(early.lastTime / 86_400))
        await expectSnapshot(db, 2, late, Math.floor(late.lastTime / 86_400))
      }),
      { numRuns: Math.ceil(numRuns / 2) },
    )
  })
})
