import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { SourceRecord } from '../../src/ledger/event.ts'
import type { Address, Hash, TokenId } from '../../src/ledger/quantities.ts'
import { refresh } from '../../src/refresh/refresh.ts'
import { ingestRecords } from '../../src/sources/ingest.ts'
import type { Database } from '../../src/store/database.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { describeEngines, type FreshStore } from '../store/engines.ts'
import { MARKET_LINES, WALLETS } from '../store/random-ledger.ts'
import { clearAll } from './clear-all.ts'
import { randomAdditions } from './random-additions.ts'
import { rollingAdditions } from './rolling-additions.ts'
import { shownSnapshot } from './shown-snapshot.ts'

/** Takes blocks back, and answers the records that the ledger still holds. */
async function takeBack(db: Database, from: number, held: readonly SourceRecord[]): Promise<SourceRecord[]> {
  await createLedgerWriter(db, { infrastructure: new Set() }).undo(from, async () => undefined)
  return held.filter((record) => !('block' in record) || record.block === null || record.block < from)
}

const isEvent = (record: SourceRecord) => 'time' in record

/** Draws that come first each time: in some of them, not everybody need be computed again. */
const SAVING = { seed: 1, numRuns: 2 }

describeEngines('an incremental refresh', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 10 : 3
  let store: FreshStore
  let fresh: FreshStore
  beforeAll(async () => {
    store = await open()
    fresh = await open()
  })

  test.each([
    ['of any time', randomAdditions],
    ['that rolls on from day to day', rollingAdditions],
  ])('tells after every addition %s what a full one of a new store tells', async (_, arbitrary) => {
    let saved = 0
    await fc.assert(
      fc.asyncProperty(arbitrary, async (additions) => {
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
      { numRuns, examples: fc.sample(arbitrary, SAVING).map((additions) => [additions]) },
    )
    expect(saved).toBeGreaterThan(0)
  })

  test('is what a full one of the same store tells, and keeps', async () => {
    await fc.assert(
      fc.asyncProperty(randomAdditions, async (additions) => {
        await clearAll(store.db)
        for (const { records, undo } of additions) {
          if (undo !== null) await takeBack(store.db, undo, [])
          await ingestRecords(store.db, records)
          if (!(await holdsEvents(store.db))) continue
          const { traders } = await refresh(store.db)
          const [before, kept] = [await shownSnapshot(store.db), await keptSums(store.db)]
          const full = await refresh(store.db, { full: true })
          expect(full).toMatchObject({ traders, computed: traders, unchanged: false })
          expect(await shownSnapshot(store.db)).toEqual(before)
          expect(await keptSums(store.db)).toEqual(kept)
        }
      }),
      { numRuns: Math.ceil(numRuns / 2) },
    )
  })
})

describeEngines('everyone is computed', (open) => {
  const day = 86_400
  const buy = (owner: number, block: number, time: number, usd: number) => ({
    kind: 'FILL' as const,
    block,
    logIndex: 0,
    tx: `0x${block.toString(16).padStart(64, '0')}` as Hash,
    time,
    exchange: null,
    owner: WALLETS[owner] ?? ('0x' as Address),
    counterparty: null,
    role: 'TAKER' as const,
    side: 'BUY' as const,
    token: `${1000 + 2 * owner}` as TokenId,
    shares: 200_000_000,
    usd,
    fee: 0,
    feeIn: 'USD' as const,
    orderHash: null,
  })
  const from = 20_000 * day
  let db: Database
  beforeAll(async () => {
    db = (await open()).db
    await ingestRecords(db, [
      ...MARKET_LINES,
      buy(0, 1, from, 1e8),
      buy(1, 2, from + 1, 1e8),
      buy(2, 3, from + 2, 1e8),
    ])
    await refresh(db)
  })

  test('not after one more trade of the same day', async () => {
    await ingestRecords(db, [buy(0, 4, from + 3, 2e7)])
    expect(await refresh(db)).toMatchObject({ traders: 3, computed: 1, unchanged: false })
  })

  test('not where the ledger holds nothing new', async () => {
    expect(await refresh(db)).toMatchObject({ traders: 3, computed: 0, unchanged: true })
  })

  test('where it is asked for, even then', async () => {
    expect(await refresh(db, { full: true })).toMatchObject({ computed: 3, unchanged: false })
  })

  test('after the rules have changed', async () => {
    await db.run('UPDATE refresh_basis SET rules = rules - 1')
    await ingestRecords(db, [buy(0, 5, from + 4, 2e7)])
    expect(await refresh(db)).toMatchObject({ computed: 3 })
  })

  test('after part of the basis was lost', async () => {
    await db.run("DELETE FROM refresh_basis WHERE part = 'tokens'")
    await ingestRecords(db, [buy(0, 6, from + 5, 2e7)])
    expect(await refresh(db)).toMatchObject({ computed: 3 })
  })

  test('for a day in the past, which leaves what the head was computed from alone', async () => {
    expect(await refresh(db, { asOf: 20_000 })).toMatchObject({ computed: 3 })
    await ingestRecords(db, [buy(1, 7, from + 6, 2e7)])
    expect(await refresh(db)).toMatchObject({ computed: 1 })
  })

  test('on another day', async () => {
    await ingestRecords(db, [buy(0, 8, from + day, 2e7)])
    expect(await refresh(db)).toMatchObject({ computed: 3 })
  })
})

/** What the next refresh finds of everybody. */
async function keptSums(db: Database): Promise<unknown[]> {
  return Promise.all(
    ['trader_sums', 'trader_skill'].map((table) => db.all(`SELECT * FROM ${table} ORDER BY trader_id`)),
  )
}

async function holdsEvents(db: Database): Promise<boolean> {
  const state = await db.get<{ last_time: number | null }>('SELECT last_time FROM ledger_state')
  return typeof state?.last_time === 'number'
}
