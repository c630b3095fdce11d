import fc from 'fast-check'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { Fill, MarketInfo, SourceRecord } from '../../src/ledger/event.ts'
import type { Address, ConditionId, Hash, TokenId } from '../../src/ledger/quantities.ts'
import { createPublisher, type Publisher } from '../../src/numbers/publish/publisher.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { describeEngines, type FreshStore } from '../store/support/engines.ts'
import { MARKET_LINES, WALLETS } from '../store/support/random-ledger.ts'
import { boardNumbers } from './support/board-numbers.ts'
import { clearAll } from './support/clear-all.ts'
import { randomAdditions } from './support/random-additions.ts'
import { rollingAdditions } from './support/rolling-additions.ts'
import { shownSnapshot } from './support/shown-snapshot.ts'

/** Takes blocks back, and answers the records that the ledger still holds. */
async function takeBack(
  db: Database,
  { from, held, mostPositions }: { from: number; held: readonly SourceRecord[]; mostPositions: number },
): Promise<SourceRecord[]> {
  const writer = createLedgerWriter(db, { infrastructure: new Set(), mostPositions })
  await writer.undo(from, async () => undefined)
  return held.filter((record) => !('block' in record) || record.block === null || record.block < from)
}

const isEvent = (record: SourceRecord) => 'time' in record

/** Draws that come first each time: in some of them, not everybody need be counted again. */
const SAVING = { seed: 1, numRuns: 2 }

describeEngines('the publisher with its state in memory', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 5 : 2
  let store: FreshStore
  let fresh: FreshStore
  beforeAll(async () => {
    store = await open()
    fresh = await open()
  })

  test.each([
    ['of any time', randomAdditions],
    ['that rolls on from day to day', rollingAdditions],
  ])('tells after every addition %s what a refresh of a new store tells', async (_, arbitrary) => {
    let saved = 0
    await fc.assert(
      fc.asyncProperty(arbitrary, fc.constantFrom(0, 2, 2_500), async (additions, mostPositions) => {
        await clearAll(store.db)
        const publisher = createPublisher(store.db)
        let held: SourceRecord[] = []
        for (const { records, undo } of additions) {
          if (undo !== null) held = await takeBack(store.db, { from: undo, held, mostPositions })
          held = [...held, ...records]
          await ingestRecords(store.db, records, { mostPositions })
          if (!held.some(isEvent)) continue
          const { computed, traders, unchanged, snapshot } = await publisher.publish()
          const numbers = await boardNumbers(store.db, snapshot ?? 0)
          expect(numbers.published).toEqual(numbers.computed)
          if (!unchanged) saved += Math.max(0, traders - computed)
          await clearAll(fresh.db)
          await ingestRecords(fresh.db, held)
          await refresh(fresh.db)
          expect(await shownSnapshot(store.db)).toEqual(await shownSnapshot(fresh.db))
        }
      }),
      { numRuns, examples: fc.sample(arbitrary, SAVING).map((additions, i) => [additions, i * 2_500]) },
    )
    expect(saved).toBeGreaterThan(0)
  })
})

const DAY = 86_400
const FROM = 20_000 * DAY

function buy(owner: number, block: number, time: number, usd: number): Fill {
  return {
    kind: 'FILL',
    block,
    logIndex: 0,
    tx: `0x${block.toString(16).padStart(64, '0')}` as Hash,
    time: FROM + time,
    exchange: null,
    owner: WALLETS[owner] ?? ('0x' as Address),
    counterparty: null,
    role: 'TAKER',
    side: 'BUY',
    token: `${1000 + 2 * owner}` as TokenId,
    shares: 200_000_000,
    usd,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
}

describeEngines('counts all traders again', (open) => {
  let db: Database
  let publisher: Publisher
  beforeAll(async () => {
    db = (await open()).db
  })
  beforeEach(async () => {
    await clearAll(db)
    await ingestRecords(db, [...MARKET_LINES, buy(0, 1, -DAY, 1e8), buy(1, 2, 1, 1e8), buy(2, 3, 2, 1e8)])
    publisher = createPublisher(db)
    expect(await publisher.publish()).toMatchObject({ traders: 3, computed: 3 })
  })

  test('never after one more trade of the same day', async () => {
    await ingestRecords(db, [buy(0, 4, 3, 2e7)])
    expect(await publisher.publish()).toMatchObject({ traders: 3, computed: 1, unchanged: false })
  })

  test('never where the ledger holds nothing new', async () => {
    expect(await publisher.publish()).toMatchObject({ traders: 3, computed: 0, unchanged: true })
    await ingestRecords(db, [buy(0, 4, 3, 2e7)])
    expect(await publisher.publish()).toMatchObject({ computed: 1 })
  })

  test('when asked to, even then', async () => {
    expect(await publisher.publish({ full: true })).toMatchObject({ computed: 3, unchanged: false })
  })

  test('never on the next day', async () => {
    await ingestRecords(db, [buy(0, 4, DAY, 2e7)])
    expect(await publisher.publish()).toMatchObject({ traders: 3, computed: 1 })
  })

  test('on the day after the next, and where an event comes before the first', async () => {
    await ingestRecords(db, [buy(0, 4, 2 * DAY, 2e7)])
    expect(await publisher.publish()).toMatchObject({ computed: 3 })
    await ingestRecords(db, [buy(1, 0, -2 * DAY, 2e7)])
    expect(await publisher.publish()).toMatchObject({ computed: 3 })
  })

  test('never after a late trade that moves no other trader', async () => {
    await ingestRecords(db, [buy(1, 0, -DAY + 5, 2e7)])
    expect(await publisher.publish()).toMatchObject({ traders: 3, computed: 1 })
  })

  test('never for a new market', async () => {
    const token = '4001' as TokenId
    const market: MarketInfo = {
      kind: 'MARKET',
      condition: `0x${'d'.repeat(64)}` as ConditionId,
      tokens: [token, '4002' as TokenId],
      outcomes: ['Yes', 'No'],
      question: 'New?',
      slug: 'new',
      category: 'sports',
      tags: ['new'],
      event: null,
      negRisk: null,
    }
    await ingestRecords(db, [market])
    expect(await publisher.publish()).toMatchObject({ traders: 3, computed: 0, unchanged: false })
    await ingestRecords(db, [{ ...buy(2, 5, 4, 2e7), token }])
    expect(await publisher.publish()).toMatchObject({ traders: 3, computed: 1 })
  })

  test('when another process has published in between', async () => {
    await ingestRecords(db, [buy(0, 4, 3, 2e7)])
    await refresh(db)
    await ingestRecords(db, [buy(1, 5, 4, 2e7)])
    expect(await publisher.publish()).toMatchObject({ computed: 3 })
  })

  test('for a past day, without changing the state for the next one', async () => {
    expect(await publisher.publish({ asOf: 20_000 - 1 })).toMatchObject({ computed: 1, traders: 1 })
    await ingestRecords(db, [buy(1, 4, 3, 2e7)])
    expect(await publisher.publish()).toMatchObject({ computed: 1, traders: 3 })
  })

  test('after a failed publication', async () => {
    await ingestRecords(db, [buy(1, 4, 3, 2e7)])
    const onPhase = ({ name }: { name: string }) => {
      if (name === 'boards') throw new Error('stopped by the test')
    }
    await expect(publisher.publish({ onPhase })).rejects.toThrow('stopped by the test')
    expect(await publisher.publish()).toMatchObject({ computed: 3 })
  })
})
