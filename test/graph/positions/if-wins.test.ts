import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LedgerEvent, MarketInfo } from '../../../src/ledger/event.ts'
import {
  type Address,
  type ConditionId,
  type Hash,
  MICRO,
  type TokenId,
} from '../../../src/ledger/quantities.ts'
import { optOut } from '../../../src/numbers/as-of/publish-as-of.ts'
import { refresh } from '../../../src/numbers/publish/refresh.ts'
import { ingestRecords } from '../../../src/sources/files/ingest.ts'
import { describeEngines } from '../../store/support/engines.ts'
import { asker } from '../support/ask.ts'

const hex = (digits: number, n: number) => `0x${n.toString(16).padStart(digits, '0')}`
const WALLETS = [1, 2, 3, 4, 5, 6].map((n) => hex(40, n) as Address)
const NEG_RISK = hex(64, 900) as Hash
/** Questions of one neg-risk market; the market after them is decided on its own. */
const QUESTIONS = 3

const MARKETS: MarketInfo[] = Array.from({ length: QUESTIONS + 1 }, (_, n) => ({
  kind: 'MARKET',
  condition: hex(64, 100 + n) as ConditionId,
  tokens: [`${1000 + 2 * n}` as TokenId, `${1001 + 2 * n}` as TokenId],
  outcomes: ['Yes', 'No'],
  question: `Will ${n} win?`,
  slug: `will-${n}`,
  category: null,
  tags: [],
  event: { id: '7', title: 'The winner?', slug: 'the-winner' },
  negRisk: n < QUESTIONS ? { market: NEG_RISK, index: n, questions: QUESTIONS } : null,
}))

const IF_WINS = `query ($id: String!, $market: String, $first: Int) { event(id: $id) { ifWins(market: $market, first: $first) {
  market { condition } traderCount traders { trader { address } staked payout gain realizedPnl } } } }`

interface IfWins {
  market: { condition: string }
  traderCount: number
  traders: {
    trader: { address: string }
    staked: number
    payout: number
    gain: number
    realizedPnl: number
  }[]
}

/** An attempt at an event, which is skipped where its owner lacks the shares. */
const attempt = fc.record({
  kind: fc.constantFrom('BUY', 'BUY', 'BUY', 'SELL', 'SPLIT', 'MERGE', 'CONVERT'),
  owner: fc.constantFrom(...WALLETS),
  market: fc.nat(QUESTIONS),
  outcome: fc.nat(1),
  amount: fc.integer({ min: 1, max: 4_000_000 }),
  price: fc.integer({ min: 1, max: 99 }),
  fee: fc.nat(900),
  indexSet: fc.integer({ min: 1, max: 7 }),
  feeBips: fc.constantFrom(0, 100),
})

/** A trader's money by raw events: what came in less what went out, and the shares of each token. */
interface Purse {
  cash: number[]
  shares: number[][]
}

const newPurse = (): Purse => ({
  cash: MARKETS.map(() => 0),
  shares: MARKETS.map(() => [0, 0]),
})

/** Plays attempts: the possible events, and everybody's purse after them. */
function play(
  attempts: readonly (typeof attempt extends fc.Arbitrary<infer One> ? One : never)[],
  decided: number | null,
) {
  const purses = new Map(WALLETS.map((wallet) => [wallet, newPurse()]))
  const events: object[] = []
  for (const { kind, owner, market, outcome, amount, price, fee, indexSet, feeBips } of attempts) {
    const { cash, shares } = purses.get(owner) as Purse
    const held = shares[market] as number[]
    const line = MARKETS[market] as MarketInfo
    if (kind === 'BUY' || kind === 'SELL') {
      const usd = Math.floor((amount * price) / 100)
      if (kind === 'SELL' && (held[outcome] as number) < amount) continue
      const sign = kind === 'BUY' ? 1 : -1
      held[outcome] = (held[outcome] as number) + sign * amount
      cash[market] = (cash[market] as number) - sign * usd - fee
      const fill = {
        kind: 'FILL',
        exchange: null,
        owner,
        counterparty: null,
        role: 'TAKER',
        side: kind,
        orderHash: null,
      }
      events.push({ ...fill, token: line.tokens[outcome], shares: amount, usd, fee, feeIn: 'USD' })
    } else if (kind === 'CONVERT') {
      const inside = Array.from({ length: QUESTIONS }, (_, n) => n)
      const [no, yes] = [
        inside.filter((n) => (indexSet >> n) & 1),
        inside.filter((n) => !((indexSet >> n) & 1)),
      ]
      if (no.some((n) => (shares[n]?.[1] as number) < amount)) continue
      const received = amount - Math.floor((amount * feeBips) / 10_000)
      for (const n of no) (shares[n] as number[])[1] = (shares[n]?.[1] as number) - amount
      for (const n of yes) (shares[n] as number[])[0] = (shares[n]?.[0] as number) + received
      cash[0] = (cash[0] as number) + (no.length - 1) * received
      events.push({ kind, owner, market: NEG_RISK, indexSet: String(indexSet), amount, feeBips })
    } else {
      if (kind === 'MERGE' && held.some((own) => own < amount)) continue
      const sign = kind === 'SPLIT' ? 1 : -1
      for (const i of [0, 1]) held[i] = (held[i] as number) + sign * amount
      cash[market] = (cash[market] as number) - sign * amount
      events.push({ kind, owner, condition: line.condition, amount })
    }
  }
  if (decided !== null)
    events.push({ kind: 'RESOLVE', condition: MARKETS[decided]?.condition, payouts: ['0', '1'] })
  return {
    purses,
    events: events.map((event, n) => ({
      ...event,
      block: n + 1,
      logIndex: 0,
      tx: hex(64, 10_000 + n),
      time: 1_770_000_000 + 600 * n,
    })) as LedgerEvent[],
  }
}

