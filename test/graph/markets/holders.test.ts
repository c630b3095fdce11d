import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerEvent } from '../../../src/ledger/event.ts'
import { DAY_SECONDS, dayOf, dayText, MICRO } from '../../../src/ledger/quantities.ts'
import { publishAsOf } from '../../../src/numbers/as-of/publish-as-of.ts'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { checkSupply } from '../../../src/store/verify/check-supply.ts'
import { readUntracked } from '../../../src/store/verify/verify-store.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { ledgerOf, MARKET_LINES } from '../../store/support/random-ledger.ts'
import { asker } from '../support/ask.ts'

const FIELDS = `id openInterest traderCount outcomes { index token price supply }
  holders(first: 50, orderBy: $order) { day totalCount nodes { address shares cost value share averagePrice unrealizedPnl realizedPnl
    outcome { token } ranks { rank } trader { address } } }
  topTraders(first: 50) { nodes { address pnl realizedPnl unrealizedPnl volume totalBought tradeCount } }`
const PAGE = `query ($id: String!, $asOf: Date, $order: HolderOrder, $outcome: Int, $first: Int, $after: String, $last: Int, $before: String) {
  market(id: $id, asOf: $asOf) { holders(orderBy: $order, outcome: $outcome, first: $first, after: $after, last: $last, before: $before) {
    totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    nodes { address shares cost value unrealizedPnl realizedPnl outcome { token } } } } }`
const MARKET = `query ($id: String!, $asOf: Date, $order: HolderOrder) { market(id: $id, asOf: $asOf) { ${FIELDS} } }`

interface Holder {
  address: string
  shares: number
  cost: number
  value: number | null
  share: number
  unrealizedPnl: number | null
  realizedPnl: number
  outcome: { token: string }
}

interface Market {
  openInterest: number | null
  traderCount: number
  outcomes: { token: string; price: number | null; supply: number }[]
  holders: { day: string; totalCount: number; nodes: Holder[] }
  topTraders: {
    nodes: { address: string; pnl: number; realizedPnl: number; volume: number; tradeCount: number }[]
  }
}

/**
 * Returns a store's closing states of a market, in which the ledger of a day is one with only the events up
 * to it.
 */
function positionsOf(db: Database, condition: string) {
  return db.all<{ address: string; token: string; shares: number; cost: number }>(
    'SELECT t.address, k.token, p.shares, p.cost FROM positions p JOIN traders t ON t.id = p.trader_id ' +
      'JOIN tokens k ON k.id = p.token_id JOIN conditions c ON c.id = k.condition_id WHERE c.condition = ? ORDER BY t.address, k.token',
    [condition],
  )
}

const micro = (amount: number | null) => Math.round((amount ?? 0) * MICRO)
const nameOf = (row: { address: string } & ({ token: string } | { outcome: { token: string } })) =>
  `${row.address} ${'token' in row ? row.token : row.outcome.token}`

/** The market's numbers fit together, and are those of the events up to the day alone. */
function expectWhole(market: Market, stored: Awaited<ReturnType<typeof positionsOf>>) {
  const held = stored.filter(({ shares }) => shares > 0)
  const { nodes, totalCount } = market.holders
  const shown = nodes.map((row) => ({
    address: row.address,
    token: row.outcome.token,
    shares: micro(row.shares),
    cost: micro(row.cost),
  }))
  expect(shown.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1))).toEqual(
    held.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
  )
  expect(totalCount).toBe(held.length)
  expect(market.traderCount).toBe(new Set(stored.map(({ address }) => address)).size)
  let value: number | null = 0
  for (const { token, supply, price } of market.outcomes) {
    const own = nodes.filter((row) => row.outcome.token === token)
    expect(own.reduce((sum, { shares }) => sum + micro(shares), 0)).toBe(micro(supply))
    for (const row of own) expect(row.share).toBeCloseTo(row.shares / supply, 9)
    if (supply > 0) value = price === null || value === null ? null : value + price * supply
  }
  if (value === null) expect(market.openInterest).toBeNull()
  else expect(market.openInterest).toBeCloseTo(value, 4)
}

type Ask = ReturnType<typeof asker>
interface Page {
  totalCount: number
  pageInfo: { hasNextPage: boolean; hasPreviousPage: boolean; startCursor: string; endCursor: string }
  nodes: Omit<Holder, 'share'>[]
}

/** Returns every row of a list, page by page from one end. */
async function pagesOf(ask: Ask, list: object, isBackward: boolean): Promise<Page['nodes']> {
  const rows: Page['nodes'] = []
  for (let cursor: string | null = null; ; ) {
    const place: object = isBackward ? { last: 2, before: cursor } : { first: 2, after: cursor }
    const { data, errors } = await ask(PAGE, { ...list, ...place }, 'PRO')
    expect(errors).toBeUndefined()
    const { nodes, pageInfo, totalCount } = (data as { market: { holders: Page } }).market.holders
    if (isBackward) rows.unshift(...nodes)
    else rows.push(...nodes)
    if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) {
      expect(totalCount).toBe(rows.length)
      return rows
    }
    cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor
  }
}

