import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerEvent } from '../../../src/ledger/event.ts'
import { type Day, dayOf, dayText, MICRO } from '../../../src/ledger/quantities.ts'
import { publishAsOf } from '../../../src/numbers/as-of/publish-as-of.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { ledgerOf, MARKET_LINES, WALLETS } from '../../store/support/random-ledger.ts'
import { type Ask, asker } from '../support/ask.ts'
import { readerOf } from '../support/published-store.ts'

const AMOUNTS = 'realizedPnl unrealizedPnl officialPnl fees volume totalBought'
const POSITIONS = `query ($address: String!, $asOf: Date, $first: Int, $after: String, $last: Int, $before: String, $market: ID, $status: PositionStatus, $orderBy: PositionOrder) {
  trader(address: $address, asOf: $asOf) { ${AMOUNTS} tradeCount
    positions(first: $first, after: $after, last: $last, before: $before, market: $market, status: $status, orderBy: $orderBy) {
      totalCount nodes { id token status result shares averagePrice cost price value untrackedShares tradeCount openedOn closedOn lastDay ${AMOUNTS}
        market { condition } trader { address } trades { nodes { usd token } } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`

/** The place and the key of a row, which a walk compares. */
const WALKED = `query ($address: String!, $first: Int, $after: String, $last: Int, $before: String, $market: ID, $status: PositionStatus, $orderBy: PositionOrder) {
  trader(address: $address) { positions(first: $first, after: $after, last: $last, before: $before, market: $market, status: $status, orderBy: $orderBy) {
    nodes { id value cost realizedPnl unrealizedPnl lastDay } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`

type Amounts = Record<
  'realizedPnl' | 'unrealizedPnl' | 'officialPnl' | 'fees' | 'volume' | 'totalBought',
  number
>
interface Row extends Amounts {
  id: string
  token: string
  status: string
  result: string | null
  shares: number
  cost: number
  value: number
  tradeCount: number
  untrackedShares: number
  openedOn: string
  lastDay: string
  trades: { nodes: { usd: number; token: string }[] }
}
interface Trader extends Amounts {
  tradeCount: number
  positions: {
    totalCount: number
    nodes: Row[]
    pageInfo: {
      hasNextPage: boolean
      hasPreviousPage: boolean
      startCursor: string | null
      endCursor: string | null
    }
  }
}

async function ask(asking: Ask, variables: Record<string, unknown>, query = POSITIONS): Promise<Trader> {
  const { data, errors } = await asking(query, variables, 'PRO')
  expect(errors).toBeUndefined()
  return (data as { trader: Trader }).trader
}

async function walk(asking: Ask, variables: Record<string, unknown>, isBackward: boolean): Promise<Row[]> {
  const rows: Row[] = []
  for (let cursor: string | null = null; ; ) {
    const place = isBackward ? { last: 3, before: cursor } : { first: 3, after: cursor }
    const { positions } = await ask(asking, { ...variables, ...place }, WALKED)
    rows.splice(isBackward ? 0 : rows.length, 0, ...positions.nodes)
    const { pageInfo } = positions
    if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return rows
    cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor
  }
}

/** Sums amounts in micro-units. */
function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + Math.round(amount * MICRO), 0)
}

interface Told {
  token: string
  shares: number
  cost: number
  realized: number
  untracked: number
  fills: number
  first: Day
  last: Day
}

/**
 * Returns a wallet's positions at a day's close from a store whose ledger is rows, by the rows of their days.
 */
async function toldBy(db: Database, address: string, upTo: Day): Promise<Told[]> {
  const rows = await db.all<Told & { day: Day }>(
    'SELECT t.token, d.day, d.shares, d.cost, d.realized, d.untracked, d.fills FROM position_days d ' +
      'JOIN traders w ON w.id = d.trader_id JOIN tokens t ON t.id = d.token_id ' +
      'WHERE w.address = ? AND d.day <= ? ORDER BY t.token, d.day',
    [address, upTo],
  )
  const told = new Map<string, Told>()
  for (const { day, ...row } of rows) {
    const before = told.get(row.token) ?? { realized: 0, untracked: 0, fills: 0, first: day }
    told.set(row.token, {
      ...row,
      first: before.first,
      last: day,
      fills: before.fills + row.fills,
      realized: before.realized + row.realized,
      untracked: before.untracked + row.untracked,
    })
  }
  return [...told.values()]
}

