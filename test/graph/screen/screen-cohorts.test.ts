import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Fill, LedgerEvent } from '../../../src/ledger/event.ts'
import { type Day, dayOf, dayText, MICRO } from '../../../src/ledger/quantities.ts'
import { publishAsOf } from '../../../src/numbers/as-of/publish-as-of.ts'
import { createReader } from '../../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { computeScreen } from '../../../src/numbers/screen/compute-screen.ts'
import { SAVED_SCREENS } from '../../../src/screens/screen-tables.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { type Database, insert } from '../../../src/store/engine/database.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { enlarged, ledgerOf, MARKET_LINES, WALLETS } from '../../store/support/random-ledger.ts'
import { isReplayed, type SlowPosition, slowPositions } from '../positions/slow-positions.ts'
import { type Ask, asker } from '../support/ask.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are compared with what slow calculations give
type Body = any

const FIRST_SCREEN = 'first-of-all-screens-0'
const EVERYBODY = 'all-of-all-of-screens0'

/** A ledger whose prices decide nothing, so that a market ends by its resolution alone. */
const LEDGER = ledgerOf(50).map((events) =>
  // Twice, as a stance has at least $5,000.
  enlarged(enlarged(events)).filter(
    (event) => isReplayed(event) && (event.kind !== 'FILL' || isOpenPrice(event)),
  ),
)

function isOpenPrice({ usd, shares }: Fill): boolean {
  return usd >= 0.02 * shares && usd <= 0.98 * shares
}

/** Publishes a ledger with two public screens: everybody, and the one trader of the largest volume. */
async function publish(db: Database, events: readonly LedgerEvent[]): Promise<Ask> {
  await ingestRecords(db, [...MARKET_LINES, ...events])
  await refresh(db)
  const question = JSON.stringify({
    where: null,
    orderBy: [{ by: 'volume', direction: 'DESC' }],
    period: 'ALL',
    category: null,
  })
  const screen = { accountId: 1, name: 'Largest', isPublic: 1, question, createdAt: 1 }
  await insert(db, SAVED_SCREENS, [
    { ...screen, id: FIRST_SCREEN, top: 1 },
    { ...screen, id: EVERYBODY, top: 3 },
  ])
  const reader = createReader(db, {
    computeAsOf: async (upTo, _caller, asked) =>
      asked === undefined ? publishAsOf(db, upTo) : computeScreen(db, asked),
  })
  return asker(db, reader)
}

async function answer(ask: Ask, query: string, variables: object): Promise<Body> {
  const { data, errors } = await ask(query, { ...variables }, 'PRO')
  expect(errors).toBeUndefined()
  return data
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0)
const micro = (dollars: number) => Math.round(dollars * MICRO)

/** The fills of a trader up to a day's close. */
const volumeOf = (events: readonly LedgerEvent[], trader: string, upTo: Day) =>
  sum(events.flatMap((one) => (isOf(one, trader) && dayOf(one.time) <= upTo ? [one.usd] : [])))

const isOf = (event: LedgerEvent, trader: string): event is Fill =>
  event.kind === 'FILL' && event.owner === trader

/** Traders with a fill up to a day's close, the largest volume first. */
function ranking(events: readonly LedgerEvent[], upTo: Day): string[] {
  return WALLETS.filter((one) => events.some((event) => isOf(event, one) && dayOf(event.time) <= upTo))
    .map((one) => ({ one, volume: volumeOf(events, one, upTo) }))
    .sort((a, b) => b.volume - a.volume || (a.one < b.one ? -1 : 1))
    .map(({ one }) => String(one))
}

interface SlowShared {
  market: string
  outcome: number
  holders: number
  value: number
  averagePrice: number
  gap: number | null
}

/** The outcomes that some traders hold in common, from everybody's positions. */
function slowShared(all: readonly SlowPosition[], traders: readonly string[], min: number): SlowShared[] {
  const held = all.filter(({ trader, status }) => traders.includes(trader) && status === 'OPEN')
  const markets = [...Map.groupBy(held, ({ market }) => market)].flatMap(([market, own]) => {
    const holders = new Set(own.map(({ trader }) => trader)).size
    const value = sum(own.map((one) => micro(one.value)))
    return holders < min ? [] : [{ market, own, holders, value }]
  })
  markets.sort((a, b) => b.holders - a.holders || b.value - a.value || (a.market < b.market ? -1 : 1))
  return markets.flatMap(({ market, own, value: marketValue }) =>
    [0, 1].flatMap((outcome): SlowShared[] => {
      const token = MARKET_LINES.find(({ condition }) => condition === market)?.tokens[outcome]
      const on = own.filter((one) => one.token === token)
      if (on.length === 0) return []
      const value = sum(on.map((one) => micro(one.value)))
      const averagePrice = sum(on.map(({ cost }) => micro(cost))) / sum(on.map(({ shares }) => micro(shares)))
      const share = marketValue === 0 ? null : Math.floor((value * MICRO) / marketValue)
      return [{ market, outcome, holders: on.length, value: value / MICRO, averagePrice, gap: share }]
    }),
  )
}

