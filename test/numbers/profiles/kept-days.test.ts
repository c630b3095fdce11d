import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '../../../src/ledger/quantities.ts'
import { PERIODS } from '../../../src/metrics/leaderboards.ts'
import { createAsker } from '../../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import type { Snapshot, StatsScope, TraderAsker } from '../../../src/store/snapshot/snapshot-reader.ts'
import { fillOf, MARKETS, OWNERS } from '../../smart-money/support/smart-world.ts'
import { describeEngines, type FreshStore } from '../../store/support/engines.ts'
import { clearAll } from '../support/clear-all.ts'
import { randomAdditions } from '../support/random-additions.ts'
import { snapshotNamed } from '../support/shown-rows.ts'

/** All answers of an asker on all traders, over periods and other days, in all and in one category. */
async function told(asker: TraderAsker, shown: Snapshot, ids: readonly number[]): Promise<unknown> {
  const last = dayOf(shown.cutoff.time)
  const windows: StatsScope['window'][] = [
    ...PERIODS,
    { from: last - 9, to: last },
    { from: last - 9, to: last - 2 },
  ]
  const scopes = windows.flatMap((window) => [null, 'Politics'].map((category) => ({ window, category })))
  const stats: unknown[] = []
  for (const scope of scopes) stats.push([...(await asker.stats(shown, scope, ids))].sort(byId))
  const series = [...(await asker.series(shown, ids))].sort(byId)
  const analytics = [...(await asker.analytics(shown, ids))].sort(byId)
  // Records tell of skill when they are asked.
  return structuredClone({
    stats,
    series,
    analytics: analytics.map(([id, { skill, periods }]) => [id, skill, periods]),
  })
}

function byId([a]: readonly [number, unknown], [b]: readonly [number, unknown]): number {
  return a - b
}

async function statements(db: Database, work: () => Promise<unknown>): Promise<number> {
  const before = db.statementCount
  await work()
  return db.statementCount - before
}

describeEngines('the reader with cached closed days', (open, engine) => {
  let store: FreshStore
  beforeAll(async () => {
    store = await open()
  })

  test('answers for each snapshot what one without cache answers', async () => {
    await fc.assert(
      fc.asyncProperty(randomAdditions, async (additions) => {
        const { db } = store
        await clearAll(db)
        const keeper = createAsker(db)
        for (const { records, undo } of additions) {
          if (undo !== null)
            await createLedgerWriter(db, { infrastructure: new Set() }).undo(undo, async () => undefined)
          await ingestRecords(db, records)
          const state = await db.get<{ last_time: number | null }>('SELECT last_time FROM ledger_state')
          if (state?.last_time == null) continue
          const { snapshot, unchanged } = await refresh(db)
          if (snapshot === null || unchanged) continue
          const shown = await snapshotNamed(db, snapshot)
          const ids = (await db.all<{ id: number }>('SELECT id FROM traders')).map(({ id }) => id)
          const fresh = await told(createAsker(db), shown, ids)
          expect(await told(keeper, shown, ids)).toEqual(fresh)
        }
      }),
      { numRuns: engine === 'sqlite' ? 5 : 2 },
    )
  })

  test('reads less of a trader without changes in the next snapshot of the day', async () => {
    const { db } = store
    await clearAll(db)
    const [owner, other] = OWNERS
    const [token, another] = MARKETS.map(({ tokens }) => tokens[0])
    if (!owner || !other || !token || !another) throw new Error('the world has fewer owners or tokens')
    const terms = { kind: 'FILL' as const, shares: 10, price: 50, isBuy: true }
    const keeper = createAsker(db)
    const counts: number[] = []
    const fills = [
      fillOf({ ...terms, block: 0, owner, token }, 0),
      fillOf({ ...terms, block: 99, owner, token }, 1),
    ]
    for (const added of [fills, [fillOf({ ...terms, block: 99, owner: other, token: another }, 2)]]) {
      await ingestRecords(db, added)
      const shown = await snapshotNamed(db, (await refresh(db)).snapshot ?? 0)
      const id = (await db.get<{ id: number }>('SELECT id FROM traders WHERE address = ?', [owner]))?.id ?? 0
      for (const asker of [keeper, createAsker(db)]) {
        // Changes are read once for all traders.
        await asker.series(shown, [id + 1])
        counts.push(await statements(db, () => asker.series(shown, [id])))
      }
    }
    const [first, fresh, next, afresh] = counts
    expect([first, afresh]).toEqual([fresh, fresh])
    expect(next).toBeLessThan(fresh ?? 0)
  })
})
