import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Tier } from '../../../src/access/tier.ts'
import type { Fill, LedgerEvent } from '../../../src/ledger/event.ts'
import { DAY_SECONDS, type Day, dayOf, dayText, MICRO } from '../../../src/ledger/quantities.ts'
import { publishAsOf } from '../../../src/numbers/as-of/publish-as-of.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { MOST_REPLAYED } from '../../../src/store/trades/fill-effects.ts'
import { describeEngines, type FreshStore } from '../../store/support/engines.ts'
import { ledgerOf, MARKET_LINES, WALLETS } from '../../store/support/random-ledger.ts'
import { type Ask, asker } from '../support/ask.ts'
import { readerOf } from '../support/published-store.ts'

const ROW =
  'time block tx side role token outcome shares usd fee price trader { address } market { condition } counterparty { address }'
const TRADES = `query ($address: String!, $asOf: Date, $first: Int, $after: String, $last: Int, $before: String, $market: ID, $side: TradeSide, $minUsd: Float, $from: DateTime, $to: DateTime) {
  trader(address: $address, asOf: $asOf) { volume tradeCount
    trades(first: $first, after: $after, last: $last, before: $before, market: $market, side: $side, minUsd: $minUsd, from: $from, to: $to) {
      totalCount nodes { id ${ROW} } edges { cursor node { id } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`

const REALIZED =
  'query ($address: String!) { trader(address: $address) { trades(first: 50) { nodes { id side realizedPnl effect { change sharesBefore sharesLeft } } } } }'

type Row = Record<string, unknown> & { id: string; usd: number }
interface EffectRow {
  id: string
  side: 'BUY' | 'SELL'
  realizedPnl: number | null
  effect: { change: string; sharesBefore: number; sharesLeft: number } | null
}
interface Page {
  trader: {
    volume: number
    tradeCount: number
    trades: {
      totalCount: number | null
      nodes: Row[]
      pageInfo: {
        hasNextPage: boolean
        hasPreviousPage: boolean
        startCursor: string | null
        endCursor: string | null
      }
    }
  }
}

const isFill = (event: LedgerEvent): event is Fill => event.kind === 'FILL'
const marketOf = (token: string) => MARKET_LINES.find(({ tokens }) => tokens.some((one) => one === token))

/** A fill as an answer shows it, but for who may be shown in it. */
function told(fill: Fill) {
  const market = marketOf(fill.token)
  return {
    id: `${fill.block}-${fill.logIndex}`,
    time: `${new Date(fill.time * 1000).toISOString().slice(0, 19)}Z`,
    block: fill.block,
    tx: fill.tx,
    side: fill.side,
    role: fill.role,
    token: fill.token,
    outcome: market?.outcomes[market.tokens.indexOf(fill.token)],
    shares: fill.shares / MICRO,
    usd: fill.usd / MICRO,
    fee: fill.fee / MICRO,
    price: fill.usd / fill.shares,
    trader: { address: fill.owner },
    market: { condition: market?.condition },
  }
}

async function pageOf(ask: Ask, variables: Record<string, unknown>, tier: Tier = 'PRO') {
  const { data, errors } = await ask(TRADES, variables, tier)
  expect(errors).toBeUndefined()
  return (data as unknown as Page).trader
}

/** All rows of a list, page by page from one of its ends; `between` happens after each page. */
async function walk(
  ask: Ask,
  variables: Record<string, unknown>,
  isBackward: boolean,
  between = async () => {},
) {
  const rows: Row[] = []
  for (let cursor: string | null = null; ; ) {
    const place = isBackward ? { last: 3, before: cursor } : { first: 3, after: cursor }
    const { trades } = await pageOf(ask, { ...variables, ...place })
    rows.splice(isBackward ? 0 : rows.length, 0, ...trades.nodes)
    const { pageInfo } = trades
    expect(isBackward ? pageInfo.hasNextPage : pageInfo.hasPreviousPage).toBe(cursor !== null)
    if (!(isBackward ? pageInfo.hasPreviousPage : pageInfo.hasNextPage)) return rows
    cursor = isBackward ? pageInfo.startCursor : pageInfo.endCursor
    await between()
  }
}

/** The fills of a wallet that a filter leaves, newest first. */
function fillsOf(
  events: readonly LedgerEvent[],
  owner: string,
  keep: (fill: Fill) => boolean = () => true,
): Fill[] {
  return events
    .filter(isFill)
    .filter((fill) => fill.owner === owner && keep(fill))
    .reverse()
}

