import { readdir, rename } from 'node:fs/promises'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { defined } from '../../../../src/checks.ts'
import type { LedgerEvent } from '../../../../src/ledger/event.ts'
import { openStore, type Store } from '../../../../src/migrations/open-store.ts'
import { ingestRecords } from '../../../../src/sources/files/ingest.ts'
import type { Database } from '../../../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../../../src/store/ingest/ledger-writer.ts'
import { nameDays, writeDays } from '../../../../src/store/ledger/bulk.ts'
import { checkSegments } from '../../../../src/store/ledger/check-files.ts'
import { ledgerOf } from '../../../../src/store/ledger/ledger.ts'
import {
  DAY_COLUMNS,
  type DayColumn,
  type PositionDay,
  partOfRecords,
} from '../../../../src/store/ledger/position-day.ts'
import type { DaysAsked } from '../../../../src/store/ledger/reads/days.ts'
import { sealLedger } from '../../../../src/store/ledger/seal-ledger.ts'
import { countMasked, maskTokens, sealedDaysOf } from '../../../../src/store/ledger/sealed/day-masks.ts'
import { readManifest } from '../../../../src/store/ledger/sealed/manifest.ts'
import { ageFiles } from '../../support/age-files.ts'
import { disorder, shuffled } from '../../support/disorder.ts'
import { describeEngines } from '../../support/engines.ts'
import { MARKET_LINES, randomLedger } from '../../support/random-ledger.ts'

const seal = (store: Store, partRows: number) => sealLedger(store.db, { settledAfterDays: 0, partRows })

type Options = Omit<DaysAsked<DayColumn>, 'columns'>

/** A day with its packed lists. */
type Day = PositionDay & { lists: string }

async function daysOf(db: Database, options: Options = {}): Promise<Day[]> {
  const days: Day[] = []
  for await (const part of ledgerOf(db).days({ columns: DAY_COLUMNS, lists: true, ...options }))
    part.records().forEach((record, row) => {
      days.push({ ...record, lists: Buffer.from(defined(part.lists[row])).toString('hex') })
    })
  return days
}

/** The answers to every kind of reader, of the ledger as of a day among its own. */
async function answersOf(db: Database, at: number) {
  const days = await daysOf(db)
  const day = days[at % Math.max(1, days.length)]?.day ?? 0
  const traders = [...new Set(days.map(({ trader }) => trader))]
  const named = new Map(
    days.map(({ trader, token }) => [`${trader} ${token}`, { trader, token, before: day }]),
  )
  const positions = [...named.values()]
  const some = [...new Set(days.filter((_, i) => i % 3 === 0).map(({ token }) => token))]
  const texts = (rows: readonly object[]) => rows.map((row) => Object.entries(row).sort().join(' ')).sort()
  const ledger = ledgerOf(db)
  const asked = { upTo: day, columns: DAY_COLUMNS } as const
  const lastDays = await ledger.lastDays(positions, ['shares', 'cost'])
  const ends = days.map((row) => ({ trader: row.trader, token: row.token, before: row.day }))
  const beforeEach = await ledger.lastDays(ends, ['shares'])
  return {
    days,
    inSmallParts: await daysOf(db, { upTo: day, sealedAtOnce: 5 }),
    fewAtOnce: await daysOf(db, { upTo: day, traders: traders.slice(1), tradersAtOnce: 1 }),
    ofSome: await daysOf(db, { upTo: day, traders: traders.slice(0, 2) }),
    ofTokens: await daysOf(db, { from: day, tokens: some }),
    onDays: await daysOf(db, { on: [day, day - 2], from: day - 2, sealedAtOnce: 5 }),
    untracked: await daysOf(db, { some: 'untracked', sealedAtOnce: 5 }),
    before: lastDays.map((row) => row && [row.day, row.shares, row.cost]),
    beforeEach: beforeEach.map((row) => row && [row.day, row.shares]),
    sumsOfTraders: texts(await ledger.sum({ traders, ...asked })),
    sumsOfTokens: texts(await ledger.sum({ tokens: some, ...asked })),
    sumsOfBoth: texts(await ledger.sum({ traders: traders.slice(1), tokens: some, ...asked })),
    sumsOfPositions: texts(await ledger.sum({ positions, ...asked })),
  }
}

