import { appendFile, open as openFile, readdir, stat, truncate, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerEvent, SourceRecord } from '../../../../src/ledger/event.ts'
import type { Hash } from '../../../../src/ledger/quantities.ts'
import { openStore, type Store } from '../../../../src/migrations/open-store.ts'
import { refresh } from '../../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../../src/sources/files/ingest.ts'
import { exportEvents } from '../../../../src/store/export/export-events.ts'
import { historyIdentity } from '../../../../src/store/ingest/history-rows.ts'
import { createLedgerWriter, type LedgerWriterOptions } from '../../../../src/store/ingest/ledger-writer.ts'
import { checkSegments } from '../../../../src/store/ledger/check-files.ts'
import { type EventKind, ledgerOf as storedLedger } from '../../../../src/store/ledger/ledger.ts'
import { readLedgerState } from '../../../../src/store/ledger/ledger-state.ts'
import { type SealOptions, sealLedger } from '../../../../src/store/ledger/seal-ledger.ts'
import {
  filesOf,
  readManifest,
  readManifests,
  rowsByKind,
} from '../../../../src/store/ledger/sealed/manifest.ts'
import { sealedFiles } from '../../../../src/store/ledger/sealed/sealed-files.ts'
import { gapTraders } from '../../../../src/store/verify/check-coverage.ts'
import { shownSnapshot } from '../../../numbers/support/shown-snapshot.ts'
import { asRow, isTold } from '../../support/as-row.ts'
import { disorder, shuffled } from '../../support/disorder.ts'
import { describeEngines } from '../../support/engines.ts'
import { dumpLedger } from '../../support/ledger-dump.ts'
import { ledgerOf, MARKET_LINES, randomLedger } from '../../support/random-ledger.ts'

/** A store's view of its ledger for readers that do not know whether an event is sealed. */
async function contentOf(store: Store) {
  const { db } = store
  const events: SourceRecord[] = []
  for await (const event of exportEvents(db)) events.push(event)
  const { lastTime } = await readLedgerState(db)
  const earlier = (lastTime ?? 0) - 2 * 86_400
  return {
    ...(await dumpLedger(db)),
    events,
    transactions: await transactionsOf(store),
    gaps: [await gapTraders(db, Number.MAX_SAFE_INTEGER), await gapTraders(db, earlier)],
    last: [await storedLedger(db).lastOfChain(), await storedLedger(db).lastOfChain(earlier)],
    before: [
      await storedLedger(db).countEvents(earlier),
      await storedLedger(db).countEvents(Number.MAX_SAFE_INTEGER),
    ],
  }
}

/** The keys of each transaction's fills, as they are found by it; looking at every fill finds the same. */
async function transactionsOf(store: Store): Promise<number[][]> {
  const ledger = storedLedger(store.db)
  const keys = (await ledger.fills(['key'], {})).map(({ key }) => key).sort((a, b) => a - b)
  const hashes = await ledger.fillHashes(keys)
  const byTx = Map.groupBy(keys, (key) => Buffer.from(hashes.get(key)?.tx ?? []).toString('hex'))
  byTx.delete('')
  const found: number[][] = []
  for (const [tx, own] of byTx) {
    // Hashes of these worlds begin alike: pages as long as the transaction hold others' fills too.
    found.push(await ledger.fillsOfTransaction(Buffer.from(tx, 'hex'), own.length))
    expect(found.at(-1)).toEqual(own)
  }
  const other = Buffer.from(`${[...byTx.keys()][0] ?? ''.padEnd(64, '0')}`, 'hex')
  other[31] = ~Number(other[31])
  const isThere = byTx.has(other.toString('hex'))
  expect(isThere ? [] : await ledger.fillsOfTransaction(other, 100)).toEqual([])
  return found
}

/** The chain's events of a kind from a scan, by pages of a number of rows. */
async function scanned(store: Store, kind: EventKind, pageRows: number) {
  const rows = []
  for await (const page of storedLedger(store.db).scan<{ key: number; item?: number }>(kind, ['time'], {
    pageRows,
  }))
    rows.push(...page)
  return rows
}

const sealNow = (store: Store, partRows = 1_000, options: Pick<SealOptions, 'leadMs' | 'signal'> = {}) =>
  sealLedger(store.db, { settledAfterDays: 0, partRows, ...options })
