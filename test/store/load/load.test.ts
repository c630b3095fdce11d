import { readdir } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifyAll } from '../../../src/cli/checks/verify-all.ts'
import type { Fill, LedgerEvent, SourceRecord } from '../../../src/ledger/event.ts'
import { DAY_SECONDS } from '../../../src/ledger/quantities.ts'
import { openStore, type Store } from '../../../src/migrations/open-store.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { exportEvents } from '../../../src/store/export/export-events.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import { checkSegments } from '../../../src/store/ledger/check-files.ts'
import { unfoldedTokens } from '../../../src/store/ledger/load-state.ts'
import { isSealDue, sealLedger, sealLoaded } from '../../../src/store/ledger/seal-ledger.ts'
import { filesOf, readManifest } from '../../../src/store/ledger/sealed/manifest.ts'
import { foldLoaded } from '../../../src/store/load/fold-loaded.ts'
import { ageFiles } from '../support/age-files.ts'
import { asRow } from '../support/as-row.ts'
import { disorder, shuffled } from '../support/disorder.ts'
import { describeEngines } from '../support/engines.ts'
import { dumpLedger } from '../support/ledger-dump.ts'
import { MARKET_LINES, randomLedger } from '../support/random-ledger.ts'
import { loadSourceFills } from '../support/source-fills.ts'

async function contentOf(store: Store) {
  const events: SourceRecord[] = []
  for await (const event of exportEvents(store.db)) events.push(event)
  return { ...(await dumpLedger(store.db)), events }
}

/** How a stretch of events comes in. */
const step = fc.record({
  /** Its fills are loaded; else they come as events. */
  isLoaded: fc.boolean(),
  /** Loads are folded at its end; else a later step folds them. */
  isFolded: fc.boolean(),
  /** This number of earlier events is repeated. */
  again: fc.nat(20),
  seal: fc.boolean(),
  /** Events are sealed before they are folded, too. */
  sealsFirst: fc.boolean(),
  /** A row of the Data API precedes every n-th of its fills, and another follows every n-th; 0 for none. */
  rowsBefore: fc.constantFrom(0, 0, 2, 5),
  rowsAfter: fc.constantFrom(0, 0, 3),
  undo: fc.option(fc.integer({ min: 20, max: 100 }), { freq: 4 }),
  /** Late events, resolutions and undos of more positions than this are folded with the loads. */
  mostPositions: fc.constantFrom(0, 2, 2_500),
  /** Settles what resolutions left, a position a transaction. */
  settles: fc.boolean(),
})

const isFill = (record: SourceRecord): record is Fill => record.kind === 'FILL'

/** The same fills again, a number of weeks later. */
const later = (weeks: number) => (fill: Fill) => ({
  ...fill,
  block: (fill.block ?? 0) + weeks * 10_000,
  time: fill.time + weeks * 7 * DAY_SECONDS,
})

