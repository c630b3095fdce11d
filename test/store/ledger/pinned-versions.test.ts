import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fill, LedgerEvent } from '../../../src/ledger/event.ts'
import { DAY_SECONDS, type Day, type Hash } from '../../../src/ledger/quantities.ts'
import { openStore } from '../../../src/migrations/open-store.ts'
import { createPublisher, type Publisher } from '../../../src/numbers/publish/publisher.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import type { Value } from '../../../src/store/engine/table.ts'
import { createLedgerWriter } from '../../../src/store/ingest/ledger-writer.ts'
import { collect } from '../../../src/store/ledger/collect.ts'
import { hasDays, historyOf, KEPT_TABLES, readAt } from '../../../src/store/ledger/history.ts'
import { ledgerOf } from '../../../src/store/ledger/ledger.ts'
import { readLedgerState } from '../../../src/store/ledger/ledger-state.ts'
import { DAY_COLUMNS } from '../../../src/store/ledger/position-day.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { pinNow } from '../../../src/store/ledger/versions.ts'
import { foldLoaded } from '../../../src/store/load/fold-loaded.ts'
import { TOKENS } from '../../../src/store/tables.ts'
import { type Addition, randomAdditions } from '../../numbers/support/random-additions.ts'
import { rollingAdditions } from '../../numbers/support/rolling-additions.ts'
import { describeEngines } from '../support/engines.ts'
import { MARKET_LINES, randomLedger } from '../support/random-ledger.ts'
import { loadSourceFills } from '../support/source-fills.ts'

interface Pin {
  version: number
  day: Day
}

/** Every kept table up to the pin's day, at its version or as it is now. */
async function told(db: Database, { day }: Pin, version: number | null) {
  const tables: Record<string, unknown> = {}
  for (const { table } of KEPT_TABLES) {
    const where = hasDays(table) ? { where: 'day <= ?', values: [day] } : {}
    const read = { columns: Object.keys(table.columns), version, ...where }
    tables[table.name] = await readAt<Record<string, Value>>(db, table, { ...read, orderBy: table.key })
  }
  const days = []
  for await (const part of ledgerOf(db).days({ columns: DAY_COLUMNS, at: version, upTo: day }))
    days.push(...part.records())
  const some = { traders: [2, 3, 5], upTo: day, some: 'shares' } as const
  const ofSome = []
  for await (const part of ledgerOf(db).days({ columns: DAY_COLUMNS, at: version, ...some }))
    ofSome.push(...part.records())
  const linked = await readAt(db, TOKENS, {
    columns: ['outcome'],
    where: `outcome = 1 AND ${db.isIn('condition_id', 'int')}`,
    values: [db.list([1, 2, 4])],
    orderBy: ['id'],
    version,
  })
  return { ...tables, days, ofSome, linked }
}

async function pin(db: Database, day: Day): Promise<Pin> {
  return { version: await db.transaction((tx) => pinNow(tx, day)), day }
}

function snapshotsOf(db: Database): Promise<(Pin & { id: number })[]> {
  return db.all(
    'SELECT id, ledger_version AS version, COALESCE(as_of, cutoff_time / 86400) AS day FROM snapshots',
  )
}

async function keptCount(db: Database): Promise<number> {
  let count = 0
  for (const { table } of KEPT_TABLES)
    count += (await db.all(`SELECT pin FROM ${historyOf(table).name}`)).length
  return count + (await endedDays(db))
}

async function endedDays(db: Database): Promise<number> {
  return (await db.all('SELECT day FROM position_days WHERE died IS NOT NULL')).length
}

/** The longest of some drawn ledgers. */
const events = fc
  .sample(randomLedger, { numRuns: 50, seed: 7 })
  .reduce((longest, ledger) => (ledger.length > longest.length ? ledger : longest), [])

/** An event after a part of the ledger has been written. */
interface Happening {
  isPublished: boolean
  /** Days before the last; null for no answer as of a day. */
  asOf: number | null
  /** Rows of a file; null for no sealing. */
  seal: number | null
  drop: boolean
}
const happening: fc.Arbitrary<Happening> = fc.record({
  isPublished: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
  asOf: fc.option(fc.integer({ min: 1, max: 4 })),
  seal: fc.option(fc.integer({ min: 3, max: 30 })),
  drop: fc.boolean(),
})

