import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '../../../src/ledger/quantities.ts'
import { PERIODS } from '../../../src/metrics/periods.ts'
import { createAsker } from '../../../src/refresh/ask/create-asker.ts'
import { refresh } from '../../../src/refresh/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import type { Snapshot, StatsScope, TraderAsker } from '../../../src/store/snapshot/snapshot-reader.ts'
import { describeEngines, type FreshStore } from '../../store/engines.ts'
import { clearAll } from '../clear-all.ts'
import { randomAdditions } from '../random-additions.ts'
import { snapshotNamed } from '../shown-rows.ts'

/** All that an asker tells of everybody, over periods and other days, in all and in one category. */
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

describeEngines('an asker that keeps closed days', (open, engine) => {
  let store: FreshStore
  beforeAll(async () => {
    store = await open()
  })

  test('tells of each snapshot what one tells that has read nothing yet', async () => {
    let saved = 0
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
          const kept: unknown[] = []
          const fresh: unknown[] = []
          const own = await statements(db, async () => kept.push(await told(keeper, shown, ids)))
          const other = await statements(db, async () => fresh.push(await told(createAsker(db), shown, ids)))
          expect(kept).toEqual(fresh)
          if (own < other) saved += 1
        }
      }),
      { numRuns: engine === 'sqlite' ? 15 : 3 },
    )
    // A few draws may change something of everybody in each step.
    if (engine === 'sqlite') expect(saved).toBeGreaterThan(0)
  })
})
