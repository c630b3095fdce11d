import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fill, LedgerEvent } from '../../src/ledger/event.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { chainKey } from '../../src/store/ledger/place.ts'
import { sealLedger } from '../../src/store/ledger/seal-ledger.ts'
import { foldLoaded } from '../../src/store/load/fold-loaded.ts'
import { disorder, ingestInCuts, shuffled } from './support/disorder.ts'
import { describeEngines, type FreshStore } from './support/engines.ts'
import { dumpLedger } from './support/ledger-dump.ts'
import { enlarged, ledgerOf, MARKET_LINES } from './support/random-ledger.ts'
import { loadSourceFills } from './support/source-fills.ts'

const events = ledgerOf(20).map(enlarged)
const isFill = (event: LedgerEvent): event is Fill => event.kind === 'FILL'

async function sharesOf(db: Database, { owner, token }: Fill): Promise<number> {
  const row = await db.get<{ shares: number }>(
    'SELECT p.shares FROM positions p JOIN traders t ON t.id = p.trader_id JOIN tokens k ON k.id = p.token_id ' +
      'WHERE t.address = ? AND k.token = ?',
    [owner, token],
  )
  return row?.shares ?? 0
}

/** The whole trades by their definition, with positions as they are when the ledger ends before and after each fill. */
async function slowWholes(store: FreshStore, ledger: readonly LedgerEvent[]) {
  await ingestRecords(store.db, MARKET_LINES)
  const held = new Map<Fill, { before: number; after: number }>()
  for (const event of ledger) {
    const before = isFill(event) ? await sharesOf(store.db, event) : 0
    await ingestRecords(store.db, [event])
    if (isFill(event)) held.set(event, { before, after: await sharesOf(store.db, event) })
  }
  const nameOf = (fill: Fill, i: number) => [fill.tx ?? i, fill.owner, fill.token, fill.side].join(' ')
  const all = [...Map.groupBy(ledger.filter(isFill), nameOf).values()].map((fills) => {
    const [first, last] = [fills[0] as Fill, fills.at(-1) as Fill]
    const [before, after] = [held.get(first)?.before, held.get(last)?.after]
    const isOne = new Set(fills.map(({ role }) => role)).size === 1
    const change = first.side === 'BUY' ? (before === 0 ? 0 : 1) : after === 0 ? 3 : 2
    return {
      address: first.owner,
      token: first.token,
      key: chainKey(Number(first.block), Number(first.logIndex)),
      last_key: chainKey(Number(last.block), Number(last.logIndex)),
      time: first.time,
      day: Math.floor(first.time / 86_400),
      side: first.side === 'BUY' ? 0 : 1,
      role: isOne ? (first.role === 'TAKER' ? 1 : 0) : null,
      shares: fills.reduce((sum, { shares }) => sum + shares, 0),
      usd: fills.reduce((sum, { usd }) => sum + usd, 0),
      fills: fills.length,
      change,
    }
  })
  return all.filter(({ usd }) => usd >= 1_000_000_000).sort((a, b) => a.key - b.key)
}

const wholesIn = async ({ db }: FreshStore) => (await dumpLedger(db)).wholes

describeEngines('whole trades', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 4 : 2

  test('are what their definition says, in any order, cut, repeated, with markets that come late, undone and back again', async () => {
    await fc.assert(
      fc.asyncProperty(events, disorder, fc.constantFrom(20, 40, 60, 80), async (ledger, drawn, block) => {
        const [store, slow] = [await open(), await open()]
        const expected = await slowWholes(slow, ledger)
        expect(await wholesIn(slow)).toEqual(expected)
        await ingestInCuts(store, shuffled([...MARKET_LINES, ...ledger], drawn.order), drawn.cuts)
        expect(await wholesIn(store)).toEqual(expected)
        await createLedgerWriter(store.db).undo(block, async () => undefined)
        const kept = expected.filter(({ key }) => key < chainKey(block, 0))
        expect(await wholesIn(store)).toEqual(kept)
        await ingestInCuts(store, shuffled(ledger, drawn.order), drawn.cuts)
        expect(await wholesIn(store)).toEqual(expected)
        await Promise.all([store.close(), slow.close()])
      }),
      { numRuns },
    )
  })

  test('of loaded, sealed and later fills are the same, and a whole trade of fills from both is one', async () => {
    await fc.assert(
      fc.asyncProperty(events, disorder, fc.constantFrom(20, 40, 60, 80), async (ledger, drawn, block) => {
        const [store, slow] = [await open(), await open()]
        const expected = await slowWholes(slow, ledger)
        const [loaded, rest] = [true, false].map((isLoaded) =>
          ledger.filter((event) => (isFill(event) && Number(event.logIndex) % 3 !== 0) === isLoaded),
        )
        await ingestRecords(store.db, MARKET_LINES)
        await loadSourceFills(store.db, (loaded ?? []).filter(isFill), 'part')
        await foldLoaded(store.db, { address: store.address, workers: 1 })
        await ingestInCuts(store, shuffled(rest ?? [], drawn.order), drawn.cuts)
        expect(await wholesIn(store)).toEqual(expected)
        await sealLedger(store.db, { settledAfterDays: 0, partRows: 30 })
        await createLedgerWriter(store.db, { mostPositions: 0 }).undo(block, async () => undefined)
        await foldLoaded(store.db)
        expect(await wholesIn(store)).toEqual(expected.filter(({ key }) => key < chainKey(block, 0)))
        await Promise.all([store.close(), slow.close()])
      }),
      { numRuns },
    )
  })
})
