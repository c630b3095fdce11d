import { beforeEach, expect, test } from 'vitest'
import type { Fill, SourceRecord } from '../../src/ledger/event.ts'
import type { Address, Hash, TokenId } from '../../src/ledger/quantities.ts'
import { refresh } from '../../src/refresh/refresh.ts'
import { ingestRecords } from '../../src/sources/ingest.ts'
import { describeEngines, type FreshStore } from '../store/engines.ts'
import { MARKET_LINES, WALLETS } from '../store/random-ledger.ts'
import { clearAll } from './clear-all.ts'
import { shownSnapshot } from './shown-snapshot.ts'

const DAY = 86_400
const FIRST = 20_000

/** A purchase of 200 shares on a day counted from the first, in a market of five. */
function buy(owner: number, market: number, day: number, price: number): Fill {
  const block = 1 + 1_000 * day + 10 * owner + market
  return {
    kind: 'FILL',
    block,
    logIndex: 0,
    tx: `0x${block.toString(16).padStart(64, '0')}` as Hash,
    time: (FIRST + day) * DAY + 10 * owner + market,
    exchange: null,
    owner: WALLETS[owner] ?? ('0x' as Address),
    counterparty: null,
    role: 'TAKER',
    side: 'BUY',
    token: `${1000 + 2 * market}` as TokenId,
    shares: 200_000_000,
    usd: 200 * price,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
}

describeEngines('a refresh on a later day', (open) => {
  let store: FreshStore
  let fresh: FreshStore
  beforeEach(async () => {
    store ??= await open()
    fresh ??= await open()
    await clearAll(store.db)
  })

  /** Refreshes after each part, and compares the last answer with that of a store that has it all at once. */
  async function computedAfter(...parts: SourceRecord[][]): Promise<number> {
    let computed = 0
    for (const part of parts) {
      await ingestRecords(store.db, part)
      computed = (await refresh(store.db)).computed
    }
    await clearAll(fresh.db)
    await ingestRecords(fresh.db, parts.flat())
    await refresh(fresh.db)
    expect(await shownSnapshot(store.db)).toEqual(await shownSnapshot(fresh.db))
    return computed
  }

  const holders = [...MARKET_LINES, buy(0, 0, 0, 400_000), buy(1, 1, 0, 400_000), buy(2, 2, 100, 400_000)]

  test('computes those alone who are active: no edge passes what the others did', async () => {
    expect(await computedAfter(holders, [buy(2, 3, 101, 500_000)])).toBe(1)
  })

  test.each([
    [7, 93],
    [30, 70],
    [90, 10],
  ])('computes who traded on the day that leaves the window of %i days', async (_, day) => {
    expect(await computedAfter([...holders, buy(1, 4, day, 500_000)], [buy(2, 3, 101, 500_000)])).toBe(2)
  })

  test.each([
    [7, 95],
    [30, 72],
    [90, 12],
  ])('computes who traded on the day that begins the window of %i days', async (_, day) => {
    expect(await computedAfter([...holders, buy(1, 4, day, 500_000)], [buy(2, 3, 101, 500_000)])).toBe(2)
  })

  test('computes whose fills have their prices 24 hours later all known now', async () => {
    expect(await computedAfter([...holders, buy(1, 4, 98, 500_000)], [buy(2, 3, 101, 500_000)])).toBe(2)
  })

  test.each([96, 73, 13])('does not for day %i, which is in the windows that it was in', async (day) => {
    const early = [...holders, buy(1, 4, day, 500_000)]
    expect(await computedAfter(early, [buy(2, 3, 101, 500_000)])).toBe(1)
  })

  test('computes who held what had another mark on such a day, without an event of their own', async () => {
    expect(await computedAfter([...holders, buy(2, 1, 70, 700_000)], [buy(2, 3, 101, 500_000)])).toBe(2)
  })

  test('computes who held what turns out to have had another mark long ago', async () => {
    const late = [buy(2, 1, 50, 700_000), buy(2, 3, 101, 500_000)]
    expect(await computedAfter(holders, late)).toBe(2)
  })

  test('forgets a price of the day before that came and went', async () => {
    const parts = [[buy(2, 1, 100, 700_000)], [buy(2, 1, 100, 400_000)], [buy(2, 3, 101, 500_000)]]
    const timed = parts.map((part, i) =>
      part.map((fill) => ({
        ...fill,
        block: (fill.block ?? 0) + i,
        logIndex: 1,
        time: fill.time + 100 * i,
        tx: `0x${(9_000_000 + i).toString(16).padStart(64, '0')}` as Hash,
      })),
    )
    expect(await computedAfter(holders, ...timed)).toBe(1)
  })

  test('computes everyone where the ledger ends on an earlier day than before', async () => {
    await ingestRecords(store.db, holders)
    await refresh(store.db)
    await store.db.run('UPDATE snapshots SET cutoff_time = cutoff_time + ?', [DAY])
    await ingestRecords(store.db, [buy(0, 4, 99, 500_000)])
    expect(await refresh(store.db)).toMatchObject({ computed: 3 })
  })
})
