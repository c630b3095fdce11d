import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import { describeEngines, type FreshStore } from '../../store/support/engines.ts'
import { clearAll } from '../support/clear-all.ts'
import { randomAdditions } from '../support/random-additions.ts'
import { rollingAdditions } from '../support/rolling-additions.ts'
import { shownSnapshot } from '../support/shown-snapshot.ts'

/** A published snapshot's data on all traders, from a fresh reader. */
async function shownTraders(db: Database, snapshot: number): Promise<unknown> {
  const { stats, series, analytics } = await shownSnapshot(db, snapshot)
  return { stats, series, analytics }
}

describeEngines('an answer from a snapshot', (open, engine) => {
  let store: FreshStore
  beforeAll(async () => {
    store = await open()
  })

  test('stays the same after late, same-day and undone events', async () => {
    let changed = 0
    await fc.assert(
      fc.asyncProperty(fc.oneof(randomAdditions, rollingAdditions), async (additions) => {
        const { db } = store
        await clearAll(db)
        let published: { snapshot: number; told: unknown } | null = null
        for (const { records, undo } of additions) {
          if (undo !== null)
            await createLedgerWriter(db, { infrastructure: new Set() }).undo(undo, async () => undefined)
          await ingestRecords(db, records)
          if (published) expect(await shownTraders(db, published.snapshot)).toEqual(published.told)
          const state = await db.get<{ last_time: number | null }>('SELECT last_time FROM ledger_state')
          if (state?.last_time == null) continue
          const { snapshot, unchanged } = await refresh(db)
          if (snapshot === null) continue
          if (published) expect(await shownTraders(db, published.snapshot)).toEqual(published.told)
          if (published && !unchanged) changed += 1
          published = { snapshot, told: await shownTraders(db, snapshot) }
        }
      }),
      { numRuns: engine === 'sqlite' ? 5 : 2 },
    )
    // A few draws may all be of one step.
    if (engine === 'sqlite') expect(changed).toBeGreaterThan(0)
  })
})