/** The position of a fill before and after it, in micro-units. */
interface Moved {
  realized: number
  before: number
  after: number
}

/**
 * Returns the effect of each fill by its name: the profit of a ledger that ends with it, less the profit before, and the shares
 * that both ledgers hold.
 */
async function effectsOneByOne(db: Database, events: readonly LedgerEvent[]): Promise<Map<string, Moved>> {
  const effects = new Map<string, Moved>()
  await ingestRecords(db, MARKET_LINES)
  for (const event of events) {
    const held = async () => {
      if (event.kind !== 'FILL') return 0
      const row = await db.get<{ shares: number }>(
        'SELECT p.shares FROM positions p JOIN traders t ON t.id = p.trader_id JOIN tokens k ON k.id = p.token_id ' +
          'WHERE t.address = ? AND k.token = ?',
        [event.owner, event.token],
      )
      return row?.shares ?? 0
    }
    const sum = async () => {
      if (event.kind !== 'FILL') return 0
      const row = await db.get<{ sum: number }>(
        'SELECT COALESCE(CAST(SUM(d.realized) AS BIGINT), 0) AS sum FROM position_days d JOIN traders t ON t.id = d.trader_id ' +
          'JOIN tokens k ON k.id = d.token_id WHERE t.address = ? AND k.token = ?',
        [event.owner, event.token],
      )
      return row?.sum ?? 0
    }
    const [before, realized] = [await held(), await sum()]
    await ingestRecords(db, [event])
    if (event.kind !== 'FILL') continue
    effects.set(`${event.block}-${event.logIndex}`, {
      realized: (await sum()) - realized,
      before,
      after: await held(),
    })
  }
  return effects
}

/**
 * Returns the fills before which shares came from another wallet on the same day, to any trader and of any
 * token.
 */
function behindTransfers(events: readonly LedgerEvent[]): Set<string> {
  const received = new Set<string>()
  const behind = new Set<string>()
  for (const event of events) {
    if (event.kind === 'TRANSFER') received.add(`${event.to} ${dayOf(event.time)}`)
    if (event.kind === 'FILL' && received.has(`${event.owner} ${dayOf(event.time)}`))
      behind.add(`${event.block}-${event.logIndex}`)
  }
  return behind
}

/**
 * Ten shares at .40: two go to another wallet; both wallets sell at .60 on that day, and on the
 * next.
 */
const PASSED_ON: LedgerEvent[] = [
  { kind: 'FILL' as const, owner: WALLETS[0], side: 'BUY' as const, shares: 10, usd: 4, at: 0 },
  { kind: 'TRANSFER' as const, from: WALLETS[0], to: WALLETS[1], amount: 2 * MICRO, at: 1 },
  ...[0, 1].flatMap((later) =>
    [0, 1].map((n) => ({
      kind: 'FILL' as const,
      owner: WALLETS[n],
      side: 'SELL' as const,
      shares: 1,
      usd: 0.6,
      at: 2 + n + later * DAY_SECONDS,
    })),
  ),
].map(({ at, ...event }, n) => {
  const place = { block: 10 + n, logIndex: n, tx: `0x${`${n}`.padStart(64, '0')}`, time: 1_770_000_000 + at }
  const token = MARKET_LINES[0]?.tokens[0]
  if (event.kind === 'TRANSFER') return { ...event, ...place, token } as LedgerEvent
  const terms = { role: 'TAKER', fee: 0, feeIn: 'USD', exchange: null, counterparty: null, orderHash: null }
  const amounts = { shares: event.shares * MICRO, usd: event.usd * MICRO }
  return { ...event, ...place, ...terms, ...amounts, token } as LedgerEvent
})

/** Fills of one position on the busy day: more than are replayed. */
const BUSY = MOST_REPLAYED + 30

/** A wallet buys a share at .40 and sells it at .60 all day; then it buys in another market, is given a share of the first, and sells in the other. */
const BUSY_DAY: LedgerEvent[] = [
  ...Array.from({ length: BUSY }, (_, n) => ({ market: 0, isBuy: n % 2 === 0 })),
  { market: 1, isBuy: true },
  null,
  { market: 1, isBuy: false },
].map((one, n) => {
  const place = placeAt(n)
  if (one === null)
    return {
      ...place,
      kind: 'TRANSFER',
      from: WALLETS[1],
      to: WALLETS[0],
      token: MARKET_LINES[0]?.tokens[0],
      amount: MICRO,
    } as LedgerEvent
  const terms = { role: 'TAKER', fee: 0, feeIn: 'USD', exchange: null, counterparty: null, orderHash: null }
  const amounts = { shares: MICRO, usd: (one.isBuy ? 0.4 : 0.6) * MICRO }
  const side = one.isBuy ? 'BUY' : 'SELL'
  const token = MARKET_LINES[one.market]?.tokens[0]
  return { ...place, ...terms, ...amounts, kind: 'FILL', owner: WALLETS[0], side, token } as LedgerEvent
})