const happening = fc.oneof(
  { weight: 3, arbitrary: fc.record({ seal: fc.integer({ min: 5, max: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ undo: fc.integer({ min: 40, max: 100 }) }) },
)

describeEngines('sealed days of positions', (open, engine) => {
  test('answer every reader as rows do, through late events, metadata and undone blocks', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomLedger,
        disorder,
        fc.array(happening, { minLength: 3, maxLength: 5 }),
        fc.nat(),
        async (ledger, { order }, happenings, asked) => {
          const [sealed, plain] = [await open(), await open()]
          const events = shuffled([...MARKET_LINES, ...ledger], order[Symbol.iterator]())
          const size = Math.ceil(events.length / happenings.length)
          for (const [i, happens] of happenings.entries()) {
            for (const store of [sealed, plain])
              await ingestRecords(store.db, events.slice(i * size, (i + 1) * size))
            if ('seal' in happens) await seal(sealed, happens.seal)
            else
              for (const store of [sealed, plain])
                await createLedgerWriter(store.db).undo(happens.undo, async () => undefined)
            expect(await answersOf(sealed.db, asked)).toEqual(await answersOf(plain.db, asked))
          }
          expect((await checkSegments(sealed.db)).wrong).toEqual([])
          for (const store of [sealed, plain]) await store.close()
        },
      ),
      { numRuns: engine === 'sqlite' ? 4 : 1 },
    )
  })

  test('answer every reader as rows do, however a position is split into them', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomLedger,
        fc.array(fc.nat(3), { minLength: 7, maxLength: 60 }),
        fc.nat(),
        async (ledger, files, asked) => {
          const [split, plain] = [await open(), await open()]
          for (const { db } of [split, plain]) await ingestRecords(db, [...MARKET_LINES, ...ledger])
          const fileOf = (i: number) => files[i % files.length]
          const days = await daysOf(plain.db)
          for (const file of [1, 2, 3])
            await moveToFile(
              split.db,
              days.filter((_, i) => fileOf(i) === file),
            )
          expect(await answersOf(split.db, asked)).toEqual(await answersOf(plain.db, asked))
          for (const store of [split, plain]) await store.close()
        },
      ),
      { numRuns: engine === 'sqlite' ? 15 : 3 },
    )
  })

  test('return as rows when a late event changes them, and are sealed again', async () => {
    const [store, plain] = [await open(), await open()]
    const late = fill(20, 0)
    // The one position of its token, on the same day: the later one comes in order, though the ledger has gone on.
    const [alone, later] = [10, 11].map((block) => ({ ...fill(10, 5), ...placeOf(block, 5), token: '1009' }))
    for (const { db } of [store, plain])
      await ingestRecords(db, [...MARKET_LINES, ...steady(late), alone as LedgerEvent])
    await seal(store, 12)
    const before = await readManifest(store.db, 'DAYS')
    for (const { db } of [store, plain]) await ingestRecords(db, [late, later as LedgerEvent])
    const after = await readManifest(store.db, 'DAYS')
    expect(after.map(({ files }) => files.days)).toEqual(before.map(({ files }) => files.days))
    expect(after.some(({ masked }) => masked > 0)).toBe(true)
    expect(await answersOf(store.db, 5)).toEqual(await answersOf(plain.db, 5))
    expect((await checkSegments(store.db)).wrong).toEqual([])
    await ageFiles(store)
    await seal(store, 12)
    expect((await readManifest(store.db, 'DAYS')).some(({ masked }) => masked > 0)).toBe(false)
    const worn = after.filter(({ masked }) => masked > 0).map(({ files }) => files.days.name)
    // A reader of the earlier manifest can still read its files for an hour.
    expect(await readdir(store.db.duckdb.folder)).toEqual(expect.arrayContaining(worn))
    await ageFiles(store)
    await seal(store, 12)
    const left = new Set(await readdir(store.db.duckdb.folder))
    expect(worn.filter((name) => left.has(name))).toEqual([])
    expect(await store.db.all('SELECT * FROM sealed_day_masks')).toEqual([])
    expect(await answersOf(store.db, 5)).toEqual(await answersOf(plain.db, 5))
  })

  test('of some tokens are dropped where they are recomputed, for all holders', async () => {
    const store = await open()
    await ingestRecords(store.db, [...MARKET_LINES, ...steady()])
    await seal(store, 12)
    const days = await daysOf(store.db)
    const rows = await store.db.all<{ token: number; day: number }>(
      'SELECT token_id AS token, day FROM position_days',
    )
    const token = days[0]?.token ?? 0
    const end = (others: readonly number[]) =>
      store.db.transaction(async (tx) => {
        const masked = await sealedDaysOf(tx, [token, token, 999_999], new Set(others))
        await maskTokens(tx, masked, 0)
        await countMasked(tx, masked)
      })
    await end([0])
    expect(await daysOf(store.db)).toEqual(days)
    for (let i = 0; i < 2; i++) await end([])
    const isLeft = (row: { token: number; day: number }) =>
      row.token !== token || rows.some(({ token: of, day }) => of === row.token && day === row.day)
    const left = days.filter(isLeft)
    expect(left.length).toBeLessThan(days.length)
    expect(await daysOf(store.db)).toEqual(left)
    expect((await checkSegments(store.db)).wrong).toEqual([])
  })

  test('are not opened for events that come in order', async () => {
    const store = await open()
    const events = steady()
    await ingestRecords(store.db, [...MARKET_LINES, ...events.slice(0, 90)])
    await seal(store, 1_000)
    const { folder } = store.db.duckdb
    await rename(folder, `${folder}-away`)
    const again = await openStore(store.address)
    try {
      await ingestRecords(again.db, events.slice(90))
    } finally {
      await again.close()
      await rename(`${folder}-away`, folder)
    }
    const plain = await open()
    await ingestRecords(plain.db, [...MARKET_LINES, ...events])
    expect(await daysOf(store.db)).toEqual(await daysOf(plain.db))
  })
})

