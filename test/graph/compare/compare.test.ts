import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { type ComparedNumber, clearlyBest } from '../../../src/graph/compare/common-markets.ts'
import type { Fill, MarketInfo } from '../../../src/ledger/event.ts'
import { MICRO } from '../../../src/ledger/quantities.ts'
import { sealLedger } from '../../../src/store/ledger/seal-ledger.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { recordsOf } from '../../support/worlds.ts'
import { type Ask, asker } from '../support/ask.ts'

interface Entry {
  trader: string
  outcome: { token: string }
  paid: number
  averagePrice: number
  firstBuy: string
  place: number
}
interface Pair {
  traders: string[]
  markets: number
  sameSide: number
  firstLed: number
  secondLed: number
  medianLead: number | null
}
interface Comparison {
  summary: string
  traders: {
    trader: { address: string; positions: { nodes: { value: number }[]; totalCount: number } }
    stats: { pnl: number; roi: number | null } | null
    returns: { day: string; return: number }[]
    best: string[]
    openValue: number
    openPositions: number
  }[]
  marketCount: number
  markets: { market: { condition: string }; entries: Entry[] }[]
  pairs: Pair[]
}

const COMPARE = `query ($traders: [String!]!, $period: Period, $asOf: Date) { compare(traders: $traders, period: $period, asOf: $asOf) {
  summary marketCount
  traders { trader { address positions(status: OPEN, first: 100) { totalCount nodes { value } } } stats { pnl roi } returns { day return } best openValue openPositions }
  markets(first: 50) { market { condition } entries { trader outcome { token } paid averagePrice firstBuy place } }
  pairs { traders markets sameSide firstLed secondLed medianLead } } }`

const records = recordsOf('small')
const buys = records.filter((one): one is Fill => one.kind === 'FILL' && one.side === 'BUY')
const conditions = new Map(
  records
    .filter((one): one is MarketInfo => one.kind === 'MARKET')
    .flatMap(({ condition, tokens }) =>
      tokens.map((token) => [token as string, condition as string] as const),
    ),
)
const wallets = [...new Set(buys.map(({ owner }) => owner as string))].sort()
const some = fc.uniqueArray(fc.constantFrom(...wallets), { minLength: 1, maxLength: 5 })

interface Side {
  token: string
  usd: number
  shares: number
  time: number
}

/** The outcome of a market that a wallet paid most for, fill by fill; null where it bought none. */
function sideIn(wallet: string, condition: string): Side | null {
  let best: Side | null = null
  for (const token of [...conditions].filter(([, of]) => of === condition).map(([name]) => name)) {
    const own = buys.filter((fill) => fill.owner === wallet && fill.token === token)
    if (own.length === 0) continue
    const side = { token, usd: 0, shares: 0, time: Infinity }
    for (const { usd, shares, time } of own) {
      side.usd += usd
      side.shares += shares
      side.time = Math.min(side.time, time)
    }
    if (best === null || side.usd > best.usd || (side.usd === best.usd && side.time < best.time)) best = side
  }
  return best
}

/** The value that as many are below as above. */
function middleOf(values: readonly number[]): number | null {
  let rest = [...values].sort((a, b) => a - b)
  while (rest.length > 2) rest = rest.slice(1, -1)
  return rest.length === 0 ? null : rest.reduce((sum, value) => sum + value, 0) / rest.length
}

function pairIn(first: string, second: string): Pair {
  const all = [...new Set(conditions.values())].flatMap((condition) => {
    const [one, other] = [sideIn(first, condition), sideIn(second, condition)]
    return one && other ? [{ one, other }] : []
  })
  return {
    traders: [first, second],
    markets: all.length,
    sameSide: all.filter(({ one, other }) => one.token === other.token).length,
    firstLed: all.filter(({ one, other }) => one.time < other.time).length,
    secondLed: all.filter(({ one, other }) => one.time > other.time).length,
    medianLead: middleOf(all.map(({ one, other }) => other.time - one.time)),
  }
}