/** Everybody's result if a market wins: the cash of its question's markets and what the shares pay then, in millionths. */
function slowResults(purses: ReadonlyMap<string, Purse>, market: number, decided: number | null) {
  const group = MARKETS.map((_, n) => n).filter((n) => n === market || (n < QUESTIONS && market < QUESTIONS))
  return new Map(
    [...purses].flatMap(([owner, { cash, shares }]) => {
      const pays = group.map((n) => (shares[n]?.[n === market ? 0 : 1] as number) + 0)
      const [open, over] = [(n: number) => group[n] !== decided, (n: number) => group[n] === decided]
      const isHolder = group.some((n) => n !== decided && shares[n]?.some((own) => own > 0))
      const payout = pays.filter((_, i) => open(i)).reduce((sum, one) => sum + one, 0)
      const settled = pays.filter((_, i) => over(i)).reduce((sum, one) => sum + one, 0)
      const total = group.reduce((sum, n) => sum + (cash[n] as number), 0) + settled + payout
      return isHolder ? [[owner, { payout, total }]] : []
    }),
  )
}

const micro = (amount: number) => Math.round(amount * MICRO)

describeEngines('what traders gain if a market of an event wins', (open, engine) => {
  test('is the cash of raw events and the payout of the shares they leave, over the whole question', async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(attempt, { minLength: 30, maxLength: 70 }),
        fc.option(fc.nat(QUESTIONS - 1)),
        fc.constantFrom(...WALLETS),
        async (attempts, decided, leaver) => {
          const { db, close } = await open()
          const { events, purses } = play(attempts, decided)
          await ingestRecords(db, [...MARKETS, ...events])
          await refresh(db)
          const ask = asker(db)
          const askWins = async (market: number, first = 25) => {
            const { data, errors } = await ask(IF_WINS, {
              id: '7',
              market: MARKETS[market]?.condition,
              first,
            })
            expect(errors).toBeUndefined()
            return (data as { event: { ifWins: IfWins | null } }).event.ifWins
          }
          for (const market of MARKETS.keys()) {
            const own = await askWins(market)
            if (
              market === decided ||
              !events.some((event) => 'token' in event && MARKETS[market]?.tokens.includes(event.token))
            ) {
              if (market === decided) expect(own).toBeNull()
              continue
            }
            const slow = slowResults(purses, market, decided)
            const rows = own?.traders ?? []
            expect(own?.traderCount).toBe(slow.size)
            expect(new Map(rows.map((row) => [row.trader.address, micro(row.payout)]))).toEqual(
              new Map([...slow].map(([owner, { payout }]) => [owner, payout])),
            )
            for (const { trader, staked, payout, gain, realizedPnl } of rows) {
              expect(micro(gain)).toBe(micro(payout) - micro(staked))
              expect(micro(gain) + micro(realizedPnl)).toBe(slow.get(trader.address)?.total)
              compared++
            }
            const stakes = rows.map(({ staked }) => staked)
            expect(stakes).toEqual(stakes.toSorted((a, b) => b - a))
            expect((await askWins(market, 2))?.traders).toEqual(rows.slice(0, 2))
          }
          await optOut(db, leaver)
          for (const market of MARKETS.keys()) {
            const slow = slowResults(purses, market, decided)
            slow.delete(leaver)
            const left = await askWins(market)
            if (left !== null)
              expect(new Set(left.traders.map(({ trader }) => trader.address))).toEqual(new Set(slow.keys()))
          }
          await close()
        },
      ),
      { numRuns: engine === 'sqlite' ? 8 : 3, endOnFailure: true },
    )
    expect(compared).toBeGreaterThan(20)
  })

  test('is of the likeliest market by default, of a market of the event alone, and of none once one has won', async () => {
    const { db, close } = await open()
    const buy = (market: number, outcome: number, price: number) => ({
      kind: 'BUY' as const,
      owner: WALLETS[market] as Address,
      market,
      outcome,
      amount: 2_000_000,
      price,
      fee: 0,
      indexSet: 1,
      feeBips: 0 as const,
    })
    const { events } = play([buy(0, 0, 30), buy(1, 0, 60), buy(2, 1, 80), buy(3, 0, 50)], null)
    await ingestRecords(db, [...MARKETS, ...events])
    await refresh(db)
    const first = await asker(db)(IF_WINS, { id: '7' })
    const wins = (first.data as { event: { ifWins: IfWins } }).event.ifWins
    expect(wins.market.condition).toBe(MARKETS[1]?.condition)
    expect(wins.traders.map(({ trader, gain }) => [trader.address, gain])).toEqual([
      [WALLETS[2], 0.4],
      [WALLETS[1], 0.8],
      [WALLETS[0], -0.6],
    ])
    const other = await asker(db)(IF_WINS, { id: '7', market: hex(64, 999) })
    expect(other.errors?.[0]?.extensions?.code).toBe('NOT_FOUND')
    const last = events.at(-1) as LedgerEvent
    const won = { kind: 'RESOLVE', condition: MARKETS[0]?.condition, payouts: ['1', '0'] }
    const place = { block: Number(last.block) + 1, logIndex: 0, tx: hex(64, 20_000), time: last.time + 600 }
    await ingestRecords(db, [{ ...won, ...place } as unknown as LedgerEvent])
    await refresh(db)
    const over = await asker(db)(IF_WINS, { id: '7', market: MARKETS[1]?.condition })
    expect(over.data).toEqual({ event: { ifWins: null } })
    await close()
  })
})