const IN_COMMON = `query ($among: [String!], $asOf: Date, $min: Int!) {
  traders(where: { among: $among }, asOf: $asOf) { inCommon(min: $min, first: 50) {
    market { condition } outcome { index } holders value averagePrice price gap } } }`
const HOLDERS = `query ($id: String!, $screen: ID, $asOf: Date, $orderBy: HolderOrder) {
  market(id: $id, asOf: $asOf) { holders(screen: $screen, orderBy: $orderBy, first: 2) { totalCount
    nodes { address outcome { index } shares share cost value } pageInfo { endCursor hasNextPage } } } }`
const SMART_MONEY = `query ($screen: ID, $asOf: Date) { smartMoney(screen: $screen, asOf: $asOf) {
  cohort cohortSize snapshotDate weeklyPick { condition }
  markets { condition cohort members value yesShare divergence price }
  consensusMarkets { condition members value yesShare divergence price } } }`
const TRADES = `query ($where: TradeWhere, $orderBy: TradeOrder) {
  trades(where: $where, orderBy: $orderBy, first: 100) { nodes { id time trader { address } } } }`

/** Worlds in which several members hold the same open markets; not every one drawn is. */
const EXAMPLES = fc.sample(fc.tuple(LEDGER, fc.nat(3)), { seed: 1, numRuns: 2 })

