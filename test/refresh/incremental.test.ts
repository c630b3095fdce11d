import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { SourceRecord } from '../../src/ledger/event.ts'
import { refresh } from '../../src/refresh/refresh.ts'
import { ingestRecords } from '../../src/sources/ingest.ts'
import type { Database } from '../../src/store/database.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { describeEngines, type FreshStore } from '../store/engines.ts'
import { clearAll } from './clear-all.ts'
import { randomAdditions } from './random-additions.ts'
import { shownSnapshot } from './shown-snapshot.ts'

/** Takes blocks back, and answers the records that the ledger still holds. */
async function takeBack(db: Database, from: number, held: readonly SourceRecord[]): Promise<SourceRecord[]> {
  await createLedgerWriter(db, { isInfrastructure: () => false }).undo(from, async () => undefined)
  return held.filter((record) => !('block' in record) || record.block === null || record.block < from)
}

const isEvent = (record: SourceRecord) => 'time' in record

describeEngines('an incremental refresh', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 100 : 8
  let store: FreshStore
  let fresh: FreshStore
  beforeAll(async () => {
    store = await open()
    fresh = await open()
  })

  test('tells after every addition what a full one of a new store tells', async () => {
    let saved = 0
    await fc.assert(
      fc.asyncProperty(randomAdditions, async (additions) => {
        await clearAll(store.db)
        let held: SourceRecord[] = []
        for (const { records, undo } of additions) {
          if (undo !== null) held = await takeBack(store.db, undo, held)
          held = [...held, ...records]
          await ingestRecords(store.db, records)
          if (!held.some(isEvent)) continue
          const { computed, traders, unchanged } = await refresh(store.db)
          if (!unchanged) saved += traders - computed
          await clearAll(fresh.db)
          await ingestRecords(fresh.db, held)
          expect(await refresh(fresh.db)).toMatchObject({ computed: traders })
          expect(await shownSnapshot(store.db)).toEqual(await shownSnapshot(fresh.db))
        }
      }),
      { numRuns },
    )
    expect(saved).toBeGreaterThan(numRuns)
  })

  test('is what a full one of the same store tells: that one finds no row to change', async () => {
    await fc.assert(
      fc.asyncProperty(randomAdditions, async (additions) => {
        await clearAll(store.db)
        for (const { records, undo } of additions) {
          if (undo !== null) await takeBack(store.db, undo, [])
          await ingestRecords(store.db, records)
          if (!(await holdsEvents(store.db))) continue
          const { traders } = await refresh(store.db)
          const before = await shownSnapshot(store.db)
          const full = await refresh(store.db, { full: true })
          expect(full).toMatchObject({ traders, computed: traders, unchanged: false })
          expect(await shownSnapshot(store.db)).toEqual(before)
          for (const table of ['trader_stats', 'trader_series']) {
            const rows = await store.db.all(`SELECT 1 AS n FROM ${table} WHERE from_snapshot = ?`, [
              full.snapshot,
            ])
            expect(rows).toEqual([])
          }
        }
      }),
      { numRuns: Math.ceil(numRuns / 2) },
    )
  })
})

async function holdsEvents(db: Database): Promise<boolean> {
  const state = await db.get<{ last_time: number | null }>('SELECT last_time FROM ledger_state')
  return typeof state?.last_time === 'number'
}
