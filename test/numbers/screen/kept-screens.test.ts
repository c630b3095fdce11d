import { zstdDecompressSync } from 'node:zlib'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { defined } from '../../../src/checks.ts'
import type { SourceRecord } from '../../../src/ledger/event.ts'
import { dayOf } from '../../../src/ledger/quantities.ts'
import { SCREEN_COLUMNS } from '../../../src/metrics/screen-columns.ts'
import { optIn, optOut } from '../../../src/numbers/as-of/publish-as-of.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { computeScreen } from '../../../src/numbers/screen/compute-screen.ts'
import { createKeptScreens } from '../../../src/numbers/screen/kept-screens.ts'
import { changesSince } from '../../../src/numbers/screen/screen-changes.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import { TRADERS_COLUMN } from '../../../src/store/snapshot/screen-table.ts'
import { EVER, readScreenColumn, type StandingsOf } from '../../../src/store/snapshot/snapshot-columns.ts'
import { categoryLabel } from '../../../src/store/snapshot/snapshot-tables.ts'
import { snapshotById } from '../../../src/store/snapshot/stored-snapshots.ts'
import { describeEngines, type FreshStore } from '../../store/support/engines.ts'
import { MARKET_LINES, takerPurchase, WALLETS } from '../../store/support/random-ledger.ts'
import { clearAll } from '../support/clear-all.ts'
import { type Addition, randomAdditions } from '../support/random-additions.ts'
import { rollingAdditions } from '../support/rolling-additions.ts'

/** The columns of a stored screen, bit by bit. */
async function columnsOf(db: Database, id: number, of: StandingsOf) {
  const numbers = [TRADERS_COLUMN, ...SCREEN_COLUMNS.map((column) => column.id)]
  const columns = await Promise.all(
    numbers.map(async (number) => {
      const bytes = zstdDecompressSync(defined((await readScreenColumn(db, { id }, of, number)) ?? undefined))
      return [number, [...new Float64Array(new Uint8Array(bytes).buffer)]] as const
    }),
  )
  return Object.fromEntries(columns)
}

describeEngines('a screen that goes on from an earlier one', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 5 : 2
  let store: FreshStore
  beforeAll(async () => {
    store = await open()
  })

  async function add({ records, undo }: Addition): Promise<void> {
    if (undo !== null)
      await createLedgerWriter(store.db, { infrastructure: new Set() }).undo(undo, async () => undefined)
    const inCategory = (record: SourceRecord): SourceRecord =>
      record.kind === 'MARKET'
        ? { ...record, category: record.slug?.endsWith('1') ? 'sports' : 'politics' }
        : record
    await ingestRecords(store.db, records.map(inCategory))
  }

  test.each([
    ['of any time', randomAdditions],
    ['that rolls on from day to day', rollingAdditions],
  ])('equals one that is computed whole after every addition %s', async (_, arbitrary) => {
    let saved = 0
    await fc.assert(
      fc.asyncProperty(arbitrary, fc.nat({ max: WALLETS.length - 1 }), async (additions, out) => {
        const { db } = store
        await clearAll(db)
        await db.run('DELETE FROM screens')
        const kept = createKeptScreens()
        for (const [n, addition] of additions.entries()) {
          await add(addition)
          const state = await db.get<{ last_time: number | null }>('SELECT last_time FROM ledger_state')
          if (state?.last_time == null) continue
          if (n === 2) await optOut(db, defined(WALLETS[out]))
          if (n === 3) await optIn(db, defined(WALLETS[out]))
          const { snapshot } = await refresh(db)
          const head = defined(await snapshotById(db, snapshot ?? 0))
          const last = dayOf(head.cutoffTime)
          const label = await db.get<{ id: number }>('SELECT MIN(id) AS id FROM labels')
          for (const of of [
            { firstDay: EVER, category: 0 },
            { firstDay: last - 6, category: 0 },
            { firstDay: EVER, category: categoryLabel(label?.id ?? 1) },
            { firstDay: last, category: categoryLabel(label?.id ?? 1) },
          ]) {
            const known = kept.take(of, head) ?? null
            if (known !== null) kept.put(of, known)
            const changes = known && (await changesSince(db, known, head))
            if (changes !== null) saved++
            const asked = { snapshot: head.id, ...of }
            await computeScreen(db, asked, kept)
            const own = await columnsOf(db, head.id, of)
            await db.run('DELETE FROM screens')
            await computeScreen(db, asked)
            expect(own).toEqual(await columnsOf(db, head.id, of))
            await db.run('DELETE FROM screens')
          }
        }
        await optIn(db, defined(WALLETS[out]))
      }),
      { numRuns },
    )
    // Two runs may have no two publications of a day.
    if (engine === 'sqlite') expect(saved).toBeGreaterThan(0)
  })

  test('computes who traded alone, and everybody else who holds the token at its new price', async () => {
    const { db } = store
    await clearAll(db)
    await db.run('DELETE FROM screens')
    const buy = (block: number, usd: number) =>
      ({ ...takerPurchase(block, 1_770_000_000 + block, 0, 100), usd: usd * 1e6 }) as SourceRecord
    const kept = createKeptScreens()
    const of = { firstDay: EVER, category: 0 }
    const seen: Record<string, readonly number[]>[] = []
    for (const fills of [[buy(0, 100), buy(1, 100), buy(2, 100)], [buy(3, 180)]]) {
      await ingestRecords(db, [...MARKET_LINES, ...fills])
      const head = defined(await snapshotById(db, (await refresh(db)).snapshot ?? 0))
      if (seen.length > 0) {
        const known = defined(kept.take(of, head) ?? undefined)
        expect((await changesSince(db, known, head))?.traders).toHaveLength(1)
        kept.put(of, known)
      }
      await computeScreen(db, { snapshot: head.id, ...of }, kept)
      seen.push(await columnsOf(db, head.id, of))
      await db.run('DELETE FROM screens')
      await computeScreen(db, { snapshot: head.id, ...of })
      expect(seen.at(-1)).toEqual(await columnsOf(db, head.id, of))
    }
    const [before, after] = seen.map(({ openValue = [] }) => openValue)
    for (const [row, value] of (before ?? []).entries()) expect(after?.[row]).toBeGreaterThan(value)
    expect(after).toHaveLength(3)
  })
})