const undo = (store: Store, block: number, options: LedgerWriterOptions = {}) =>
  createLedgerWriter(store.db, options).undo(block, async () => undefined)

/** A log may move several tokens: each transfer is two items of one. */
function itemised(ledger: readonly LedgerEvent[]): LedgerEvent[] {
  return ledger.flatMap((event): LedgerEvent[] =>
    event.kind === 'TRANSFER' ? [event, { ...event, item: 1 }] : [event],
  )
}

/** Ways of repeating an event. */
const telling = fc.constantFrom('SAME', 'ROW', 'HISTORY', 'CLASH', 'NOT')
type Telling = typeof telling extends fc.Arbitrary<infer One> ? One : never

function toldAgain(record: SourceRecord, how: Telling): SourceRecord[] {
  if (how === 'NOT') return []
  if (how === 'SAME' || record.kind === 'MARKET' || record.kind === 'TRADER') return [record]
  if (how === 'CLASH') return [{ ...record, tx: `0x${'c'.repeat(64)}` as Hash }]
  if (how === 'HISTORY') return isTold(record) ? [asRow(record, 0, historyIdentity)] : []
  return isTold(record) ? [asRow(record)] : []
}

/** Changes of the ledger between two batches. */
const seal = fc.record({ seal: fc.integer({ min: 3, max: 40 }), leadMs: fc.constantFrom(0, 30) })
const happening = fc.oneof(seal, fc.record({ undo: fc.integer({ min: 0, max: 80 }) }), fc.constant({}))

