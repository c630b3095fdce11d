import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { LedgerEvent, SourceRecord } from '../../src/ledger/event.ts'
import { sumOfSquares } from '../../src/metrics/behaviour/position-behaviour.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import type { Database } from '../../src/store/engine/database.ts'
import { createConditions } from '../../src/store/ingest/conditions.ts'
import type { Entry } from '../../src/store/ingest/fold-entry.ts'
import { FILL_COLUMNS, foldFillOf, movementsOf } from '../../src/store/ingest/refold.ts'
import { readScope, replay } from '../../src/store/ingest/replay.ts'
import type { Scope } from '../../src/store/ingest/scope.ts'
import { ledgerOf } from '../../src/store/ledger/ledger.ts'
import { DAY_COLUMNS, type PositionDay } from '../../src/store/ledger/position-day.ts'
import { clearAll } from '../refresh/support/clear-all.ts'
import { type Addition, randomAdditions } from '../refresh/support/random-additions.ts'
import { byKey } from '../refresh/support/read-behaviour.ts'
import { rollingAdditions } from '../refresh/support/rolling-additions.ts'
import { type SlowTraderDay, slowTraderDays } from '../refresh/support/slow-behaviour.ts'
import { takeBack } from '../refresh/support/update-days.ts'
import { describeEngines, type FreshStore } from './support/engines.ts'
import { MARKET_LINES, WALLETS } from './support/random-ledger.ts'

/** Adds a position's day to its trader's. */
function addTo(rows: Map<string, SlowTraderDay>, address: string, { day, position, behaviour }: Entry): void {
  if (behaviour === null) throw new Error('a replay from the first event counts behaviour')
  const hours = new Array<number>(24).fill(0)
  const row = rows.get(`${address} ${day}`) ?? {
    ...{ address, day, fills: 0, makerFills: 0, roleKnown: 0, buys: 0, usd: 0, usdSquare: '0' },
    ...{ buySlippage: 0, sellSlippage: 0, movedSlippage: 0, hours },
    entryCost: new Array<number>(10).fill(0),
    heldSeconds: [],
  }
  rows.set(`${address} ${day}`, row)
  row.fills += position.fills
  row.makerFills += position.makerFills
  row.buys += position.buys
  row.usd += position.volume
  row.roleKnown += behaviour.roleKnown
  row.usdSquare = String(BigInt(row.usdSquare) + sumOfSquares(behaviour.squares))
  row.buySlippage += behaviour.buySlippage
  row.sellSlippage += behaviour.sellSlippage
  row.movedSlippage += behaviour.movedSlippage
  for (const [list, sparse] of [
    [row.hours, behaviour.hours],
    [row.entryCost, behaviour.entryCost],
  ] as const)
    for (let i = 0; i < sparse.length; i += 2)
      list[sparse[i] ?? -1] = (list[sparse[i] ?? -1] ?? 0) + (sparse[i + 1] ?? 0)
  row.heldSeconds.push(...behaviour.heldSeconds)
}

/** Days of traders that say something, and open lots, by a replay of all from the first event. */
async function replayed(db: Database) {
  const traders = await db.all<{ id: number; address: string }>('SELECT id, address FROM traders')
  const tokens = await db.all<{ id: number; token: string }>('SELECT id, token FROM tokens')
  const addressOf = new Map(traders.map(({ id, address }) => [id, address]))
  const rows = new Map<string, SlowTraderDay>()
  const conditions = createConditions()
  const known = { conditions, isInfrastructure: () => false }
  const all: Scope = new Map(tokens.map(({ id }) => [id, null]))
  const events = await readScope(all, {
    ...known,
    movements: (scope) => movementsOf(db, scope, conditions),
    others: async (scope) => ({
      fills: (await ledgerOf(db).fills(FILL_COLUMNS, { tokens: [...scope.keys()] })).map(foldFillOf),
    }),
  })
  const days = { add: (entry: Entry) => addTo(rows, addressOf.get(entry.trader) ?? '', entry) }
  const session = replay({ days }, events, known)
  session.closeDays()
  const open = [...session.entries.values()].flatMap(({ token, trader, behaviour }) => {
    if (!behaviour?.open) return []
    const { slippage, lots } = behaviour
    const left = lots.left.slice(lots.first)
    return {
      address: addressOf.get(trader) ?? '',
      token: tokens.find(({ id }) => id === token)?.token ?? '',
      slippage,
      lots: left.map((shares, i) => [lots.times[lots.first + i], shares]),
    }
  })
  for (const row of rows.values()) row.heldSeconds.sort((a, b) => a - b)
  return { rows: [...rows.values()].filter(saysSomething).sort(byKey), open: open.sort(byToken) }
}

