import { appendFile, open as openFile, readdir, truncate, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SourceRecord } from '../../../src/ledger/event.ts'
import { ingestRecords } from '../../../src/sources/ingest.ts'
import { exportEvents } from '../../../src/store/export/export-events.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import { readManifest } from '../../../src/store/segments/manifest.ts'
import { sealLedger } from '../../../src/store/segments/seal-ledger.ts'
import { openStore, type Store } from '../../../src/store/store.ts'
import { disorder, shuffled } from '../disorder.ts'
import { describeEngines } from '../engines.ts'
import { dumpLedger } from '../ledger-dump.ts'
import { MARKET_LINES, randomLedger } from '../random-ledger.ts'

/** What a store says of its ledger to those who cannot tell how old an event is. */
async function contentOf(store: Store) {
  const events: SourceRecord[] = []
  for await (const event of exportEvents(store.db)) events.push(event)
  return { ...(await dumpLedger(store.db)), events }
}

const sealNow = (store: Store, partRows = 1_000) => sealLedger(store.db, { settledAfterDays: 0, partRows })
const undo = (store: Store, block: number) => createLedgerWriter(store.db).undo(block, async () => undefined)

/** What happens to the ledger between two batches. */
const happening = fc.oneof(
  { weight: 3, arbitrary: fc.record({ seal: fc.integer({ min: 3, max: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ undo: fc.integer({ min: 0, max: 100 }) }) },
  { weight: 2, arbitrary: fc.constant({}) },
)

describeEngines('sealed fills', (open, engine) => {
  test('answer as rows did, whenever they were sealed, repeated, late or taken back', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomLedger,
        disorder,
        fc.array(happening, { minLength: 2, maxLength: 4 }),
        async (ledger, { order }, happenings) => {
          const [sealed, plain] = [await open(), await open()]
          const events = shuffled([...MARKET_LINES, ...ledger], order[Symbol.iterator]())
          const size = Math.ceil(events.length / happenings.length)
          for (const [i, happens] of happenings.entries()) {
            for (const store of [sealed, plain])
              await ingestRecords(store.db, events.slice(i * size, (i + 1) * size))
            if ('seal' in happens) await sealNow(sealed, happens.seal)
            if ('undo' in happens)
              expect(await undo(sealed, happens.undo)).toBe(await undo(plain, happens.undo))
            expect(await contentOf(sealed)).toEqual(await contentOf(plain))
          }
          for (const store of [sealed, plain]) await store.close()
        },
      ),
      { numRuns: engine === 'sqlite' ? 8 : 3 },
    )
  })

  test('leave the store, and each stands in one file of each order', async () => {
    const store = await open()
    const events = await sealableLedger(store)
    const report = await sealNow(store, 7)
    const rows = await store.db.get<{ count: number }>('SELECT COUNT(*) AS count FROM fills WHERE key >= 0')
    const manifest = await readManifest(store.db, 'FILLS')
    const sum = manifest.reduce((count, segment) => count + segment.rows, 0)
    expect(report.rows.FILLS).toBe(sum)
    expect(sum + (rows?.count ?? 0)).toBe(events)
    for (const {
      files: { tokens, traders, hashes },
      rows: count,
    } of manifest)
      for (const file of [tokens, traders, hashes])
        expect(
          await store.db.segments.read([[file]], (from) => `SELECT COUNT(*) AS count FROM ${from}`),
        ).toEqual([{ count }])
  })

  test('are refused whole when a file is missing, cut short or altered, by its name', async () => {
    const store = await open()
    await sealableLedger(store)
    await sealNow(store)
    const [file] = (await readManifest(store.db, 'FILLS')).map(({ files }) => files.tokens)
    const path = join(store.db.segments.folder, file?.name ?? '')
    // Another connection: the one that wrote the file knows it already.
    const fresh = async () => {
      const again = await openStore(store.address)
      return contentOf(again).finally(() => again.close())
    }
    await fresh()
    await appendFile(path, 'x')
    await expect(fresh()).rejects.toThrow(`${file?.name} has ${(file?.bytes ?? 0) + 1} bytes`)
    await truncate(path, file?.bytes)
    await fresh()
    const handle = await openFile(path, 'r+')
    await handle.write(Buffer.from([0xff, 0x00, 0xff]), 0, 3, 40)
    await handle.close()
    await expect(fresh()).rejects.toThrow(`${file?.name} was altered`)
    await unlink(path)
    await expect(fresh()).rejects.toThrow(`${file?.name} is missing`)
    expect(await readdir(store.db.segments.folder)).not.toContain(file?.name)
  })
})

/** Takes in the longest of some drawn ledgers; answers how many fills it has. */
async function sealableLedger(store: Store): Promise<number> {
  const drawn = fc.sample(randomLedger, { numRuns: 50, seed: 7 })
  const events = drawn.reduce((longest, ledger) => (ledger.length > longest.length ? ledger : longest), [])
  await ingestRecords(store.db, [...MARKET_LINES, ...events])
  const [state] = (await dumpLedger(store.db)).ledger as { fills: number }[]
  return state?.fills ?? 0
}
