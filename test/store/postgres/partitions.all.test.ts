import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Store } from '../../../src/migrations/open-store.ts'
import { monthOf } from '../../../src/store/engine/month-partitions.ts'
import { FILLS } from '../../../src/store/tables.ts'
import { describeEngines } from '../support/engines.ts'

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
  'a store on PostgreSQL',
  (open) => {
    test('keeps fills by month and days of positions by trader', async () => {
      const store = await open()
      expect(await kindsOf(store)).toEqual({ fills: 'p', position_days: 'p' })
      const months = [0, 2, 2, 4].map((month, i) => ({ key: i + 2, time: Date.UTC(2026, month, 9) / 1_000 }))
      await store.db.transaction((tx) => tx.insertNew(FILLS, fillColumns(months), months.length))
      expect(await fillsByPartition(store)).toEqual({ fills_2026_01: 1, fills_2026_03: 2, fills_2026_05: 1 })
    })
  },
  ['postgres'],
)