/** A day of positions is also of shares that moved without a known cost, and of dollars that moved. */
function saysSomething({ address, day, ...row }: SlowTraderDay): boolean {
  return Object.values(row)
    .flat()
    .some((value) => value !== 0 && value !== '0')
}

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

/** The numbers of traders' days that are columns of position days. */
async function storedSums(db: Database) {
  const traders = await db.all<{ id: number; address: string }>('SELECT id, address FROM traders')
  const addressOf = new Map(traders.map(({ id, address }) => [id, address]))
  const days: PositionDay[] = []
  for await (const part of ledgerOf(db).days({ columns: DAY_COLUMNS })) days.push(...part.records())
  return [...Map.groupBy(days, ({ trader, day }) => `${addressOf.get(trader)} ${day}`)]
    .map(([name, rows]) => {
      const sum = (column: keyof PositionDay) => rows.reduce((total, row) => total + row[column], 0)
      const squares = [sum('squareLow'), sum('squareMiddle'), sum('squareHigh')]
      return {
        name,
        roleKnown: sum('roleKnown'),
        usdSquare: String(sumOfSquares(squares)),
        buySlippage: sum('buySlippage'),
        sellSlippage: sum('sellSlippage'),
        movedSlippage: sum('movedSlippage'),
      }
    })
    .filter(({ name, ...row }) => Object.values(row).some((value) => value !== 0 && value !== '0'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function expectedSums(rows: readonly SlowTraderDay[]) {
  return rows
    .map(({ address, day, roleKnown, usdSquare, buySlippage, sellSlippage, movedSlippage }) => {
      return { name: `${address} ${day}`, roleKnown, usdSquare, buySlippage, sellSlippage, movedSlippage }
    })
    .filter(({ name, ...row }) => Object.values(row).some((value) => value !== 0 && value !== '0'))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
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
  ])('adds up to what the events of a ledger %s say of traders', async (_, arbitrary) => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async (additions) => {
        const { db } = store
        await clearAll(db)
        const held: SourceRecord[] = additions.flatMap(({ records }) => records)
        await ingestRecords(db, held)
        const slow = slowTraderDays(held)
        const expected = slow.rows.filter(saysSomething).sort(byKey)
        expect(await replayed(db)).toEqual({ rows: expected, open: slow.open.sort(byToken) })
      }),
      { numRuns: engine === 'sqlite' ? 20 : 2, examples: [[settledFirst], [allConverted]] },
    )
  })

  test.each([
    ['of any time', randomAdditions],
    ['that rolls on from day to day', rollingAdditions],
  ])('is kept in lots and days after every addition %s', async (_, arbitrary) => {
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
          expect(await storedSums(db)).toEqual(expectedSums(slow.rows))
        }
      }),
      {
        numRuns: engine === 'sqlite' ? 20 : 2,
        examples: [[settledFirst], [allConverted], [settledFirst.flatMap(oneByOne)]],
      },
    )
  })
})

/** Each record as an addition of its own. */
function oneByOne({ records }: Addition): Addition[] {
  return records.map((record) => ({ records: [record], undo: null }))
}
