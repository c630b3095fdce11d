import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type Day, dayOf } from '../../../src/ledger/quantities.ts'
import { LEADERBOARDS } from '../../../src/metrics/leaderboards.ts'
import { topsAsOf } from '../../../src/numbers/boards/tops-as-of.ts'
import { readBeside } from '../../../src/numbers/days/read-beside.ts'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { readLedgerState } from '../../../src/store/ledger/ledger-state.ts'
import { describeEngines, type FreshStore } from '../../store/support/engines.ts'
import { snapshotNamed } from '../support/shown-rows.ts'
import { play } from '../support/small-world.ts'
import { clearStore, storeWorld } from '../support/store-world.ts'
import { history } from '../support/world-arbitrary.ts'

/** The tops of every board as of these days, by the boards that full snapshots as of them hold. */
async function publishedTops(db: Database, days: readonly Day[], size: number) {
  const tops = []
  for (const day of days) {
    const { snapshot } = await refresh(db, { asOf: day, full: true })
    const reader = createReader(db)
    for (const { id } of LEADERBOARDS) {
      const order = await reader.order(await snapshotNamed(db, snapshot ?? 0), id)
      tops.push({ day, board: id, traders: [...(order?.traders ?? [])].slice(0, size) })
    }
  }
  return tops
}

function topsOf(db: Database, days: readonly Day[], size: number) {
  const asked = { days, boards: LEADERBOARDS, size }
  return readBeside(db, days.at(-1) ?? 0, (sources) => topsAsOf(sources, asked))
}

describeEngines('tops of boards as of several days', (open, engine) => {
  const isSqlite = engine === 'sqlite'
  let store: FreshStore
  beforeAll(async () => {
    store = await open()
  })

  test('equal those of the snapshots as of those days, in any world', async () => {
    const { db } = store
    const asked = fc.record({
      moves: history,
      back: fc.uniqueArray(fc.nat({ max: 60 }), { minLength: 1, maxLength: 4 }),
      size: fc.integer({ min: 1, max: 7 }),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ moves, back, size }) => {
        await clearStore(db)
        const played = play(moves)
        await storeWorld(db, played, 1)
        const [first, last] = [dayOf(played.firstTime), dayOf(played.lastTime)]
        const days = [...new Set(back.map((ago) => Math.max(first, last - ago)))].sort((a, b) => a - b)
        expect(await topsOf(db, days, size)).toEqual(await publishedTops(db, days, size))
      }),
      { numRuns: isSqlite ? 12 : 3 },
    )
  })

  test('equal those of the snapshots where every board has rows', async () => {
    const { db } = await open('boards')
    const last = dayOf((await readLedgerState(db)).lastTime ?? 0)
    // A Sunday or not; after the newest event; the newest day itself, and one after it.
    const days = (isSqlite ? [-60, -40, -19, -16, -9, -2, -1, 0, 3] : [-16, -2, 0]).map((ago) => last + ago)
    const published = await publishedTops(db, days, 1_000)
    for (const size of [3, 1_000]) {
      const tops = await topsOf(db, days, size)
      expect(tops).toEqual(
        published.map(({ traders, ...top }) => ({ ...top, traders: traders.slice(0, size) })),
      )
      const filled = new Set(tops.filter(({ traders }) => traders.length > 0).map(({ board }) => board))
      expect([...filled].filter((board) => board !== 'sharpe-7d')).toHaveLength(LEADERBOARDS.length - 1)
    }
  })
})