/** An answer as of a day comes before the first head, and keeps rows of later days, which it does not read. */
const asOfBeforeHead = (): [Addition[], Happening[]] => {
  const last = events.length - 1
  const stepOf = (i: number) => (i === last ? 1 : i % 4)
  const additions = [0, 1, 2, 3].map((n) => ({
    records: [...(n === 0 ? MARKET_LINES : []), ...events.filter((_, i) => stepOf(i) === n)],
    undo: null,
  }))
  const nothing: Happening = { isPublished: false, asOf: null, seal: null, drop: false }
  const happenings = [
    { ...nothing, asOf: 2 },
    { ...nothing, isPublished: true, asOf: 1 },
    nothing,
    { ...nothing, asOf: 1, drop: true },
  ]
  return [additions, happenings]
}

/** An answer as of a day has the version of the head after it, which completes the rows of later days. */
const asOfBetweenHeads = (): [Addition[], Happening[]] => {
  const time = events.at(-1)?.time ?? 0
  const fills = events.filter(({ kind }) => kind === 'FILL').slice(0, 2)
  const [newest = [], late = []] = fills.map((event, i): LedgerEvent[] => {
    const tx = `0x${String(i + 1).padStart(64, '9')}` as Hash
    return [{ ...event, block: 101, logIndex: 2 - i, tx, time }]
  })
  const steps = [[...MARKET_LINES, ...events, ...newest], late, [], []]
  const nothing: Happening = { isPublished: false, asOf: null, seal: null, drop: false }
  const head = { ...nothing, isPublished: true }
  return [steps.map((records) => ({ records, undo: null })), [head, { ...nothing, asOf: 1 }, head, nothing]]
}

interface Publishing {
  db: Database
  publisher: Publisher
}

