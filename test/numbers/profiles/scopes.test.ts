import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { PERIODS } from '../../../src/metrics/leaderboards.ts'
import { createAsker } from '../../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import type { Snapshot, StatsScope } from '../../../src/store/snapshot/snapshot-reader.ts'
import { MARKETS } from '../../../src/store/tables.ts'
import { describeEngines, type FreshStore } from '../../store/support/engines.ts'
import { columnOf, snapshotNamed } from '../support/shown-rows.ts'
import { slowWindow } from '../support/slow-snapshot.ts'
import { CONTRACT, type Played, play, TOKENS_OF } from '../support/small-world.ts'
import { clearStore, storeWorld } from '../support/store-world.ts'
import { history } from '../support/world-arbitrary.ts'

const TRADERS = [1, 2, 3, 4, 5, 6, 7]
/** By condition: the second question of the neg-risk market has no metadata, and takes the first one's. */
const CATEGORIES = new Map([
  [1, 'Politics'],
  [3, 'Sports'],
])
const CATEGORY = new Map(
  TOKENS_OF.map(({ id, condition, negRisk }) => [
    id,
    CATEGORIES.get(negRisk === null ? (condition ?? 0) : 1),
  ]),
)

async function storeCategories(db: Database): Promise<void> {
  const conditions = [...CATEGORIES]
  const columns = { condition_id: conditions.map(([id]) => id), category: conditions.map(([, name]) => name) }
  await db.upsert(MARKETS, columns, conditions.length)
}

/** The world as if only what a scope counts had happened. */
function within(played: Played, category: string | null): Played {
  if (category === null) return played
  const days = played.days.filter((row) => CATEGORY.get(row.token_id) === category)
  return { ...played, days, income: [] }
}

function slowScope(played: Played, trader: number, { window, category }: StatsScope, last: number) {
  const day = 'code' in window ? last : window.to
  const before = 'code' in window ? day - (window.days ?? Number.POSITIVE_INFINITY) : window.from - 1
  const own = slowWindow(within(played, category), trader, before, day)
  const life = slowWindow(played, trader, Number.NEGATIVE_INFINITY, day)
  return own && { ...own, untracked: life?.untracked, first_time: life?.first_time }
}

async function stats(db: Database, snapshot: Snapshot, scope: StatsScope) {
  const found = await createAsker(db).stats(snapshot, scope, TRADERS)
  const rows = [...found.values()].sort((a, b) => a.trader - b.trader)
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, value]) => [columnOf(name), value])),
  )
}

describeEngines('numbers of a window or category', (open, engine) => {
  let store: FreshStore
  beforeAll(async () => {
    store = await open()
  })

  test('equal a slow calculation, for any days and any category', async () => {
    const places = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 60 }))
    let counted = 0
    await fc.assert(
      fc.asyncProperty(history, fc.array(places, { maxLength: 3 }), async (moves, ends) => {
        const played = play(moves)
        await clearStore(store.db)
        await storeWorld(store.db, played, 1)
        await storeCategories(store.db)
        const { snapshot } = await refresh(store.db)
        const shown = await snapshotNamed(store.db, snapshot ?? 0)
        const last = Math.floor(played.lastTime / 86_400)
        const days = ends.map(([back, length]) => ({ from: last - back - length, to: last - back }))
        const scopes = [...PERIODS, ...days].flatMap((window) =>
          [null, 'Politics', 'Sports', 'Weather'].map((category) => ({ window, category })),
        )
        for (const scope of scopes) {
          const slow = TRADERS.filter((trader) => trader !== CONTRACT).flatMap(
            (trader) => slowScope(played, trader, scope, last) ?? [],
          )
          expect(await stats(store.db, shown, scope), JSON.stringify(scope)).toMatchObject(slow)
          if (scope.category !== null) counted += slow.length
        }
      }),
      { numRuns: engine === 'sqlite' ? 15 : 4 },
    )
    // A few draws may hold only income.
    if (engine === 'sqlite') expect(counted).toBeGreaterThan(0)
  })

  test('are read once for all periods, series and analytics of a trader, and not again while cached', async () => {
    await clearStore(store.db)
    await storeWorld(store.db, play([{ kind: 'INCOME', trader: 0, amount: 5, hours: 0 }]), 1)
    const shown = await snapshotNamed(store.db, (await refresh(store.db)).snapshot ?? 0)
    const asker = createAsker(store.db)
    const statements = async (work: () => Promise<unknown>) => {
      const before = store.db.statementCount
      await work()
      return store.db.statementCount - before
    }
    const periods = () => PERIODS.map((window) => asker.stats(shown, { window, category: null }, [1]))
    const one = await statements(() => createAsker(store.db).series(shown, [1]))
    const all = () => Promise.all([...periods(), asker.series(shown, [1]), asker.analytics(shown, [1])])
    expect(await statements(all)).toBe(one)
    expect(await statements(all)).toBe(0)
    expect(await statements(() => asker.series(shown, [1, 2]))).toBe(one)
    expect(await statements(() => asker.series({ ...shown, generatedAt: 1 }, [1]))).toBe(one)
  })
})
