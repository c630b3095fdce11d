import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { monthOf } from '../../../src/store/engine/month-partitions.ts'
import { openStore, type Store } from '../../../src/store/engine/store.ts'
import { FILLS } from '../../../src/store/engine/tables.ts'
import * as partitions from '../../../src/store/migrations/0016-partitions.ts'
import { describeEngines } from '../engines.ts'
import { dumpLedger } from '../ledger-dump.ts'
import { MARKET_LINES, randomLedger } from '../random-ledger.ts'

const NAME = '0016-partitions'

/** How PostgreSQL keeps the large tables: whole (r) or in parts (p). */
async function kindsOf({ db }: Store): Promise<Record<string, string>> {
  const rows = await db.all<{ name: string; kind: string }>(
    "SELECT relname AS name, relkind::text AS kind FROM pg_class WHERE relname IN ('fills', 'position_days')",
  )
  return Object.fromEntries(rows.map(({ name, kind }) => [name, kind]))
}

/** The partitions that hold fills, with how many. */
async function fillsByPartition({ db }: Store): Promise<Record<string, number>> {
  const rows = await db.all<{ part: string; fills: number }>(
    'SELECT tableoid::regclass::text AS part, COUNT(*) AS fills FROM fills GROUP BY 1 ORDER BY 1',
  )
  return Object.fromEntries(rows.map(({ part, fills }) => [part, fills]))
}

/** Bare rows of fills: key and moment, all else alike. */
function fillColumns(rows: readonly { key: number; time: number }[]) {
  const same = { owner_id: 1, side: 0, token_id: 1, shares: 1, usd: 1, fee: 0, fee_in: 0 }
  return {
    key: rows.map(({ key }) => key),
    time: rows.map(({ time }) => time),
    ...Object.fromEntries(Object.entries(same).map(([name, value]) => [name, rows.map(() => value)])),
  }
}

test('a time is in its UTC month, and months follow each other without a gap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_294_967_295 }), (seconds) => {
      const month = monthOf(seconds)
      expect(month.from).toBeLessThanOrEqual(seconds)
      expect(month.to).toBeGreaterThan(seconds)
      expect(month.name).toBe(new Date(seconds * 1_000).toISOString().slice(0, 7).replace('-', '_'))
      expect(monthOf(month.to).from).toBe(month.to)
    }),
  )
})

describeEngines('partitioned keys are unique at any time', (open) => {
  test('the first row of a key is kept, in any order and mixture', async () => {
    const row = fc.record({
      key: fc.integer({ min: -20, max: 60 }),
      time: fc.constantFrom(1_769_900_000, 1_769_990_000, 1_772_500_000, 86_400),
    })
    const batch = fc.oneof(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      // As a follower's: all in order, so that most are copied.
      fc
        .uniqueArray(row, { selector: ({ key }) => key, minLength: 1 })
        .map((rows) => rows.toSorted((a, b) => a.key - b.key)),
    )
    const { db } = await open()
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 4 }), async (batches) => {
        await db.run('DELETE FROM fills')
        const held = new Map<number, number>()
        for (const rows of batches) {
          const expected = rows.map(({ key, time }) => {
            if (held.has(key)) return 0
            held.set(key, time)
            return 1
          })
          const fresh = await db.transaction((tx) => tx.insertNew(FILLS, fillColumns(rows), rows.length))
          expect([...fresh]).toEqual(expected)
        }
        const stored = await db.all<{ key: number; time: number }>('SELECT key, time FROM fills ORDER BY key')
        expect(stored.map(({ key, time }) => [key, time])).toEqual([...held].sort(([a], [b]) => a - b))
      }),
      { numRuns: 30 },
    )
  })
})

describeEngines(
  'a store from before the partitions',
  (open) => {
    test.each([0, 1, 2, 3])('keeps every row in its place, and works (ledger %i)', async (seed) => {
      const [events = []] = fc.sample(randomLedger, { numRuns: 1, seed })
      const known = seed === 0 ? [] : events.slice(0, Math.ceil(events.length / 2))
      const store = await open()
      await ingestRecords(store.db, [...MARKET_LINES, ...known])
      const before = await dumpLedger(store.db)
      await partitions.down(store.knex)
      await store.knex('knex_migrations').where({ name: NAME }).delete()
      expect(await kindsOf(store)).toEqual({ fills: 'r', position_days: 'r' })

      const again = await openStore(store.address)
      expect(again.migrated).toEqual([NAME])
      expect(await kindsOf(again)).toEqual({ fills: 'p', position_days: 'p' })
      expect(await dumpLedger(again.db)).toEqual(before)
      await ingestRecords(again.db, [...MARKET_LINES, ...events])
      const whole = await open()
      await ingestRecords(whole.db, [...MARKET_LINES, ...events])
      expect(await dumpLedger(again.db)).toEqual(await dumpLedger(whole.db))
      await again.close()
    })

    test('keeps its old rows in one partition, and later months in their own', async () => {
      const store = await open()
      const insert = (rows: readonly { key: number; time: number }[]) =>
        store.db.transaction((tx) => tx.insertNew(FILLS, fillColumns(rows), rows.length))
      await insert([{ key: 1, time: Date.UTC(2026, 1, 3) / 1_000 }])
      await partitions.down(store.knex)
      await partitions.up(store.knex)
      await partitions.up(store.knex)
      const months = [0, 2, 3, 4].map((month, i) => ({ key: i + 2, time: Date.UTC(2026, month, 9) / 1_000 }))
      await insert(months)
      expect(await fillsByPartition(store)).toEqual({
        fills_before_2026_04: 3,
        fills_2026_04: 1,
        fills_2026_05: 1,
      })
    })

    test('is migrated while others read, who never wait for long', async () => {
      const store = await open()
      await store.db.transaction((tx) => tx.insertNew(FILLS, fillColumns([{ key: 1, time: 86_400 }]), 1))
      await partitions.down(store.knex)
      const reader = await store.knex.transaction()
      await reader.raw('SELECT COUNT(*) FROM position_days')
      const migration = partitions.up(store.knex)
      // The migration has come to the table that is being read when it waits for it.
      await until(async () => (await waitingLocks(store)) > 0)
      expect(await store.db.get('SELECT COUNT(*) AS n FROM position_days')).toEqual({ n: 0 })
      await reader.commit()
      await migration
      expect(await kindsOf(store)).toEqual({ fills: 'p', position_days: 'p' })
    })
  },
  ['postgres'],
)

async function waitingLocks({ db }: Store): Promise<number> {
  const row = await db.get<{ n: number }>(
    "SELECT COUNT(*) AS n FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'",
  )
  return row?.n ?? 0
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20)
}