function placeAt(n: number) {
  return { block: 10 + n, logIndex: 0, tx: `0x${`${n}`.padStart(64, '0')}`, time: 1_770_000_000 + n }
}

/** A fill of ten shares of the first market's first outcome by the first wallet. */
function trade(n: number, terms: { [Term in keyof Fill]?: Fill[Term] | undefined }): LedgerEvent {
  const known = { role: 'TAKER', fee: 0, feeIn: 'USD', exchange: null, counterparty: null, orderHash: null }
  const [owner, token, shares] = [WALLETS[0], MARKET_LINES[0]?.tokens[0], 10 * MICRO]
  return { ...placeAt(n), ...known, kind: 'FILL', owner, token, shares, ...terms } as LedgerEvent
}

/** Five shares of that outcome change hands. */
function handed(n: number, from: string | undefined, to: string | undefined): LedgerEvent {
  const token = MARKET_LINES[0]?.tokens[0]
  return { ...placeAt(n), kind: 'TRANSFER', from, to, token, amount: 5 * MICRO } as LedgerEvent
}

/** Checks that the newest fills realize the same by each way to them. */
async function expectSameEverywhere(
  ask: Ask,
  first: number,
  pages = 60,
): Promise<Map<string, number | null>> {
  const byTrader = new Map<string, number | null>()
  for (const address of WALLETS)
    for (const [id, one] of await realizedBy(ask, 'trader(address: $key)', address, { first, pages }))
      byTrader.set(id, one)
  for (const { condition } of MARKET_LINES) {
    const byMarket = await realizedBy(ask, 'market(id: $key)', condition, { first: first + 3, pages })
    for (const [id, one] of byMarket) if (byTrader.has(id)) expect([id, one]).toEqual([id, byTrader.get(id)])
  }
  const ids = [...byTrader.keys()]
  for (const id of [...ids.slice(0, 5), ...ids.slice(-5)]) {
    const query = 'query ($id: ID!) { node(id: $id) { ... on Trade { realizedPnl } } }'
    const { data } = await ask(query, { id }, 'PRO')
    expect([id, data?.node]).toEqual([id, { realizedPnl: byTrader.get(id) }])
  }
  return byTrader
}

async function realizedBy(
  ask: Ask,
  field: string,
  key: string,
  { first, pages }: { first: number; pages: number },
): Promise<Map<string, number | null>> {
  const type = field.startsWith('trader') ? 'String!' : 'String'
  const query = `query ($key: ${type}, $first: Int, $after: String) { owner: ${field} {
    trades(first: $first, after: $after) { nodes { id realizedPnl } pageInfo { hasNextPage endCursor } } } }`
  const realized = new Map<string, number | null>()
  let after: string | null = null
  for (let page = 0; page < pages; page++) {
    const { data, errors } = await ask(query, { key, first, after }, 'PRO')
    // Some wallets and markets of these worlds are unknown.
    if (errors?.[0]?.extensions?.code === 'NOT_FOUND') return realized
    expect(errors).toBeUndefined()
    const trades: RealizedPage | undefined = (data as { owner: { trades: RealizedPage } | null }).owner
      ?.trades
    for (const { id, realizedPnl } of trades?.nodes ?? []) realized.set(id, realizedPnl)
    if (trades?.pageInfo.hasNextPage !== true) return realized
    after = trades.pageInfo.endCursor
  }
  return realized
}