describeEngines('the members of a screen as a cohort', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 5 : 2
  const property = (check: (ask: Ask, events: readonly LedgerEvent[], upTo: Day) => Promise<void>) =>
    fc.assert(
      fc.asyncProperty(LEDGER, fc.nat(3), async (events, back) => {
        const first = events.find(({ kind }) => kind === 'FILL')
        if (first === undefined) return
        const ask = await publish((await open()).db, events)
        const last = dayOf(events.at(-1)?.time ?? 0)
        await check(ask, events, Math.max(dayOf(first.time), last - back))
      }),
      { numRuns, endOnFailure: true, examples: EXAMPLES },
    )
  const asOfDay = (events: readonly LedgerEvent[], upTo: Day) =>
    upTo === dayOf(events.at(-1)?.time ?? 0) ? null : dayText(upTo)

  test('holds in common what a replay of the events finds, for any list and least number', async () => {
    let rows = 0
    await property(async (ask, events, upTo) => {
      const all = slowPositions(events, MARKET_LINES, upTo)
      const known = ranking(events, upTo)
      for (const traders of [known, known.slice(0, 2), known.slice(1)])
        for (const min of [1, 2, 3]) {
          const asked = { among: traders, asOf: asOfDay(events, upTo), min }
          const { inCommon } = (await answer(ask, IN_COMMON, asked)).traders
          const want = slowShared(all, traders, min)
          expect(inCommon.length).toBe(want.length)
          for (const [i, { market, outcome, price, gap, ...numbers }] of inCommon.entries()) {
            const { gap: share, ...slow } = want[i] as SlowShared
            expect({ market: market.condition, outcome: outcome.index, ...numbers }).toEqual(slow)
            expect(gap).toBe(price === null || share === null ? null : (share - micro(price)) / MICRO)
          }
          rows += inCommon.length
        }
    })
    expect(rows).toBeGreaterThan(0)
  })

  test('are the holders of a market that belong to it, in every order, with their shares of all', async () => {
    let rows = 0
    await property(async (ask, events, upTo) => {
      const all = slowPositions(events, MARKET_LINES, upTo).filter(({ shares }) => shares > 0)
      const [largest] = ranking(events, upTo)
      for (const { condition } of MARKET_LINES.slice(0, 2)) {
        const asked = { id: condition, screen: FIRST_SCREEN, asOf: asOfDay(events, upTo) }
        const own = all.filter(({ trader, market }) => trader === largest && market === condition)
        for (const orderBy of ['SHARES', 'VALUE', 'PNL']) {
          const { market } = await answer(ask, HOLDERS, { ...asked, orderBy })
          if (market === null) continue
          expect(market.holders.totalCount).toBe(own.length)
          for (const { address, outcome, shares, share, cost } of market.holders.nodes) {
            const token = MARKET_LINES.find((one) => one.condition === condition)?.tokens[outcome.index]
            const slow = own.find((one) => one.token === token)
            expect([address, shares, cost]).toEqual([largest, slow?.shares, slow?.cost])
            const supply = sum(all.filter((one) => one.token === token).map((one) => one.shares))
            expect(share).toBeCloseTo((slow?.shares ?? 0) / supply, 9)
            rows++
          }
        }
      }
    })
    expect(rows).toBeGreaterThan(0)
  })

  test('are a cohort of smart money, with the sums of their positions in open markets', async () => {
    let markets = 0
    await property(async (ask, events, upTo) => {
      const asked = { screen: EVERYBODY, asOf: asOfDay(events, upTo) }
      const { smartMoney } = await answer(ask, SMART_MONEY, asked)
      const members = ranking(events, upTo)
      expect([smartMoney.cohort, smartMoney.cohortSize, smartMoney.weeklyPick]).toEqual([
        null,
        members.length,
        null,
      ])
      expect(smartMoney.snapshotDate).toBe(dayText(upTo))
      const shown = [...smartMoney.markets, ...smartMoney.consensusMarkets]
      const open = slowPositions(events, MARKET_LINES, upTo).filter(
        ({ trader, status, value }) => members.includes(trader) && status === 'OPEN' && value > 0,
      )
      const want = [...Map.groupBy(open, ({ market }) => market)].flatMap(([condition, own]) => {
        const value = sum(own.map((one) => micro(one.value)))
        const yes = MARKET_LINES.find((one) => one.condition === condition)?.tokens[0]
        const onYes = sum(own.filter(({ token }) => token === yes).map((one) => micro(one.value)))
        const holders = new Set(own.map(({ trader }) => trader)).size
        const yesShare = Math.floor((onYes * MICRO) / value) / MICRO
        return holders < 3 || value < 5_000 * MICRO
          ? []
          : [{ condition, members: holders, value: value / MICRO, yesShare }]
      })
      for (const { condition, cohort: _, members, value, yesShare, divergence, price } of shown) {
        expect({ condition, members, value, yesShare }).toEqual(
          want.find((one) => one.condition === condition),
        )
        expect(micro(divergence)).toBe(micro(yesShare) - micro(price))
      }
      const isSignal = ({ yesShare }: { yesShare: number }) => yesShare >= 0.8 || yesShare <= 0.2
      for (const one of want.filter(isSignal))
        expect(shown.map(({ condition }) => condition)).toContain(one.condition)
      markets += shown.length
    })
    expect(markets).toBeGreaterThan(0)
  })

  test('made a trade at whose preceding close they belonged, or belong now, as a definition day by day finds', async () => {
    const [differing, listed] = [new Set<string>(), { rows: 0 }]
    await property(async (ask, events) => {
      const last = dayOf(events.at(-1)?.time ?? 0)
      const all = (await answer(ask, TRADES, {})).trades.nodes as {
        time: string
        trader: { address: string }
      }[]
      for (const [screen, top] of [
        [FIRST_SCREEN, 1],
        [EVERYBODY, 3],
      ] as const) {
        const members = (upTo: Day) => ranking(events, upTo).slice(0, top)
        const dayOfRow = ({ time }: { time: string }) => dayOf(Date.parse(time) / 1_000)
        const want = {
          AT_TRADE: all.filter(
            (row) => dayOfRow(row) > last - 7 && members(dayOfRow(row) - 1).includes(row.trader.address),
          ),
          NOW: all.filter(({ trader }) => members(last).includes(trader.address)),
        }
        for (const membership of ['AT_TRADE', 'NOW'] as const) {
          const where = { screen, members: membership }
          const { trades } = await answer(ask, TRADES, { where })
          expect(trades.nodes, `${screen} ${membership}`).toEqual(want[membership])
          listed.rows += trades.nodes.length
        }
        const byBoard = { board: { id: 'volume-all', top }, members: 'AT_TRADE' }
        expect((await answer(ask, TRADES, { where: byBoard })).trades.nodes).toEqual(want.AT_TRADE)
        if (JSON.stringify(want.AT_TRADE) !== JSON.stringify(want.NOW)) differing.add(screen)
      }
    })
    expect(listed.rows).toBeGreaterThan(0)
    expect(differing.size).toBeGreaterThan(0)
  })

  test('at each trade of more days than are computed is refused with their number', async () => {
    const [events = []] = fc.sample(LEDGER, { numRuns: 1, seed: 5 })
    const ask = await publish((await open()).db, events)
    expect(dayOf(events.at(-1)?.time ?? 0) - dayOf(events[0]?.time ?? 0)).toBeGreaterThan(7)
    const refusal = async (where: object) => (await ask(TRADES, { where }, 'PRO')).errors?.[0]?.message
    const board = { id: 'volume-all' }
    const from = `${dayText(dayOf(events[0]?.time ?? 0))}T00:00:00Z`
    expect(await refusal({ board, members: 'AT_TRADE', from })).toContain('more than 7 days before the end')
    expect(await refusal({ any: [{ members: 'AT_TRADE' }] })).toContain('must be named outside any')
  })
})