const KEYS = {
  SHARES: ({ shares }: Page['nodes'][number]) => micro(shares),
  VALUE: ({ value, cost }: Page['nodes'][number]) => micro(value ?? cost),
  PNL: ({ realizedPnl, unrealizedPnl }: Page['nodes'][number]) => micro(realizedPnl) + micro(unrealizedPnl),
}

/** Pages of every order meet each holder once, the largest first, from either end, and of one outcome alone too. */
async function expectPages(ask: Ask, market: object, holders: readonly Holder[]) {
  const names = holders.map(nameOf).sort()
  const namesIn = (rows: readonly { address: string; outcome: { token: string } }[]) => rows.map(nameOf)
  for (const [order, keyOf] of Object.entries(KEYS)) {
    const rows = await pagesOf(ask, { ...market, order }, false)
    expect(namesIn(rows).sort()).toEqual(names)
    expect(rows.map(keyOf)).toEqual(rows.map(keyOf).sort((a, b) => b - a))
    expect(await pagesOf(ask, { ...market, order }, true)).toEqual(rows)
    const first = await pagesOf(ask, { ...market, order, outcome: 0 }, false)
    const own = new Set(namesIn(first))
    expect(first).toEqual(rows.filter((row) => own.has(nameOf(row))))
    for (const row of rows) {
      const { share: _, ...known } = holders.find((one) => nameOf(one) === nameOf(row)) ?? { share: 0 }
      expect(known).toMatchObject(row)
    }
  }
}

/** A trader's profit in the market is that of the trader's realized and open positions. */
function expectTraders({ holders, topTraders }: Market, fills: readonly LedgerEvent[]) {
  const profits = topTraders.nodes.map(({ pnl }) => pnl)
  expect(profits).toEqual(profits.toSorted((a, b) => b - a))
  for (const { address, pnl, realizedPnl, volume, tradeCount } of topTraders.nodes) {
    const own = holders.nodes.filter((row) => row.address === address)
    const unrealized = own.reduce((sum, row) => sum + micro(row.unrealizedPnl), 0)
    expect(micro(pnl)).toBe(micro(realizedPnl) + unrealized)
    const traded = fills.flatMap((event) =>
      event.kind === 'FILL' && event.owner === address ? [event.usd] : [],
    )
    expect(micro(volume)).toBe(traded.reduce((sum, usd) => sum + usd, 0))
    expect(tradeCount).toBe(traded.length)
  }
}

describeEngines("a market's holders", (open, engine) => {
  test('sum to the supply of any day, sealed or not, and equal those of a ledger that ends on it', async () => {
    const day = fc.integer({ min: 0, max: 9 })
    await fc.assert(
      fc.asyncProperty(ledgerOf(25), day, fc.boolean(), async (events, after, isSealed) => {
        const [store, early] = [await open(), await open()]
        await ingestRecords(store.db, [...MARKET_LINES, ...events])
        const first = dayOf(events[0]?.time ?? 0)
        const last = dayOf(events.at(-1)?.time ?? 0)
        const asOf = Math.min(first + after, last)
        const before = events.filter(({ time }) => time < (asOf + 1) * DAY_SECONDS)
        await ingestRecords(early.db, [...MARKET_LINES, ...before])
        expect((await checkSupply(early.db, (await readUntracked(early.db)).byPosition)).supply.failed).toBe(
          0,
        )
        if (isSealed) await sealLedger(store.db, { settledAfterDays: 1, partRows: 10 })
        await refresh(store.db)
        const ask = asker(
          store.db,
          createReader(store.db, { computeAsOf: (on) => publishAsOf(store.db, on) }),
        )
        for (const { condition, tokens } of MARKET_LINES.slice(1, 4)) {
          const variables = { id: condition, asOf: dayText(asOf), order: 'SHARES' }
          const { data, errors } = await ask(MARKET, variables, 'PRO')
          expect(errors).toBeUndefined()
          const market = data?.market as Market
          expect(market.holders.day).toBe(dayText(asOf))
          expectWhole(market, await positionsOf(early.db, condition))
          await expectPages(ask, { id: condition, asOf: dayText(asOf) }, market.holders.nodes)
          expectTraders(
            market,
            before.filter((event) => event.kind === 'FILL' && tokens.includes(event.token)),
          )
        }
        await Promise.all([store.close(), early.close()])
      }),
      { numRuns: engine === 'sqlite' ? 4 : 1 },
    )
  })
})
