import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { LedgerEvent, SourceRecord } from '../../../src/ledger/event.ts'
import type { Hash, TokenId } from '../../../src/ledger/quantities.ts'
import { openStore } from '../../../src/migrations/open-store.ts'
import { readCutoff } from '../../../src/refresh/boards/cutoff.ts'
import { refresh } from '../../../src/refresh/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { describeEngines, type FreshStore } from '../../store/support/engines.ts'
import { MARKET_LINES, WALLETS } from '../../store/support/random-ledger.ts'
import { clearAll } from '../support/clear-all.ts'
import { type Addition, randomAdditions } from '../support/random-additions.ts'
import { byKey, readForesightDays, readOpenLots, readTraderDays } from '../support/read-behaviour.ts'
import { rollingAdditions } from '../support/rolling-additions.ts'
import { slowForesightDays, slowTraderDays } from '../support/slow-behaviour.ts'
import { takeBack, updateDays } from '../support/update-days.ts'

/** Both tables as they are stored. */
async function tables(db: Database) {
  return {
    days: await db.all('SELECT * FROM trader_days ORDER BY trader_id, day'),
    foresight: await db.all('SELECT * FROM foresight_days ORDER BY trader_id, day'),
  }
}

const byToken = (a: { address: string; token?: string | undefined }, b: typeof a) =>
  `${a.address} ${a.token}` < `${b.address} ${b.token}` ? -1 : 1

const [market] = MARKET_LINES
const [owner] = WALLETS
if (market === undefined || owner === undefined) throw new Error('the small world has a market and a wallet')
const place = (block: number) => ({
  block,
  logIndex: block,
  tx: `0x${block.toString(16).padStart(64, '0')}` as Hash,
  time: 1_770_000_000 + block * 8_000,
})
const buyAt = (block: number): LedgerEvent => ({
  kind: 'FILL',
  ...place(block),
  exchange: null,
  owner,
  counterparty: null,
  role: 'TAKER',
  side: 'BUY',
  token: market.tokens[0] as TokenId,
  shares: 100_000_000,
  usd: 57_600_000,
  fee: 0,
  feeIn: 'USD',
  orderHash: null,
})
const resolveAt = (block: number): LedgerEvent => ({
  kind: 'RESOLVE',
  ...place(block),
  condition: market.condition,
  payouts: ['1', '0'],
})

/** A BUY, its market resolved days later, and the resolution taken back: the lots are open again, with what they carried. */
const takenBack: Addition[] = [
  { records: [market, buyAt(5), resolveAt(100)], undo: null },
  { records: [], undo: 20 },
]
/**
 * A market that is resolved again, which does not happen on a chain, after a BUY that came after its resolution: that
 * lot stays open.
 */
const resolvedTwice: Addition[] = [{ records: [market, resolveAt(5), buyAt(20), resolveAt(100)], undo: null }]

describeEngines('days of behaviour', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 12 : 2
  const examples = [takenBack, resolvedTwice].map((additions): [Addition[], number] => [additions, 1000])
  let store: FreshStore
  beforeAll(async () => {
    store = await open()
  })

  test.each([
    ['of any time', randomAdditions],
    ['that rolls on from day to day', rollingAdditions],
  ])('are after every addition %s what the events say', async (_, arbitrary) => {
    await fc.assert(
      fc.asyncProperty(arbitrary, fc.constantFrom(2, 1000), async (additions, fillsAtOnce) => {
        const { db } = store
        await clearAll(db)
        let held: SourceRecord[] = []
        for (const { records, undo } of additions) {
          if (undo !== null) held = await takeBack(db, undo, held)
          held = [...held, ...records]
          await ingestRecords(db, records)
          if (!held.some((record) => 'time' in record)) continue
          await updateDays(db, { fillsAtOnce })
          const slow = slowTraderDays(held)
          expect(await readTraderDays(db)).toEqual(slow.rows.sort(byKey))
          for (const { address, usd } of slow.lost) {
            const own = slow.rows.filter((row) => row.address === address)
            const slipped = own.map((row) => row.buySlippage + row.sellSlippage + row.movedSlippage)
            const lost = slipped.reduce((sum, day) => sum + day, 0)
            // Each event rounds a few times.
            expect(Math.abs(lost - usd)).toBeLessThanOrEqual(4 * slow.events)
          }
          expect(await readForesightDays(db)).toEqual(slowForesightDays(held).sort(byKey))
          expect((await readOpenLots(db)).sort(byToken)).toEqual(slow.open.sort(byToken))
          const grown = await tables(db)
          await updateDays(db, { full: true })
          expect(await tables(db)).toEqual(grown)
        }
      }),
      { numRuns, examples },
    )
  })

  test('are recomputed where an older program folded the ledger, also for an answer as of a day', async () => {
    await fc.assert(
      fc.asyncProperty(rollingAdditions, async (additions) => {
        const { db, address } = store
        await clearAll(db)
        const held = additions.flatMap(({ records }) => records)
        if (!held.some((record) => 'time' in record)) return
        await ingestRecords(db, held)
        await refresh(db)
        const days = await tables(db)
        await db.run('UPDATE trader_days SET moved_slippage = 7, buys = 9')
        await db.run('UPDATE ledger_state SET fold_version = fold_version - 1')
        await (await openStore(address)).close()
        const { day } = await readCutoff(db, null)
        await refresh(db, { asOf: day })
        expect(await tables(db)).toEqual(days)
        await refresh(db)
        expect(await tables(db)).toEqual(days)
      }),
      { numRuns: 3 },
    )
  })
})