describeEngines('a comparison', (open) => {
  let ask: Ask
  let sealed: Ask
  beforeAll(async () => {
    ask = asker((await open('small')).db)
    const { db } = await open('small')
    expect((await sealLedger(db, { settledAfterDays: 2 })).segments).toBeGreaterThan(0)
    sealed = asker(db)
  })

  async function compare(traders: readonly string[], variables: object = {}, by = ask): Promise<Comparison> {
    const { data, errors } = await by(COMPARE, { traders, ...variables }, 'PRO')
    expect(errors).toBeUndefined()
    return (data as { compare: Comparison }).compare
  }

  test('counts pairs and places each entry as the fills do one by one, sealed or not', async () => {
    await fc.assert(
      fc.asyncProperty(some, async (traders) => {
        const found = await compare(traders)
        expect(await compare(traders, {}, sealed)).toEqual(found)
        const pairs = traders.flatMap((first, i) =>
          traders.slice(i + 1).map((second) => pairIn(first, second)),
        )
        expect(found.pairs).toEqual(pairs)
        const shared = [...new Set(conditions.values())].filter(
          (condition) => traders.filter((wallet) => sideIn(wallet, condition) !== null).length > 1,
        )
        expect(found.marketCount).toBe(shared.length)
        expect(found.markets.map(({ market }) => market.condition).sort()).toEqual(shared.sort())
        for (const { market, entries } of found.markets) {
          const sides = traders.flatMap((trader) => {
            const side = sideIn(trader, market.condition)
            return side === null ? [] : [{ trader, ...side }]
          })
          const placeOf = ({ token, time }: Side) =>
            1 + sides.filter((other) => other.token === token && other.time < time).length
          expect(entries).toEqual(
            sides.map((side) => ({
              trader: side.trader,
              outcome: { token: side.token },
              paid: side.usd / MICRO,
              averagePrice: side.usd / side.shares,
              firstBuy: `${new Date(side.time * 1_000).toISOString().slice(0, 19)}Z`,
              place: placeOf(side),
            })),
          )
        }
      }),
      { numRuns: 12 },
    )
  })

  test('ends each curve at the return of the period, and adds up the open positions', async () => {
    await fc.assert(
      fc.asyncProperty(some, fc.constantFrom('DAYS_7', 'DAYS_30', 'ALL'), async (traders, period) => {
        const found = await compare(traders, { period })
        expect(found.traders.map(({ trader }) => trader.address)).toEqual(traders)
        for (const { stats, returns, trader, openValue, openPositions } of found.traders) {
          const last = returns.at(-1)
          if (last !== undefined) expect(last.return).toBeCloseTo(stats?.roi ?? Number.NaN, 12)
          expect(openPositions).toBe(trader.positions.totalCount)
          const sum = trader.positions.nodes.reduce((all, { value }) => all + value, 0)
          expect(openValue).toBeCloseTo(sum, 5)
        }
        const most = found.traders.filter(({ best }) => best.includes('PNL'))
        const top = Math.max(...found.traders.map(({ stats }) => stats?.pnl ?? -Infinity))
        const tops = found.traders.filter(({ stats }) => stats?.pnl === top)
        const known = found.traders.filter(({ stats }) => stats !== null).length
        expect(most).toEqual(known > 1 && tops.length === 1 ? tops : [])
      }),
      { numRuns: 12 },
    )
  })

  test('refuses six traders, an unknown one, and none by name', async () => {
    const unknown = `0x${'f'.repeat(40)}`
    const six = await ask(COMPARE, { traders: wallets.slice(0, 6) })
    expect(six.errors?.[0]?.extensions?.code).toBe('BAD_USER_INPUT')
    const missing = await ask(COMPARE, { traders: [wallets[0], unknown] })
    expect(missing.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    expect(
      (await compare([wallets[0] ?? '', wallets[0]?.toUpperCase().replace('0X', '0x') ?? ''])).traders,
    ).toHaveLength(1)
  })
})

test('the best of estimates is above all others by its whole interval, and the best of facts is alone', () => {
  const number: fc.Arbitrary<ComparedNumber> = fc.oneof(
    fc.integer({ min: -5, max: 5 }).map((value) => ({ value })),
    fc
      .tuple(fc.integer({ min: -5, max: 5 }), fc.nat(4))
      .map(([low, width]): ComparedNumber => ({ interval: [low, low + width] })),
    fc.constant({ value: null }),
  )
  fc.assert(
    fc.property(fc.array(number, { maxLength: 5 }), (numbers) => {
      const ends = numbers.map(
        ({ value, interval }) => interval ?? (value === null || value === undefined ? null : [value, value]),
      )
      const known = ends.filter((one) => one !== null).length
      const best = ends.findIndex(
        (own, i) =>
          own !== null &&
          known > 1 &&
          ends.every((other, j) => i === j || other === null || own[0] > other[1]),
      )
      expect(clearlyBest(numbers)).toBe(best < 0 ? null : best)
    }),
  )
})