interface RealizedPage {
  nodes: { id: string; realizedPnl: number | null }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

describeEngines("a trader's trades", (open, engine) => {
  let store: FreshStore
  beforeAll(async () => {
    store = await open()
  })

  /** Publishes a store with a ledger, whose first part may be sealed. */
  const publish = async (db: Database, events: readonly LedgerEvent[], isSealed: boolean) => {
    await ingestRecords(db, [...MARKET_LINES, ...events])
    if (isSealed) await sealLedger(db, { settledAfterDays: 2, partRows: 7 })
    await refresh(db)
  }

  test('are its fills, newest first, and add up to its volume, of any day, by either age, in both directions', async () => {
    const worlds = fc.tuple(ledgerOf(20), fc.boolean(), fc.nat(9))
    await fc.assert(
      fc.asyncProperty(worlds, async ([events, isSealed, back]) => {
        const fresh = await open()
        await publish(fresh.db, events, isSealed)
        const ask = asker(fresh.db, readerOf(fresh.db, { computeAsOf: (day) => publishAsOf(fresh.db, day) }))
        const last = dayOf(events.at(-1)?.time ?? 0)
        const first = dayOf(events[0]?.time ?? 0)
        const day: Day = Math.max(first, last - back)
        for (const address of WALLETS) {
          for (const asOf of [null, day]) {
            const upTo = asOf === null ? events : events.filter(({ time }) => dayOf(time) <= asOf)
            const expected = fillsOf(upTo, address)
            if (expected.length === 0) continue
            const variables = { address, asOf: asOf === null ? null : dayText(asOf) }
            const suffix = asOf === null ? '' : `@${dayText(asOf)}`
            const rows = await walk(ask, variables, false)
            expect(rows).toMatchObject(expected.map(told).map((row) => ({ ...row, id: row.id + suffix })))
            expect(await walk(ask, variables, true)).toEqual(rows)
            const { volume, tradeCount, trades } = await pageOf(ask, { ...variables, first: 100 })
            expect(expected.reduce((sum, { usd }) => sum + usd, 0) / MICRO).toBe(volume)
            expect([rows.length, trades.totalCount]).toEqual([tradeCount, tradeCount])
          }
        }
      }),
      { numRuns: engine === 'sqlite' ? 4 : 1, endOnFailure: true },
    )
  })

  test('have the profit realized by each and the shares that it left: those of a ledger that ends with it', async () => {
    const shares = { told: 0, unknown: 0, other: 0 }
    const changes = new Set<string>()
    await fc.assert(
      fc.asyncProperty(ledgerOf(25), fc.boolean(), async (events, isSealed) => {
        const [fresh, slow] = [await open(), await open()]
        await publish(fresh.db, events, isSealed)
        const expected = await effectsOneByOne(slow.db, events)
        const mayBeUnknown = behindTransfers(events)
        const ask = asker(fresh.db)
        for (const address of WALLETS) {
          const { data } = await ask(REALIZED, { address }, 'PRO')
          const nodes = (data as { trader: null | { trades: { nodes: EffectRow[] } } }).trader?.trades.nodes
          for (const { id, side, realizedPnl, effect } of nodes ?? []) {
            if (realizedPnl === null || effect === null) {
              expect([realizedPnl, effect]).toEqual([null, null])
              expect(mayBeUnknown).toContain(id)
              shares.unknown++
            } else {
              const { change, sharesBefore, sharesLeft } = effect
              const [realized, before, after] = [realizedPnl, sharesBefore, sharesLeft].map((one) =>
                Math.round(one * MICRO),
              )
              expect([id, { realized, before, after }]).toEqual([id, expected.get(id)])
              const isFirst = sharesBefore === 0
              expect(change).toBe(
                side === 'BUY' ? (isFirst ? 'OPENED' : 'ADDED') : sharesLeft > 0 ? 'REDUCED' : 'CLOSED',
              )
              changes.add(change)
              shares.told++
              if (realizedPnl !== 0) shares.other++
            }
          }
        }
        await Promise.all([fresh.close(), slow.close()])
      }),
      { numRuns: engine === 'sqlite' ? 4 : 1, endOnFailure: true, examples: [[PASSED_ON, true]] },
    )
    expect(shares.told).toBeGreaterThan(shares.unknown)
    expect(changes.size).toBeGreaterThan(2)
    expect(Math.min(shares.unknown, shares.other)).toBeGreaterThan(0)
  })

  test('count a transfer once where its sender and its receiver are asked for together', async () => {
    const events: LedgerEvent[] = [
      trade(0, { side: 'BUY', usd: 4 * MICRO }),
      handed(1, WALLETS[0], WALLETS[1]),
      trade(2, { side: 'SELL', shares: 5 * MICRO, usd: 3 * MICRO }),
      trade(3, { owner: WALLETS[1], side: 'SELL', usd: 3 * MICRO }),
    ]
    const { db, close } = await open()
    await publish(db, events, false)
    const realized = await expectSameEverywhere(asker(db), 50)
    expect([realized.get('12-0'), realized.get('13-0')]).toEqual([1, null])
    await close()
  })

  test('know what an outcome realized beside another that was given and resolved with it', async () => {
    const [, other] = MARKET_LINES[0]?.tokens ?? []
    const events: LedgerEvent[] = [
      handed(0, WALLETS[1], WALLETS[0]),
      trade(1, { token: other, side: 'BUY', usd: 4 * MICRO }),
      {
        ...placeAt(2),
        kind: 'RESOLVE',
        condition: MARKET_LINES[0]?.condition,
        payouts: ['0', '1'],
      } as unknown as LedgerEvent,
      trade(3, { token: other, side: 'SELL', usd: 5 * MICRO }),
      trade(4, { side: 'SELL', usd: 1 * MICRO }),
    ]
    const { db, close } = await open()
    await publish(db, events, false)
    const realized = await expectSameEverywhere(asker(db), 50)
    expect([realized.get('13-0'), realized.get('14-0')]).toEqual([-5, null])
    await close()
  })

  test('realize the same by node, by the trader’s list and by the market’s, on any page', async () => {
    const drawn = fc.tuple(ledgerOf(25), fc.boolean(), fc.integer({ min: 1, max: 7 }))
    await fc.assert(
      fc.asyncProperty(drawn, async ([events, isSealed, first]) => {
        const { db, close } = await open()
        await publish(db, events, isSealed)
        await expectSameEverywhere(asker(db), first)
        await close()
      }),
      { numRuns: engine === 'sqlite' ? 4 : 1, endOnFailure: true, examples: [[[PASSED_ON, true, 2]]] },
    )
  })

  test('realize the same regardless of their trader’s other events of the day, up to a limit of events of the position', async () => {
    const { db } = await open()
    await publish(db, BUSY_DAY, false)
    const ask = asker(db)
    for (const first of [7, 97]) {
      const realized = await expectSameEverywhere(ask, first, 1)
      const fills = BUSY_DAY.filter(isFill).reverse().slice(0, first)
      const expected = fills.map(({ block, logIndex, side, token }, n) => {
        const isBehind = token === MARKET_LINES[0]?.tokens[0] && n - 2 < BUSY - MOST_REPLAYED
        return [`${block}-${logIndex}`, isBehind ? null : side === 'BUY' ? 0 : 0.2]
      })
      expect([...realized]).toEqual(expected)
    }
  })

  test('are filtered by market, side, dollars and time, each page as without the others', async () => {
    const [events = []] = fc.sample(ledgerOf(50), { numRuns: 1, seed: 11 })
    await publish(store.db, events, true)
    const ask = asker(store.db)
    const middle = events[30]?.time ?? 0
    const market = MARKET_LINES[2]
    const moment = `${new Date(middle * 1000).toISOString().slice(0, 19)}Z`
    const filters: [Record<string, unknown>, (fill: Fill) => boolean][] = [
      [{ market: market?.condition }, ({ token }) => market?.tokens.includes(token) === true],
      [{ side: 'SELL' }, ({ side }) => side === 'SELL'],
      [{ minUsd: 2.5 }, ({ usd }) => usd >= 2_500_000],
      [{ from: moment }, ({ time }) => time >= middle],
      [{ to: moment, side: 'BUY' }, ({ time, side }) => time < middle && side === 'BUY'],
    ]
    for (const [filter, keep] of filters)
      for (const address of WALLETS) {
        const expected = fillsOf(events, address, keep).map(told)
        expect(await walk(ask, { address, ...filter }, false)).toMatchObject(expected)
        expect(await walk(ask, { address, ...filter }, true)).toMatchObject(expected)
      }
  })

  test('are each listed once while new ones arrive', async () => {
    const { db } = await open()
    const [events = []] = fc.sample(ledgerOf(55), { numRuns: 1, seed: 5 })
    const [now, later] = [events.slice(0, 35), events.slice(35)]
    await publish(db, now, false)
    const ask = asker(db, readerOf(db, { clock: () => Date.now() * 1e6 }))
    for (const address of WALLETS)
      for (const isBackward of [false, true]) {
        const before = fillsOf(now, address).map(({ block, logIndex }) => `${block}-${logIndex}`)
        const rows = await walk(ask, { address }, isBackward, async () => {
          await ingestRecords(db, later.splice(0, 2))
          await refresh(db)
        })
        const ids = rows.map(({ id }) => id)
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.filter((id) => before.includes(id))).toEqual(before)
      }
  })
})
