import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { INFRASTRUCTURE } from '../../../../src/chain/contracts.ts'
import { verifyAll } from '../../../../src/cli/checks/verify-all.ts'
import { retractNews } from '../../../../src/jobs/news.ts'
import type { Fill, LedgerEvent, SourceRecord } from '../../../../src/ledger/event.ts'
import {
  type ConditionId,
  DAY_SECONDS,
  dayOf,
  type Hash,
  type TokenId,
} from '../../../../src/ledger/quantities.ts'
import { openStore } from '../../../../src/migrations/open-store.ts'
import { publishAsOf } from '../../../../src/numbers/as-of/publish-as-of.ts'
import { refresh } from '../../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../../src/sources/files/ingest.ts'
import { releaseLease, renewLease, takeLease } from '../../../../src/store/engine/locks.ts'
import { exportEvents } from '../../../../src/store/export/export-events.ts'
import { createLedgerWriter } from '../../../../src/store/ingest/ledger-writer.ts'
import { openGeneration } from '../../../../src/store/ledger/generations.ts'
import { ledgerOf } from '../../../../src/store/ledger/ledger.ts'
import { sealLedger } from '../../../../src/store/ledger/seal-ledger.ts'
import { foldLoaded } from '../../../../src/store/load/fold-loaded.ts'
import { createFillLoader } from '../../../../src/store/load/load-fills.ts'
import { readCurrent } from '../../../../src/store/snapshot/read-boards.ts'
import { asRow } from '../as-row.ts'
import { dumpLedger } from '../ledger-dump.ts'
import { MARKET_LINES, randomLedger } from '../random-ledger.ts'
import { loadSourceFills } from '../source-fills.ts'
import type { Chapter } from './chapter.ts'

const SEED = 11
const LEDGERS = 3
/** Blocks between the ledgers. */
const APART = 200

const isFill = (record: SourceRecord): record is Fill => record.kind === 'FILL'

/** Several random ledgers, one after the other. */
function longLedger(): LedgerEvent[] {
  return fc.sample(randomLedger, { seed: SEED, numRuns: LEDGERS }).flatMap((events, n) =>
    events.map((event) => ({
      ...event,
      block: (event.block ?? 0) + n * APART,
      time: event.time + n * 9 * 86_400,
      tx: `0x${n}${String(event.tx).slice(3)}` as NonNullable<LedgerEvent['tx']>,
    })),
  )
}

const placeOf = (fill: Fill | undefined) => ({ block: fill?.block, tx: fill?.tx, time: fill?.time })

/** The same fill once more, a log later. */
const beside = (fill: Fill): Fill => ({ ...fill, logIndex: (fill.logIndex ?? 0) + 100 })