describeEngines('loaded fills', (open, engine) => {
  test('equal the same fills as events, in any order, repeated, beside others, sealed or undone', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomLedger,
        disorder,
        fc.array(step, { minLength: 2, maxLength: 4 }),
        async (ledger, { order }, steps) => {
          const [loaded, plain] = [await open(), await open()]
          const events = shuffled([...MARKET_LINES, ...ledger], order[Symbol.iterator]())
          const size = Math.ceil(events.length / steps.length)
          for (const [
            i,
            { isLoaded, isFolded, again, seal, sealsFirst, undo, mostPositions, settles, ...rows },
          ] of steps.entries()) {
            const few = { mostPositions }
            const some = events.slice(Math.max(0, i * size - again), (i + 1) * size)
            const rowsOf = (every: number) =>
              some.filter(isFill).flatMap((fill, n) => (every > 0 && n % every === 0 ? [asRow(fill)] : []))
            await ingestRecords(loaded.db, rowsOf(rows.rowsBefore), few)
            await ingestRecords(plain.db, rowsOf(rows.rowsBefore))
            await ingestRecords(plain.db, some)
            if (isLoaded) {
              const fills = some.filter(isFill)
              const before = await countOf(loaded)
              const report = await loadSourceFills(loaded.db, fills, `part ${i}`)
              const told = (await countOf(loaded)) - before
              // A row that a fill replaces was counted before.
              if (rows.rowsBefore === 0) expect(report.events).toBe(told)
              expect(report.events + report.repeated).toBe(fills.length)
              await ingestRecords(
                loaded.db,
                some.filter((record) => !isFill(record)),
                few,
              )
            } else await ingestRecords(loaded.db, some, few)
            await ingestRecords(loaded.db, rowsOf(rows.rowsAfter), few)
            await ingestRecords(plain.db, rowsOf(rows.rowsAfter))
            if (settles) await createLedgerWriter(loaded.db, { settledAtATime: 1 }).settle()
            if (sealsFirst) await sealLoaded(loaded.db, { settledAfterDays: 0, partRows: 30 })
            if (isFolded)
              await foldLoaded(loaded.db, { address: i % 2 === 0 ? loaded.address : undefined, workers: 1 })
            if (seal) await sealLedger(loaded.db, { settledAfterDays: 0, partRows: 30 })
            if (undo !== null) {
              const expected = await createLedgerWriter(plain.db).undo(undo, async () => undefined)
              expect(await createLedgerWriter(loaded.db, few).undo(undo, async () => undefined)).toBe(
                expected,
              )
            }
          }
          await foldLoaded(loaded.db)
          expect(await contentOf(loaded)).toEqual(await contentOf(plain))
          for (const store of [loaded, plain]) await store.close()
        },
      ),
      { numRuns: engine === 'sqlite' ? 4 : 1 },
    )
  })

  test('leave no masked day, and files of days that a later load replaced for the hour of their readers', async () => {
    const [ledger = []] = fc.sample(randomLedger, { numRuns: 1, seed: 5 })
    const store = await open()
    await ingestRecords(store.db, MARKET_LINES)
    const seen = new Set<string>()
    for (const weeks of [0, 1, 2, 3]) {
      await loadSourceFills(store.db, ledger.filter(isFill).map(later(weeks)), `part ${weeks}`)
      await foldLoaded(store.db)
      const manifest = await readManifest(store.db, 'DAYS')
      expect(manifest.filter(({ masked }) => masked > 0)).toEqual([])
      for (const { name } of filesOf(manifest)) seen.add(name)
      expect(await readdir(store.db.duckdb.folder)).toEqual(expect.arrayContaining([...seen]))
    }
    const named = filesOf(await readManifest(store.db, 'DAYS')).map(({ name }) => name)
    expect(seen.size).toBeGreaterThan(named.length)
    await ageFiles(store)
    await sealLedger(store.db)
    const left = (await readdir(store.db.duckdb.folder)).filter((name) => seen.has(name))
    expect(left.toSorted()).toEqual(named.toSorted())
  })

  test('are folded beside another writer without blocking it', async () => {
    const [store, plain] = [await open(), await open()]
    const placed = placedApart(fc.sample(randomLedger, { numRuns: 20, seed: 5 }))
    const loadedFills = placed.filter((event, i) => isFill(event) && i % 3 > 0) as Fill[]
    const others = placed.filter((event, i) => !isFill(event) || i % 3 === 0)
    await ingestRecords(plain.db, [...MARKET_LINES, ...placed])
    await ingestRecords(store.db, MARKET_LINES)
    await loadSourceFills(store.db, loadedFills, 'part')
    const other = await openStore(store.address)
    let folded = false
    const folding = foldLoaded(store.db).finally(() => {
      folded = true
    })
    let next = 0
    for (; next < others.length && !folded; next += 5)
      await ingestRecords(other.db, others.slice(next, next + 5))
    await folding
    await ingestRecords(other.db, others.slice(next))
    await foldLoaded(store.db)
    expect(await contentOf(store)).toEqual(await contentOf(plain))
    await other.close()
  })

  test('are folded once by two simultaneous processes', async () => {
    const [store, plain] = [await open(), await open()]
    const fills = placedApart(fc.sample(randomLedger, { numRuns: 12, seed: 9 })).filter(isFill)
    for (const { db } of [store, plain]) await ingestRecords(db, MARKET_LINES)
    await ingestRecords(plain.db, fills)
    const other = await openStore(store.address)
    for (const half of [0, 1]) {
      const some = fills.filter((_, i) => i % 2 === half)
      await loadSourceFills(store.db, some, `half ${half}`)
      await Promise.all([foldLoaded(store.db), foldLoaded(other.db)])
    }
    expect(await contentOf(store)).toEqual(await contentOf(plain))
    expect(await checkSegments(store.db)).toMatchObject({ wrong: [] })
    await other.close()
  })

  test('are loaded once by two simultaneous processes', async () => {
    const [store, plain] = [await open(), await open()]
    const fills = placedApart(fc.sample(randomLedger, { numRuns: 12, seed: 11 })).filter(isFill)
    for (const { db } of [store, plain]) await ingestRecords(db, MARKET_LINES)
    await ingestRecords(plain.db, fills)
    const other = await openStore(store.address)
    const reports = await Promise.all([
      loadSourceFills(store.db, fills.slice(0, -5), 'one'),
      loadSourceFills(other.db, fills.slice(5), 'other'),
      sealLedger(store.db, { settledAfterDays: 0, partRows: 20 }),
    ])
    expect(reports[0].events + reports[1].events).toBe(fills.length)
    await foldLoaded(store.db)
    expect(await contentOf(store)).toEqual(await contentOf(plain))
    expect(await checkSegments(store.db)).toMatchObject({ wrong: [] })
    await other.close()
  })

  test('are reported by doctor and verify until a refresh counts them', async () => {
    const store = await open()
    const fills = fc.sample(randomLedger, { numRuns: 20, seed: 3 }).flat().filter(isFill)
    await ingestRecords(store.db, MARKET_LINES)
    await loadSourceFills(store.db, fills, 'part')
    expect(await unfoldedTokens(store.db)).toBe(new Set(fills.map(({ token }) => token)).size)
    await expect(verifyAll(store.db)).rejects.toThrow('Loaded events are not in positions yet')
    await refresh(store.db)
    expect(await unfoldedTokens(store.db)).toBe(0)
    await sealLedger(store.db)
    expect(await isSealDue(store.db)).toBe(false)
    expect(await verifyAll(store.db)).toMatchObject({ holds: true })
  })
})

/** Ledgers one after the other, as one. */
function placedApart(ledgers: readonly LedgerEvent[][]): LedgerEvent[] {
  return ledgers.flatMap((ledger, i) =>
    ledger.map((event) => ({
      ...event,
      block: Number(event.block) + 200 * i,
      time: event.time + 1_600_000 * i,
    })),
  )
}

async function countOf({ db }: Store): Promise<number> {
  const row = await db.get<{ fills: number }>('SELECT fills FROM ledger_state WHERE id = 1')
  return row?.fills ?? 0
}
