import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerEvent, SourceRecord } from '../../src/ledger/event.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { disorder, ingestInCuts, shuffled } from './support/disorder.ts'
import { describeEngines } from './support/engines.ts'
import { dumpLedger } from './support/ledger-dump.ts'
import { MARKET_LINES, randomLedger, randomMarkets } from './support/random-ledger.ts'

const inOrder = (events: readonly LedgerEvent[]): SourceRecord[] => [...MARKET_LINES, ...events]

describeEngines('ingest', (open, engine) => {
  const runs = engine === 'sqlite' ? 10 : 3

  test('of the same events makes the same ledger, in any order, repetition and batches', async () => {
    await fc.assert(
      fc.asyncProperty(randomLedger, randomMarkets, disorder, async (events, markets, { order, cuts }) => {
        const whole = await open()
        const pieces = await open()
        const records = [...inOrder(events), ...markets]
        await ingestRecords(whole.db, [...markets, ...events])
        await ingestInCuts(pieces, shuffled(records, order), cuts)
        expect(await dumpLedger(pieces.db)).toEqual(await dumpLedger(whole.db))
        await Promise.all([whole.close(), pieces.close()])
      }),
      { numRuns: runs },
    )
  })

  test('of the same ledger again changes nothing', async () => {
    const [events] = fc.sample(randomLedger, { numRuns: 1, seed: 5 })
    const store = await open()
    const first = await ingestRecords(store.db, inOrder(events ?? []))
    const before = await dumpLedger(store.db)
    const second = await ingestRecords(store.db, inOrder(events ?? []))
    expect(first.events).toBe(events?.length)
    expect(second).toMatchObject({ events: 0, repeated: events?.length, refused: 0 })
    expect(await dumpLedger(store.db)).toEqual(before)
    await store.close()
  })

  test('continues after a failed transaction, which leaves no rows', async () => {
    const [events] = fc.sample(randomLedger, { numRuns: 1, seed: 9 })
    const store = await open()
    function* broken(): Generator<SourceRecord> {
      yield* inOrder(events ?? [])
      throw new Error('the source broke')
    }
    const before = await dumpLedger(store.db)
    await expect(ingestRecords(store.db, broken())).rejects.toThrow('the source broke')
    expect(await dumpLedger(store.db)).toEqual(before)
    const report = await ingestRecords(store.db, inOrder(events ?? []))
    expect(report.events).toBe(events?.length)
    await store.close()
  })
})