/** The ledger takes events in: rows of the Data API, loads, late events, seals, undone blocks and exports. */
export const ledgerChapter: Chapter = async ({ address, step }) => {
  const store = await openStore(address)
  const { db } = store
  const events = longLedger()
  const third = Math.ceil(events.length / 3)
  const [first, second, last] = [0, 1, 2].map((n) => events.slice(n * third, (n + 1) * third))
  const seal = (partRows: number) => sealLedger(db, { settledAfterDays: 0, partRows })
  /** Sealing leaves alone the days of every kept snapshot: these push older ones out. */
  const publishOften = async () => {
    for (let n = 0; n < 4; n++) await refresh(db, { full: true, delayMinutes: 0 })
  }
  const undo = (block: number) => createLedgerWriter(db).undo(block, (tx) => retractNews(tx, block))

  await step('rows of the Data API come before the chain', async () => {
    const rows = (first ?? []).filter((_, n) => n % 3 === 0).map((event) => asRow(event))
    await ingestRecords(db, [...MARKET_LINES, ...rows])
  })
  await step('events of the chain replace them', () => ingestRecords(db, first ?? []))
  await step('fills are loaded beside events', async () => {
    await ingestRecords(
      db,
      (second ?? []).filter((event) => !isFill(event)),
    )
    await loadSourceFills(db, (second ?? []).filter(isFill), 'part 1')
    await foldLoaded(db, { workers: 1 })
    const connection = await db.duckdb.connect()
    const loader = await createFillLoader(db, connection, INFRASTRUCTURE)
    if ((await loader.loaded('part 1')) === null) throw new Error('part 1 is not loaded')
    connection.closeSync()
  })
  await step('a lease of long work is renewed', async () => {
    const lease = await db.transaction((tx) => takeLease(tx, 'fold', 10_000))
    if (lease === null) throw new Error('another process folds')
    await db.transaction((tx) => renewLease(tx, lease, 10_000))
    await db.transaction((tx) => releaseLease(tx, lease))
  })
  await step('a snapshot is published', () => refresh(db, { delayMinutes: 0 }))
  await step('everything is sealed', () => seal(2))
  await step('an event comes in order on a day that is sealed', async () => {
    const only = (first ?? []).filter(isFill).slice(0, 2)
    const place = placeOf(only[0])
    // Fills of one second may be one trade, whose position is folded again.
    const [one = [], other = []] = only.map((fill, n) => [
      {
        ...beside(fill),
        ...place,
        time: (place.time ?? 0) + n,
        logIndex: 200 + n,
        token: '9009',
        owner: only[0]?.owner,
      },
    ])
    await ingestRecords(db, one as Fill[])
    await publishOften()
    await seal(2)
    await ingestRecords(db, other as Fill[])
  })
  await step('late events come among sealed ones', async () => {
    await ingestRecords(
      db,
      (last ?? []).filter((_, n) => n % 2 === 0),
    )
    await seal(30)
    await ingestRecords(db, last ?? [])
    await publishOften()
  })
  await step('sealed files are written again', async () => {
    for (const name of await readdir(db.duckdb.folder).catch(() => [])) {
      const path = join(db.duckdb.folder, name)
      await utimes(path, 0, 0)
    }
    await seal(30)
  })
  await step('fills are loaded beside sealed days, after a fold that was killed', async () => {
    await db.transaction((tx) => openGeneration(tx))
    const late = (last ?? []).filter(isFill).slice(0, 20).map(beside)
    await loadSourceFills(db, late, 'part 2')
    await foldLoaded(db, { workers: 1 })
    await publishOften()
    await seal(30)
  })
  await step('a day is published as of then', async () => {
    const day = dayOf(events[third]?.time ?? 0)
    await publishAsOf(db, day)
    // Before any head is public, callers without Pro read the last closed day.
    await readCurrent(db, { delay: 3_600, upTo: () => DAY_SECONDS * (day + 1) })
  })
  await step('blocks are undone and come again', async () => {
    await undo(60 + APART)
    await refresh(db, { delayMinutes: 0 })
    await ingestRecords(db, events)
    await refresh(db, { delayMinutes: 0 })
  })
  await step('a resolution that many hold is settled by later transactions', async () => {
    const [fill] = events.filter(isFill)
    const [market] = MARKET_LINES
    if (fill === undefined || market === undefined) throw new Error('the ledger is empty')
    const condition = `0x${'9'.repeat(64)}` as ConditionId
    const tokens = ['9100', '9101'] as TokenId[]
    const bought = { ...fill, side: 'BUY' as const, token: '9100' as TokenId }
    const at = (n: number) => ({
      block: 5_000 + n,
      logIndex: 0,
      time: (events.at(-1)?.time ?? 0) + DAY_SECONDS,
    })
    await ingestRecords(db, [
      { ...market, condition, tokens },
      { ...bought, ...at(0) },
    ])
    const tx = fill.tx as Hash
    const resolution = {
      kind: 'RESOLVE' as const,
      tx,
      ...at(1),
      condition,
      payouts: ['1', '0'] as [string, string],
    }
    await ingestRecords(db, [resolution], { mostPositions: 0 })
    await refresh(db, { delayMinutes: 0 })
  })
  await step('everything is dumped, exported and verified', async () => {
    await dumpLedger(db)
    for await (const _ of exportEvents(db));
    await verifyAll(db)
  })
  await step('transactions are looked for', async () => {
    const ledger = ledgerOf(db)
    const keys = (await ledger.fills(['key'], {})).map(({ key }) => key)
    for (const { tx } of (await ledger.fillHashes(keys)).values())
      if (tx !== null) await ledger.fillsOfTransaction(Buffer.from(tx), 10)
  })
  await step('an older fold is made again', async () => {
    await db.run('UPDATE ledger_state SET fold_version = 0')
    await store.close()
    await (await openStore(address)).close()
  })
}