/** Moves some days into a file of their own. Other days of their positions stay rows. */
async function moveToFile(db: Database, days: Day[]): Promise<void> {
  if (days.length === 0) return
  const lists = days.map((day) => Buffer.from(day.lists, 'hex'))
  const written = await writeDays(db, partOfRecords(DAY_COLUMNS, days, lists))
  await db.transaction(async (tx) => {
    await nameDays(tx, written, 0)
    for (const { trader, token, day } of days)
      await tx.run('DELETE FROM position_days WHERE trader_id = ? AND token_id = ? AND day = ?', [
        trader,
        token,
        day,
      ])
  })
}

const OWNERS = [1, 2, 3].map((n) => `0x${String(n).padStart(40, '0')}` as const)

function fill(block: number, logIndex: number): LedgerEvent {
  const [owner = OWNERS[0], counterparty = OWNERS[1]] = [OWNERS[block % 3], OWNERS[(block + 1) % 3]]
  const terms = { kind: 'FILL', exchange: null, owner, counterparty, role: 'MAKER', side: 'BUY' }
  const amounts = { shares: 2_000_000, usd: 1_000_000 + block, fee: 0, feeIn: 'USD', orderHash: null }
  const token = `${1000 + (block % 5)}`
  return { ...terms, ...amounts, ...placeOf(block, logIndex), token } as unknown as LedgerEvent
}

function placeOf(block: number, logIndex: number) {
  const tx = `0x${String(block * 100 + logIndex).padStart(64, '0')}`
  return { block, logIndex, tx, time: 1_770_000_000 + block * 8_000 }
}

/** A fill in each of a hundred blocks except one. */
function steady(without?: LedgerEvent): LedgerEvent[] {
  return Array.from({ length: 100 }, (_, block) => fill(block, 1)).filter(
    ({ block }) => block !== without?.block,
  )
}
