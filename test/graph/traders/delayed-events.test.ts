import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Tier } from '../../../src/access/tier.ts'
import { DAY_SECONDS, dayOf, dayText } from '../../../src/ledger/quantities.ts'
import { publishAsOf } from '../../../src/refresh/as-of/publish-as-of.ts'
import { refresh } from '../../../src/refresh/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { ledgerOf, MARKET_LINES, WALLETS } from '../../store/support/random-ledger.ts'
import { type Ask, asker } from '../support/ask.ts'
import { newStore, readerOf } from '../support/published-store.ts'

/** The delay of {@link asker}'s service. */
const DELAY = 3_600
const [drawn = []] = fc.sample(ledgerOf(58), { numRuns: 1, seed: 9 })
const now = Math.floor(Date.now() / 1_000)
const shift = now - 60 - (drawn.at(-1)?.time ?? 0)
const events = drawn.map((event) => ({ ...event, time: event.time + shift }))

let ask: Ask
let remove: () => Promise<void>

beforeAll(async () => {
  const store = await newStore()
  remove = store.remove
  await ingestRecords(store.db, [...MARKET_LINES, ...events])
  await refresh(store.db)
  ask = asker(store.db, readerOf(store.db, { computeAsOf: (day) => publishAsOf(store.db, day) }))
})
afterAll(() => remove())

const TRADES = `query ($address: String!, $first: Int) { trader(address: $address) { trades(first: $first) { nodes { id time } } } }`
const POSITIONS = `query ($address: String!, $asOf: Date) { trader(address: $address, asOf: $asOf) {
  positions { totalCount nodes { token status shares cost price value realizedPnl unrealizedPnl fees } } } }`

const FLOW = `query ($id: String!, $to: Date) { market(id: $id) { flow(to: $to) { from to groups { group traders netShares netUsd } } } }`
const MARKET = `query ($id: String!) { market(id: $id) { trades(first: 25) { nodes { time } } flow { to }
  prices(interval: HOUR, first: 25) { nodes { time tradeCount } } } }`

describe('lists without Pro', () => {
  it('of trades end where the delay of public alerts begins, also one by one', async () => {
    let hidden = 0
    for (const address of WALLETS) {
      const told = async (tier: Tier) => {
        const { data } = await ask(TRADES, { address, first: 25 }, tier)
        return (data as { trader: { trades: { nodes: { id: string; time: string }[] } } }).trader.trades.nodes
      }
      const [pro, free] = [await told('PRO'), await told('FREE')]
      const old = pro.filter(({ time }) => Date.parse(time) / 1_000 <= Date.now() / 1_000 - DELAY)
      expect(free.slice(0, old.length)).toEqual(old)
      expect(await told('ANONYMOUS')).toEqual(free)
      for (const { id } of pro) {
        const { data } = await ask('query ($id: ID!) { node(id: $id) { id } }', { id }, 'FREE')
        expect(data?.node).toEqual(old.some((trade) => trade.id === id) ? { id } : null)
      }
      hidden += pro.length - old.length
    }
    expect(hidden).toBeGreaterThan(0)
  })

  it('of positions are those at the close of the last day before the delay', async () => {
    const day = dayOf(now - DELAY + 1) - 1
    expect(events.some(({ time }) => time >= (day + 1) * DAY_SECONDS)).toBe(true)
    let changed = 0
    for (const address of WALLETS) {
      const pro = await ask(POSITIONS, { address, asOf: dayText(day) }, 'PRO')
      expect(pro.errors).toBeUndefined()
      expect(await ask(POSITIONS, { address }, 'FREE')).toEqual(pro)
      if (!isDeepStrictEqual(await ask(POSITIONS, { address }, 'PRO'), pro)) changed++
    }
    // Not each wallet does something on every day.
    expect(changed).toBeGreaterThan(0)
  })

  it('of prices end where trades do, and flow with the close of the last day before', async () => {
    const day = dayOf(now - DELAY + 1) - 1
    let hidden = 0
    // Prices end with a resolution; trades continue after it here.
    const isOpen = ({ condition }: (typeof MARKET_LINES)[number]) =>
      !events.some((event) => event.kind === 'RESOLVE' && event.condition === condition)
    for (const { condition } of MARKET_LINES.filter(isOpen)) {
      const told = async (tier: Tier) => {
        const { data, errors } = await ask(MARKET, { id: condition }, tier)
        expect(errors).toBeUndefined()
        return data?.market as {
          trades: { nodes: { time: string }[] }
          prices: { nodes: { time: string; tradeCount: number }[] }
          flow: { to: string }
        }
      }
      for (const tier of ['ANONYMOUS', 'FREE', 'PRO'] as const) {
        const { trades, prices, flow } = await told(tier)
        const [newest, oldest] = [prices.nodes[0], prices.nodes.at(-1)]
        if (!newest || !oldest) continue
        const shown = trades.nodes.filter(({ time }) => time >= oldest.time)
        expect(prices.nodes.reduce((sum, { tradeCount }) => sum + tradeCount, 0)).toBe(shown.length)
        if (tier !== 'PRO')
          expect(Date.parse(newest.time) / 1_000).toBeLessThanOrEqual(Date.now() / 1_000 - DELAY)
        if (tier !== 'PRO') expect(flow.to).toBe(dayText(day))
        hidden += tier === 'PRO' ? trades.nodes.length : -trades.nodes.length / 2
      }
      const [pro, free] = [
        await ask(FLOW, { id: condition, to: dayText(day) }, 'PRO'),
        await ask(FLOW, { id: condition }, 'FREE'),
      ]
      expect(free).toEqual(pro)
    }
    expect(hidden).toBeGreaterThan(0)
  })

  it.each([
    ['ANONYMOUS', '(last: 5)', 'a Pro account'],
    ['FREE', '(last: 5)', 'a Pro account'],
    ['FREE', '(after: "abc")', 'a Pro account'],
    ['FREE', '(before: "abc")', 'a Pro account'],
  ] as const)('%s gets a refusal that names the tier of a list%s', async (tier, args, needs) => {
    for (const list of ['trades', 'positions']) {
      const { data, errors } = await ask(
        `{ trader(address: "${WALLETS[0]}") { ${list}${args} { nodes { id } } } }`,
        {},
        tier,
      )
      expect(data).toEqual({ trader: null })
      expect(errors?.[0]?.message).toMatch(new RegExp(`^The argument \\w+ requires ${needs}`))
    }
  })

  it('refuse an invalid cursor, and two directions together', async () => {
    for (const [args, message] of [
      ['(after: "abc")', 'The argument after is not a cursor'],
      ['(first: 2, last: 2)', 'The argument last cannot be combined with first'],
    ])
      for (const list of ['trades', 'positions']) {
        const { errors } = await ask(
          `{ trader(address: "${WALLETS[0]}") { ${list}${args} { nodes { id } } } }`,
          {},
          'PRO',
        )
        expect(errors?.[0]?.message).toContain(message)
      }
  })
})
