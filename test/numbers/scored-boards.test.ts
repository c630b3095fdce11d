import { beforeAll, expect, test } from 'vitest'
import type { SourceRecord } from '../../src/ledger/event.ts'
import { DAY_SECONDS, dayOf } from '../../src/ledger/quantities.ts'
import { periodNamed } from '../../src/metrics/leaderboards.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { type Snapshot, wholePeriod } from '../../src/store/snapshot/snapshot-reader.ts'
import { describeEngines, type FreshStore } from '../store/support/engines.ts'
import { recordsOf } from '../support/worlds.ts'
import { WITHOUT_BOTS } from './support/board-filters.ts'
import { boardNumbers } from './support/board-numbers.ts'
import { clearAll } from './support/clear-all.ts'
import { shownSnapshot } from './support/shown-snapshot.ts'

const records = recordsOf('boards')
const times = records.flatMap((record) => ('time' in record ? [record.time] : []))
const lastDay = dayOf(Math.max(...times))

/** All metadata, and the events before a time. */
function before(time: number): SourceRecord[] {
  return records.filter((record) => !('time' in record) || record.time < time)
}

describeEngines('boards with few rows', (open, engine) => {
  let store: FreshStore
  let fresh: FreshStore
  beforeAll(async () => {
    store = await open('boards')
    fresh = await open()
  })

  async function shownByFresh(held: readonly SourceRecord[]) {
    await clearAll(fresh.db)
    await ingestRecords(fresh.db, held)
    await refresh(fresh.db)
    return shownSnapshot(fresh.db)
  }

  test('are the same incrementally as computed in full, within a day and over days, and all have rows', async () => {
    const { db } = await open()
    const start = lastDay * DAY_SECONDS
    let held: SourceRecord[] = []
    const steps = engine === 'sqlite' ? [-40, -16, -15.6, 0, 0.3, 1] : [-15.6, 0.3, 1]
    for (const until of steps) {
      const upTo = before(start + until * DAY_SECONDS)
      await ingestRecords(db, upTo.slice(held.length))
      held = upTo
      const { snapshot } = await refresh(db)
      const { published, computed } = await boardNumbers(db, snapshot ?? 0)
      expect(published, `up to ${until}`).toEqual(computed)
      expect(await shownSnapshot(db), `up to ${until}`).toEqual(await shownByFresh(held))
    }
    const reader = createReader(db)
    const snapshot = await reader.current()
    if (!snapshot) throw new Error('nothing was published')
    const boards = await reader.boards(snapshot)
    expect(boards).toHaveLength(20)
    // In a world this small no trader has 20 units decided within a week.
    const filled = boards.filter(({ entryCount }) => entryCount > 0).map(({ board }) => board)
    expect(filled).toEqual(boards.map(({ board }) => board).filter((board) => board !== 'sharpe-7d'))
  })

  test('equal at an earlier day those of a store that ends there, analytics too', async () => {
    for (const back of engine === 'sqlite' ? [1, 33] : [9]) {
      const { snapshot } = await refresh(store.db, { asOf: lastDay - back })
      const cut = await shownByFresh(before((lastDay - back + 1) * DAY_SECONDS))
      const { snapshot: _, ...shown } = await shownSnapshot(store.db, snapshot ?? 0)
      const { snapshot: __, ...expected } = cut
      expect(shown).toEqual(expected)
    }
  })

  test('exclude bots and rank the others, now and a day before', async () => {
    const reader = createReader(store.db)
    const snapshot = await reader.current()
    if (!snapshot) throw new Error('nothing was published')
    const bots = await botsOf(snapshot)
    await refresh(store.db, { asOf: lastDay - 1 })
    const yesterday = await createReader(store.db).asOf(lastDay - 1)
    expect(bots.size).toBeGreaterThan(0)
    for (const { board } of await reader.boards(snapshot)) {
      const all = await reader.order(snapshot, board)
      const people = await reader.order(snapshot, board, { where: WITHOUT_BOTS })
      const expected = [...(all?.traders ?? [])].filter((trader) => !bots.has(trader))
      expect([...(people?.traders ?? [])], board).toEqual(expected)
      const earlier = await reader.order(yesterday, board)
      const others = [...(earlier?.traders ?? [])].filter((trader) => !bots.has(trader))
      expect([...(people?.previous ?? [])], board).toEqual(
        expected.map((trader) => others.indexOf(trader) + 1),
      )
    }
  })

  async function botsOf(snapshot: Snapshot): Promise<Set<number>> {
    const rows = await store.db.all<{ id: number }>('SELECT id FROM traders')
    const ids = rows.map(({ id }) => id)
    const stats = await createReader(store.db).stats(snapshot, wholePeriod(periodNamed('ALL')), ids)
    return new Set([...stats.values()].filter(({ isBot }) => isBot).map(({ trader }) => trader))
  }
})
