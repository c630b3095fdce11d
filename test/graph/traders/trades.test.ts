import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Tier } from '../../../src/access/tier.ts'
import type { Fill, LedgerEvent } from '../../../src/ledger/event.ts'
import { type Day, dayOf, dayText, MICRO } from '../../../src/ledger/quantities.ts'
import { publishAsOf } from '../../../src/refresh/as-of/publish-as-of.ts'
import { refresh } from '../../../src/refresh/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import { sealLedger } from '../../../src/store/segments/seal-ledger.ts'
import { describeEngines, type FreshStore } from '../../store/engines.ts'
import { ledgerOf, MARKET_LINES, WALLETS } from '../../store/random-ledger.ts'
import { type Ask, asker } from '../ask.ts'
import { readerOf } from '../published-store.ts'

const ROW =
  'time block tx side role token outcome shares usd fee price trader { address } market { condition } counterparty { address }'
const TRADES = `query ($address: String!, $asOf: Date, $first: Int, $after: String, $last: Int, $before: String, $market: ID, $side: TradeDirection, $minUsd: Float, $from: DateTime, $to: DateTime) {
  trader(address: $address, asOf: $asOf) { usdVolume tradeCount
    trades(first: $first, after: $after, last: $last, before: $before, market: $market, side: $side, minUsd: $minUsd, from: $from, to: $to) {
      totalCount nodes { id ${ROW} } edges { cursor node { id } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } } }`

type Row = Record<string, unknown> & { id: string; usd: number }
interface Page {
  trader: {
    usdVolume: number
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
    ...{ block: fill.block, tx: fill.tx, side: fill.side, role: fill.role, token: fill.token },
    outcome: market?.outcomes[market.tokens.indexOf(fill.token)],
    ...{
      shares: fill.shares / MICRO,
      usd: fill.usd / MICRO,
      fee: fill.fee / MICRO,
      price: fill.usd / fill.shares,
    },
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

describeEngines("a trader's trades", (open, engine) => {
  let store: FreshStore
  beforeAll(async () => {
    store = await open()
  })

  /** A store with a ledger, the first part of which may be sealed. */
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
            const { usdVolume, tradeCount, trades } = await pageOf(ask, { ...variables, first: 100 })
            expect(expected.reduce((sum, { usd }) => sum + usd, 0) / MICRO).toBe(usdVolume)
            expect([rows.length, trades.totalCount]).toEqual([tradeCount, tradeCount])
          }
        }
      }),
      { numRuns: engine === 'sqlite' ? 4 : 1, endOnFailure: true },
    )
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

  test('are each met once while paging during new arrivals', async () => {
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
