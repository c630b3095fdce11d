import { expect, test } from 'vitest'
import type { SourceRecord } from '../../src/ledger/event.ts'
import { MICRO } from '../../src/ledger/quantities.ts'
import { createPublisher } from '../../src/numbers/publish/publisher.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { createEventFeeds } from '../../src/streams/event-feeds.ts'
import { type Interest, tradeInterest } from '../../src/streams/interest.ts'
import { describeEngines } from '../store/support/engines.ts'
import { MARKET_LINES, takerPurchase } from '../store/support/random-ledger.ts'

const START = 1_770_000_000

/** A purchase by a taker, in a block and a second of its own. */
function purchase(block: number, market: number, dollars: number): SourceRecord {
  return takerPurchase(block, START + block, market, dollars) as SourceRecord
}

describeEngines('a stream of trades with signs', (open) => {
  test('sends them with the snapshot that has their signs, goes on after a cut, and takes back what the chain took back', async () => {
    const { db } = await open()
    const publisher = createPublisher(db)
    const feeds = createEventFeeds({
      db,
      publicCutoff: async () => null,
      newestSnapshot: async () => null,
      onError(error) {
        throw error
      },
    })
    const publish = () => publisher.publish({ signs: Number.POSITIVE_INFINITY })
    /** Items that are no positions, up to a number, and the cursor of the last one. */
    const read = async (interest: Interest, after: string | null, count: number, act = async () => {}) => {
      const stream = await feeds.signed('PRO').subscribe({ interest, after, caller: null })
      await act()
      const found: string[] = []
      let cursor = after
      while (found.length < count) {
        const { value: item } = await stream.next()
        if (item.kind === 'END') throw item.reason
        cursor = item.kind === 'EVENT' ? item.event.cursor : item.cursor
        if (item.kind === 'EVENT') found.push(`${item.event.kind} ${item.event.event.usd / MICRO}`)
      }
      await stream.return?.()
      return { found, cursor }
    }
    const signed = tradeInterest({ signs: ['BIG_FOR_MARKET'] })

    await ingestRecords(db, [...MARKET_LINES, purchase(1, 0, 50_000)] as SourceRecord[])
    await publish()
    const first = await read(signed, null, 1, async () => {
      // The third is less than a fifth of what was traded, the last one has no sign.
      await ingestRecords(db, [purchase(2, 0, 20_000), purchase(3, 0, 2_000), purchase(4, 1, 900)])
      await publish()
    })
    expect(first.found).toEqual(['ADDED 20000'])

    // Before the next snapshot, a block that was sent and one that was not are taken back.
    await ingestRecords(db, [purchase(5, 1, 30_000)])
    await createLedgerWriter(db).undo(2, async () => undefined)
    await ingestRecords(db, [purchase(2, 0, 15_000), purchase(6, 1, 1_500), purchase(7, 1, 1_000)])
    await publish()
    const second = await read(signed, first.cursor, 4)
    expect(second.found).toEqual(['RETRACTED 20000', 'ADDED 15000', 'ADDED 1500', 'ADDED 1000'])

    // Whole trades below $1,000 have no signs, so that they meet neither condition.
    const without = tradeInterest({ without: ['LARGEST_IN_MARKET'], signs: [] })
    const third = await read(without, second.cursor, 1, async () => {
      await ingestRecords(db, [purchase(8, 1, 500), purchase(9, 1, 1_100)])
      await publish()
    })
    expect(third.found).toEqual(['ADDED 1100'])

    // A late event drops the signs of what was sent, and the chain takes that back before they are computed again.
    const fourth = await read(signed, third.cursor, 2, async () => {
      await ingestRecords(db, [purchase(10, 2, 50_000), purchase(15, 2, 40_000)])
      await publish()
    })
    expect(fourth.found).toEqual(['ADDED 50000', 'ADDED 40000'])
    await ingestRecords(db, [purchase(12, 2, 500)])
    await createLedgerWriter(db).undo(15, async () => undefined)
    await ingestRecords(db, [purchase(16, 2, 60_000)])
    await publish()
    const fifth = await read(signed, fourth.cursor, 2)
    expect(fifth.found).toEqual(['RETRACTED 40000', 'ADDED 60000'])

    // A late event takes the sign from what was sent, the next snapshot has it so, and the chain takes that back.
    await ingestRecords(db, [purchase(17, 2, 900), purchase(20, 2, 50_000)])
    await publish()
    const later = await read(signed, fifth.cursor, 1)
    expect(later.found).toEqual(['ADDED 50000'])
    await ingestRecords(db, [purchase(18, 2, 400_000)])
    await publish()
    await createLedgerWriter(db).undo(20, async () => undefined)
    await ingestRecords(db, [purchase(21, 2, 200_000)])
    await publish()
    const corrected = await read(signed, later.cursor, 2)
    expect(corrected.found).toEqual(['RETRACTED 50000', 'ADDED 200000'])

    // The chain takes back a block of every snapshot.
    await createLedgerWriter(db).undo(5, async () => undefined)
    await db.run('DELETE FROM snapshots WHERE taken_back IS NULL')
    await ingestRecords(db, [purchase(6, 3, 70_000), purchase(7, 3, 80_000)])
    const sixth = await read(signed, first.cursor, 4, async () => {
      setTimeout(publish, 200)
    })
    expect(sixth.found).toEqual(['RETRACTED 20000', 'ADDED 15000', 'ADDED 70000', 'ADDED 80000'])
    await feeds.close()
  })
})
