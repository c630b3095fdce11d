import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { LedgerEvent, SourceRecord } from '../../src/ledger/event.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { clearAll } from '../numbers/support/clear-all.ts'
import { type Addition, randomAdditions } from '../numbers/support/random-additions.ts'
import { byKey, readTraderDays } from '../numbers/support/read-behaviour.ts'
import { rollingAdditions } from '../numbers/support/rolling-additions.ts'
import { type SlowTraderDay, slowTraderDays } from '../numbers/support/slow-behaviour.ts'
import { takeBack } from '../numbers/support/update-days.ts'
import { describeEngines, type FreshStore } from './support/engines.ts'
import { MARKET_LINES, WALLETS } from './support/random-ledger.ts'

function byToken(a: { address: string; token: string }, b: { address: string; token: string }): number {
  return `${a.address} ${a.token}` < `${b.address} ${b.token}` ? -1 : 1
}

const [wallet] = WALLETS
const at = (n: number) => ({
  block: n,
  logIndex: 0,
  tx: `0x${`${n}`.padStart(64, '0')}`,
  time: 1_770_000_000 + n * 9_000,
})
const trade = (n: number, side: string, token: string | undefined, shares: number) =>
  ({
    ...{ ...at(n), kind: 'FILL', owner: wallet, side, token, shares: shares * 1e6, usd: shares * 4e5 + 7 },
    ...{ role: 'TAKER', fee: 0, feeIn: 'USD', exchange: null, counterparty: null, orderHash: null },
  }) as unknown as LedgerEvent
const of = (events: object[]): Addition[] => [
  { records: [...MARKET_LINES, ...(events as LedgerEvent[])], undo: null },
]

/** Shares bought after their market resolved leave behind the settled ones. */
const settledFirst = of([
  trade(1, 'BUY', MARKET_LINES[0]?.tokens[0], 10),
  { ...at(2), kind: 'RESOLVE', condition: MARKET_LINES[0]?.condition, payouts: ['1', '0'] },
  trade(3, 'BUY', MARKET_LINES[0]?.tokens[0], 5),
  trade(4, 'SELL', MARKET_LINES[0]?.tokens[0], 8),
  trade(5, 'SELL', MARKET_LINES[0]?.tokens[0], 5),
])
/** A conversion of every question leaves no position that could carry the slippage on. */
const allConverted = of([
  ...[2, 3, 4].map((n) => trade(n, 'BUY', MARKET_LINES[n]?.tokens[1], 10)),
  {
    ...{ ...at(5), kind: 'CONVERT', owner: wallet, market: MARKET_LINES[2]?.negRisk?.market },
    ...{ indexSet: '7', amount: 4e6, feeBips: 0 },
  },
])

/** A BUY, its market resolved days later, and the resolution taken back: the lots are open again, with what they carried. */
const takenBack: Addition[] = [
  ...of([
    trade(5, 'BUY', MARKET_LINES[0]?.tokens[0], 10),
    { ...at(100), kind: 'RESOLVE', condition: MARKET_LINES[0]?.condition, payouts: ['1', '0'] },
  ]),
  { records: [], undo: 20 },
]
/** A market that is resolved again, which does not happen on a chain: a lot of after the first resolution stays open. */
const resolvedTwice = of([
  { ...at(5), kind: 'RESOLVE', condition: MARKET_LINES[0]?.condition, payouts: ['1', '0'] },
  trade(20, 'BUY', MARKET_LINES[0]?.tokens[0], 10),
  { ...at(100), kind: 'RESOLVE', condition: MARKET_LINES[0]?.condition, payouts: ['1', '0'] },
])

/** Days without any behavior say nothing. */
function saysSomething({ address, day, ...row }: SlowTraderDay): boolean {
  return Object.values(row)
    .flat()
    .some((value) => value !== 0 && value !== '0')
}

/** The open lots that the store keeps. */
async function storedLots(db: Database) {
  const rows = await db.all<{
    address: string
    token: string
    slippage: number
    open: number
    number: number
    first: number
    next: number
    time: number
    shares: number
  }>(
    'SELECT t.address, k.token, p.slippage, p.open, l.number, p.first_lot AS first, p.next_lot AS next, l.time, l.shares ' +
      'FROM position_lots l LEFT JOIN positions p ON p.token_id = l.token_id AND p.trader_id = l.trader_id ' +
      'JOIN traders t ON t.id = l.trader_id JOIN tokens k ON k.id = l.token_id ORDER BY l.token_id, l.trader_id, l.number',
  )
  const positions = Map.groupBy(rows, ({ address, token }) => `${address} ${token}`)
  return [...positions.values()].map((lots) => {
    const { address, token, slippage, open, first, next } = lots[0] ?? rows[0] ?? fail()
    expect(lots.map(({ number }) => number)).toEqual(
      Array.from({ length: next - first }, (_, i) => first + i),
    )
    expect(lots.reduce((sum, { shares }) => sum + shares, 0)).toBe(open)
    return { address, token, slippage, lots: lots.map(({ time, shares }) => [time, shares]) }
  })
}

function fail(): never {
  throw new Error('a group has a row')
}

describeEngines('behaviour of positions', (open, engine) => {
  let store: FreshStore
  beforeAll(async () => {
    store = await open()
  })

  test.each([
    ['of any time', randomAdditions],
    ['that rolls on from day to day', rollingAdditions],
  ])('is what the events say after every addition %s, in lots and days', async (_, arbitrary) => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async (additions) => {
        const { db } = store
        await clearAll(db)
        let held: SourceRecord[] = []
        for (const { records, undo } of additions) {
          if (undo !== null) held = await takeBack(db, undo, held)
          held = [...held, ...records]
          await ingestRecords(db, records)
          const slow = slowTraderDays(held)
          expect((await storedLots(db)).sort(byToken)).toEqual(slow.open.sort(byToken))
          expect(await readTraderDays(db)).toEqual(slow.rows.filter(saysSomething).sort(byKey))
          for (const { address, usd } of slow.lost) {
            const own = slow.rows.filter((row) => row.address === address)
            const slipped = own.map((row) => row.buySlippage + row.sellSlippage + row.movedSlippage)
            const lost = slipped.reduce((sum, day) => sum + day, 0)
            // Each event rounds a few times.
            expect(Math.abs(lost - usd)).toBeLessThanOrEqual(4 * slow.events)
          }
        }
      }),
      {
        numRuns: engine === 'sqlite' ? 20 : 2,
        examples: [settledFirst, allConverted, settledFirst.flatMap(oneByOne), takenBack, resolvedTwice].map(
          (additions): [Addition[]] => [additions],
        ),
      },
    )
  })
})

/** Each record as an addition of its own. */
function oneByOne({ records }: Addition): Addition[] {
  return records.map((record) => ({ records: [record], undo: null }))
}