const ORDERS: Readonly<Record<string, (row: Row) => number>> = {
  VALUE: ({ value }) => value,
  COST: ({ cost }) => cost,
  PNL: ({ realizedPnl, unrealizedPnl }) => Math.round((realizedPnl + unrealizedPnl) * MICRO),
  LOSS: ({ realizedPnl, unrealizedPnl }) => -Math.round((realizedPnl + unrealizedPnl) * MICRO),
  LATEST: ({ lastDay }) => Date.parse(lastDay),
}

describeEngines("a trader's positions", (open, engine) => {
  const publish = async (db: Database, events: readonly LedgerEvent[], isSealed: boolean) => {
    await ingestRecords(db, [...MARKET_LINES, ...events])
    if (isSealed) await sealLedger(db, { settledAfterDays: 2, partRows: 7 })
    await refresh(db)
  }

  test('are those of the ledger and add up to the profile to the micro, on any day, by either age', async () => {
    const worlds = fc.tuple(ledgerOf(25), fc.boolean(), fc.nat(9))
    const results = new Set<string | null>()
    await fc.assert(
      fc.asyncProperty(worlds, async ([events, isSealed, back]) => {
        const [fresh, rows] = [await open(), await open()]
        await publish(fresh.db, events, isSealed)
        await publish(rows.db, events, false)
        const asking = asker(
          fresh.db,
          readerOf(fresh.db, { computeAsOf: (day) => publishAsOf(fresh.db, day) }),
        )
        const last = dayOf(events.at(-1)?.time ?? 0)
        const day = Math.max(dayOf(events[0]?.time ?? 0), last - back)
        for (const address of WALLETS)
          for (const asOf of [null, day]) {
            const told = await toldBy(rows.db, address, asOf ?? last)
            if (told.length === 0) continue
            const variables = { address, asOf: asOf === null ? null : dayText(asOf) }
            const { positions, tradeCount, ...profile } = await ask(asking, { ...variables, first: 100 })
            const { nodes } = positions
            expect(positions.totalCount).toBe(told.length)
            const byToken = nodes.toSorted((a, b) => (a.token < b.token ? -1 : 1))
            expect(byToken).toMatchObject(
              told.map((one) => ({
                token: one.token,
                shares: one.shares / MICRO,
                cost: one.cost / MICRO,
                tradeCount: one.fills,
                realizedPnl: one.realized / MICRO,
                untrackedShares: one.untracked / MICRO,
                openedOn: dayText(one.first),
                lastDay: dayText(one.last),
                trader: { address },
                market: { condition: expect.any(String) },
              })),
            )
            for (const [name, amount] of Object.entries(profile))
              expect(sum(nodes.map((row) => row[name as keyof Amounts])), name).toBe(
                Math.round(amount * MICRO),
              )
            expect(nodes.reduce((count, row) => count + row.tradeCount, 0)).toBe(tradeCount)
            for (const { status, result, shares, trades, tradeCount: fills, token, volume } of nodes) {
              expect(status === 'OPEN').toBe(result === null)
              if (status === 'OPEN') expect(shares).toBeGreaterThan(0)
              expect(trades.nodes.every((trade) => trade.token === token)).toBe(true)
              if (fills <= 25)
                expect(sum(trades.nodes.map(({ usd }) => usd))).toBe(Math.round(volume * MICRO))
              results.add(result)
            }
          }
      }),
      { numRuns: engine === 'sqlite' ? 4 : 1, endOnFailure: true },
    )
    if (engine === 'sqlite') expect(results.size).toBeGreaterThan(2)
  })

  test('are paged in every order from either end, whole or filtered, each once', async () => {
    const [events = []] = fc.sample(ledgerOf(55), { numRuns: 1, seed: 3 })
    const { db } = await open()
    await publish(db, events, true)
    const asking = asker(db)
    const market = MARKET_LINES[0]?.condition
    for (const address of WALLETS)
      for (const narrowed of [{}, { status: 'OPEN' }, { status: 'CLOSED' }, { market }]) {
        const { positions } = await ask(asking, { address, ...narrowed, first: 100 })
        const ids = positions.nodes.map(({ id }) => id).sort()
        for (const [orderBy, keyOf] of Object.entries(ORDERS)) {
          const rows = await walk(asking, { address, ...narrowed, orderBy }, false)
          expect(rows.map(({ id }) => id).sort()).toEqual(ids)
          const keys = rows.map(keyOf)
          expect(keys).toEqual(keys.toSorted((a, b) => b - a))
          expect(await walk(asking, { address, ...narrowed, orderBy }, true)).toEqual(rows)
        }
      }
  })
})