describeEngines('rows of the ledger at a pinned version', (open, engine) => {
  const lastDay = async (db: Database) => Math.floor(((await readLedgerState(db)).lastTime ?? 0) / 86_400)
  const publish = async ({ db, publisher }: Publishing, asOf: Day | null): Promise<Pin | null> => {
    const { firstTime } = await readLedgerState(db)
    if (firstTime === null || (asOf !== null && asOf * 86_400 < firstTime)) return null
    if (asOf === null) {
      await publisher.publish()
      // It collects only where a version has gone, and leaves nothing.
      const kept = await keptCount(db)
      await collect(db)
      expect(await keptCount(db)).toBe(kept)
    } else await refresh(db, { asOf })
    return pin(db, asOf ?? (await lastDay(db)))
  }

  test('stay the same after later additions, undos, links, seals and drops', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(randomAdditions, rollingAdditions),
        fc.array(happening, { minLength: 4, maxLength: 4 }),
        async (additions, happenings) => {
          const { db, close } = await open()
          const publisher = createPublisher(db)
          const pins: (Pin & { rows: unknown })[] = []
          for (const [i, { records, undo }] of additions.entries()) {
            const { isPublished = true, asOf = null, seal = null, drop = false } = happenings[i] ?? {}
            if (undo !== null) await createLedgerWriter(db).undo(undo, async () => undefined)
            // In two parts, so that rows change more than once after a pin.
            const half = Math.ceil(records.length / 2)
            for (const part of [records.slice(0, half), records.slice(half)]) await ingestRecords(db, part)
            const days = [
              ...(isPublished ? [null] : []),
              ...(asOf === null ? [] : [(await lastDay(db)) - asOf]),
            ]
            for (const day of days) {
              const pinned = await publish({ db, publisher }, day)
              if (pinned) pins.push({ ...pinned, rows: await told(db, pinned, null) })
            }
            if (seal !== null) await sealLedger(db, { settledAfterDays: 0, partRows: seal })
            if (drop) await collect(db)
            const kept = await snapshotsOf(db)
            const isKept = (one: Pin) =>
              kept.some(({ version, day }) => version === one.version && day === one.day)
            for (const { rows, ...one } of pins.filter(isKept)) {
              expect(await told(db, one, one.version)).toEqual(rows)
            }
          }
          await db.run('DELETE FROM snapshots')
          await db.run('UPDATE ledger_state SET pinned = NULL')
          await collect(db)
          expect(await keptCount(db)).toBe(0)
          await close()
        },
      ),
      { numRuns: engine === 'sqlite' ? 5 : 2, examples: [asOfBeforeHead(), asOfBetweenHeads()] },
    )
  })

  test('are not kept for sealed rows', async () => {
    const { db } = await open()
    await ingestRecords(db, [...MARKET_LINES, ...events.slice(0, -1)])
    const pinned = await pin(db, await lastDay(db))
    const rows = await told(db, pinned, null)
    const seal = await sealLedger(db, { settledAfterDays: 0, partRows: 10 })
    expect(seal.rows.DAYS).toBeGreaterThan(3)
    expect(await keptCount(db)).toBe(0)
    await createLedgerWriter(db).undo(40, async () => undefined)
    expect(await keptCount(db)).toBeGreaterThan(0)
    expect(await told(db, pinned, pinned.version)).toEqual(rows)
  })

  test('are not kept for days without a reader', async () => {
    const { db } = await open()
    await ingestRecords(db, [...MARKET_LINES, ...events.slice(0, -9)])
    await pin(db, (await lastDay(db)) - 1)
    await ingestRecords(db, events.slice(-9))
    await collect(db)
    expect(await endedDays(db)).toBe(0)
    await pin(db, await lastDay(db))
    // The last pinned day counts, even after a pin of another day.
    await pin(db, 0)
    await createLedgerWriter(db).undo(40, async () => undefined)
    await collect(db)
    expect(await endedDays(db)).toBeGreaterThan(0)
  })

  test('are thinned with the heads of the last hour', async () => {
    const { db } = await open()
    const fill = events.find((event): event is Fill => event.kind === 'FILL') as Fill
    const start = DAY_SECONDS * 20_000 + 6 * 3_600
    await ingestRecords(db, MARKET_LINES)
    const publisher = createPublisher(db)
    const pins: (Pin & { rows: unknown })[] = []
    for (let n = 1; n <= 70; n++) {
      const tx = `0x${String(n).padStart(64, '7')}` as Hash
      await ingestRecords(db, [{ ...fill, block: n, tx, time: start + 120 * n }])
      await publisher.publish()
      const pinned = { version: (await readLedgerState(db)).version, day: 20_000 }
      pins.push({ ...pinned, rows: await told(db, pinned, null) })
    }
    const heads = await snapshotsOf(db)
    const minutes = heads.map(({ id }) => 2 * (id - 70)).sort((a, b) => a - b)
    expect(minutes).toEqual([-72, -62, -52, -42, -32, -22, -12, -4, -2, 0])
    for (const { version, rows } of pins) {
      const head = heads.find((one) => one.version === version)
      if (head) expect(await told(db, head, version)).toEqual(rows)
    }
    // Each position and price has one row for each head that shows it otherwise than the next one.
    for (const name of ['price_days_history', 'position_days WHERE died IS NOT NULL']) {
      const rows = await db.all<{ count: number }>(
        `SELECT COUNT(*) AS count FROM ${name} ${name.includes('WHERE') ? 'GROUP BY trader_id' : 'GROUP BY token_id'}`,
      )
      expect(rows.map(({ count }) => Number(count))).toEqual(rows.map(() => heads.length - 1))
      expect(rows.length).toBeGreaterThan(0)
    }
  })

  test('stay the same while a load folds their positions again, and after it', async () => {
    const { db } = await open()
    const fills = events.filter((event): event is Fill => event.kind === 'FILL')
    const late = fills.at(-1)
    await ingestRecords(db, [...MARKET_LINES, ...events.filter((event) => event !== late)])
    await sealLedger(db, { settledAfterDays: 1, partRows: 10 })
    const pinned = await pin(db, await lastDay(db))
    const rows = await told(db, pinned, null)
    await loadSourceFills(db, fills, 'part')
    await foldLoaded(db)
    expect((await told(db, pinned, null)).days).not.toEqual(rows.days)
    expect(await told(db, pinned, pinned.version)).toEqual(rows)
    await sealLedger(db, { settledAfterDays: 1, partRows: 10 })
    await collect(db)
    expect(await told(db, pinned, pinned.version)).toEqual(rows)
  })

  test('stay the same after a fold by other rules', async () => {
    const { db, address } = await open()
    await ingestRecords(db, [...MARKET_LINES, ...events])
    await sealLedger(db, { settledAfterDays: 1, partRows: 10 })
    const { days } = await told(db, await pin(db, await lastDay(db)), null)
    // An older fold knew no official rule.
    await db.run('UPDATE position_days SET official_amount = 7')
    const older = await pin(db, await lastDay(db))
    const rows = await told(db, older, null)
    expect(rows.days).not.toEqual(days)
    await db.run('UPDATE ledger_state SET fold_version = 0 WHERE id = 1')
    await (await openStore(address)).close()
    expect((await told(db, older, null)).days).toEqual(days)
    expect(await told(db, older, older.version)).toEqual(rows)
  })
})