describeEngines('sealed events', (open, engine) => {
  test('answer as rows did, whenever sealed, repeated, contradicted, late or undone in steps', async () => {
    await fc.assert(
      fc.asyncProperty(
        ledgerOf(30),
        disorder,
        fc.tuple(seal, happening, happening),
        fc.array(telling, { minLength: 40, maxLength: 40 }),
        async (ledger, { order }, happenings, tellings) => {
          const [sealed, plain] = [await open(), await open()]
          const take = async (records: readonly SourceRecord[]) => {
            const expected = await ingestRecords(plain.db, records)
            expect(await ingestRecords(sealed.db, records)).toEqual(expected)
          }
          const events = shuffled([...MARKET_LINES, ...itemised(ledger)], order[Symbol.iterator]())
          const size = Math.ceil(events.length / happenings.length)
          for (const [i, happens] of happenings.entries()) {
            await take(events.slice(i * size, (i + 1) * size))
            const sealing =
              'seal' in happens ? sealNow(sealed, happens.seal, { leadMs: happens.leadMs }) : null
            if ('seal' in happens && happens.leadMs === 0) await sealing
            if ('undo' in happens)
              expect(await undo(sealed, happens.undo, { undoneAtATime: 3 })).toBe(
                await undo(plain, happens.undo),
              )
            const again = events.slice(0, (i + 1) * size)
            await take(again.flatMap((event, n) => toldAgain(event, tellings[(n + i) % 40] ?? 'NOT')))
            expect(await contentOf(sealed)).toEqual(await contentOf(plain))
            await sealing
            expect(await contentOf(sealed)).toEqual(await contentOf(plain))
          }
          for (const kind of ['FILLS', 'MOVEMENTS'] as const)
            for (const [store, pageRows] of [
              [sealed, 5],
              [plain, 1],
            ] as const)
              expect(await scanned(store, kind, pageRows)).toEqual(await scanned(plain, kind, 20_000))
          for (const { db } of [sealed, plain]) await refresh(db)
          expect(await shownSnapshot(sealed.db)).toEqual(await shownSnapshot(plain.db))
          expect((await checkSegments(sealed.db)).wrong).toEqual([])
          for (const store of [sealed, plain]) await store.close()
        },
      ),
      { numRuns: engine === 'sqlite' ? 3 : 1 },
    )
  })

  test('leave the store, and each is in one file of each order', async () => {
    const store = await open()
    const events = await sealableLedger(store)
    const report = await sealNow(store, 4)
    const left = await store.db.get(
      'SELECT (SELECT COUNT(*) FROM fills) AS "FILLS", (SELECT COUNT(*) FROM movements) AS "MOVEMENTS"',
    )
    const manifest = await readManifests(store.db)
    expect(manifest.filter(({ kind }) => kind === 'MOVEMENTS').length).toBeGreaterThan(1)
    const sealed = rowsByKind(manifest)
    expect(report).toEqual({ rows: sealed, segments: manifest.length })
    expect(left).toEqual({
      FILLS: events.fills - sealed.FILLS,
      MOVEMENTS: events.movements - sealed.MOVEMENTS,
    })
    for (const segment of manifest)
      for (const file of filesOf([segment]))
        expect(
          await sealedFiles(store.db).read([[file]], (from) => `SELECT COUNT(*) AS count FROM ${from}`),
        ).toEqual([{ count: segment.rows }])
  })

  test('are refused as a whole, by name, when a file is missing, truncated or altered', async () => {
    const store = await open()
    await sealableLedger(store)
    await sealNow(store)
    const [file] = (await readManifest(store.db, 'FILLS')).map(({ files }) => files.tokens)
    const path = join(store.db.duckdb.folder, file?.name ?? '')
    // Another connection, since the one that wrote the file knows it already.
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
    await expect(fresh()).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      retryAfter: 5,
      message: expect.stringContaining(`${file?.name} is missing`),
    })
    expect(await readdir(store.db.duckdb.folder)).not.toContain(file?.name)
  })

  test('are refused where files of another layout hold them', async () => {
    const store = await open()
    await sealableLedger(store)
    await sealNow(store)
    const [segment] = await readManifest(store.db, 'FILLS')
    const { layout: _, ...earlier } = segment?.files.tokens ?? { layout: 0 }
    const files = JSON.stringify({ ...segment?.files, tokens: earlier })
    await store.db.run('UPDATE segments SET files = ? WHERE id = ?', [files, segment?.id ?? 0])
    await expect(contentOf(store)).rejects.toThrow('written by another checkout of Pequod')
  })

  test('take the place of their rows once they have been in the folder for a while', async () => {
    const store = await open()
    await sealableLedger(store)
    const leadMs = 300
    const seen = new Map<string, number>()
    let isDone = false
    const sealing = sealNow(store, 1_000, { leadMs }).finally(() => {
      isDone = true
    })
    for (let isLast = false; !isLast; await setTimeout(5)) {
      isLast = isDone
      for (const { name } of filesOf(await readManifests(store.db)))
        if (!seen.has(name))
          seen.set(name, Date.now() - (await stat(join(store.db.duckdb.folder, name))).mtimeMs)
    }
    expect(await sealing).toMatchObject({ segments: 3 })
    expect(seen.size).toBe(7)
    expect(Math.min(...seen.values())).toBeGreaterThanOrEqual(leadMs)
  })

  test('are read as rows on a machine without them until then, and stay rows where sealing is ended', async () => {
    const [store, plain] = [await open(), await open()]
    for (const each of [store, plain]) await sealableLedger(each)
    const ending = new AbortController()
    const { folder } = store.db.duckdb
    const written = async () =>
      (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.parquet'))
    const sealing = sealNow(store, 1_000, { leadMs: 3_600_000, signal: ending.signal })
    await expect.poll(written, { timeout: 60_000 }).toHaveLength(7)
    const machine = await openStore({ ...store.address, data: { folder: `${folder}-copy` } })
    expect(await contentOf(machine)).toEqual(await contentOf(plain))
    await machine.close()
    ending.abort()
    expect(await sealing).toMatchObject({ segments: 0 })
    expect(await readManifests(store.db)).toEqual([])
    expect(await contentOf(store)).toEqual(await contentOf(plain))
    await sealNow(store)
    expect(await contentOf(store)).toEqual(await contentOf(plain))
  })
})

/** The longest of some drawn ledgers. */
function longestLedger(): LedgerEvent[] {
  const drawn = fc.sample(randomLedger, { numRuns: 50, seed: 7 })
  return drawn.reduce((longest, ledger) => (ledger.length > longest.length ? ledger : longest), [])
}

/** Takes it in; answers how many events it has. */
async function sealableLedger(store: Store): Promise<{ fills: number; movements: number }> {
  await ingestRecords(store.db, [...MARKET_LINES, ...longestLedger()])
  return readLedgerState(store.db)
}
