import fc from 'fast-check'
import type { LedgerEvent, MarketInfo } from '../../../src/ledger/event.ts'
import { type Address, type ConditionId, MICRO, type TokenId } from '../../../src/ledger/quantities.ts'
import { fillOf, resolveOf } from '../../smart-money/support/smart-world.ts'

const hex = (digits: number, n: number) => `0x${n.toString(16).padStart(digits, '0')}`
const OWNERS = [1, 2, 3, 4, 5].map((n) => hex(40, n) as Address)
/** Buys the side that wins and keeps it: of conviction by any rule, once enough markets have resolved. */
export const BELIEVER = hex(40, 1) as Address

/** Fourteen markets of two outcomes. */
export const MARKETS = Array.from(
  { length: 14 },
  (_, n): MarketInfo => ({
    kind: 'MARKET',
    condition: hex(64, 300 + n) as ConditionId,
    tokens: [`${3000 + 2 * n}` as TokenId, `${3001 + 2 * n}` as TokenId],
    outcomes: ['Yes', 'No'],
    question: `Question ${n}`,
    slug: null,
    category: null,
    tags: [],
    event: null,
    negRisk: null,
  }),
)

/** A trader's acts in a market: buys a side, may sell part of it later, and may be paid out. */
const deal = fc.record({
  isYes: fc.boolean(),
  shares: fc.integer({ min: 1, max: 4 }).map((n) => 100 * n),
  price: fc.integer({ min: 20, max: 60 }),
  bought: fc.integer({ min: 0, max: 19 }),
  // In parts of a hundred; most keep what they have, or four fifths of it.
  sold: fc.constantFrom<number>(0, 0, 0, 0, 0, 20, 20, 21, 60, 100),
  soldAfter: fc.integer({ min: 1, max: 60 }),
  redeemed: fc.option(fc.integer({ min: 0, max: 4 })),
})
const market = fc.record({
  // A hundred blocks are four weeks; nothing resolves in the last fifteen.
  resolved: fc.option(fc.integer({ min: 25, max: 85 }), { freq: 8 }),
  yesWins: fc.boolean(),
  deals: fc.array(fc.option(deal, { freq: 8 }), { minLength: 4, maxLength: 4 }),
})
type Deal = typeof deal extends fc.Arbitrary<infer T> ? T : never
type Market = typeof market extends fc.Arbitrary<infer T> ? T : never

/** A history in the order of the chain, in which the believer has high conviction from the last Monday on. */
export const convictionEvents: fc.Arbitrary<LedgerEvent[]> = fc
  .array(market, { minLength: MARKETS.length, maxLength: MARKETS.length })
  .map((markets) => {
    const moves = markets.flatMap((terms, n) => movesOf(terms, n))
    return moves.toSorted((a, b) => a.block - b.block).map(({ make }, i) => make(i))
  })

interface Move {
  block: number
  make(i: number): LedgerEvent
}

/** The believer's markets, which resolve before the last Monday, are the first ten. */
function movesOf({ resolved, yesWins, deals }: Market, n: number): Move[] {
  const end = n < 10 ? Math.min(resolved ?? 70, 70) : resolved
  const won = { isYes: yesWins, shares: 100, price: 50, bought: 5, sold: 0, soldAfter: 1, redeemed: n }
  const own = [n < 10 ? won : null, ...deals].flatMap((one, i) =>
    one === null ? [] : dealMoves(one, { owner: OWNERS[i] ?? failed(), market: n, end, yesWins }),
  )
  if (end === null) return own
  const payouts = yesWins ? ['1', '0'] : ['0', '1']
  const make = (i: number) => ({
    ...resolveOf({ block: end, market: 0, payouts }, i),
    condition: conditionOf(n),
  })
  return [{ block: end, make }, ...own]
}

interface Place {
  owner: Address
  market: number
  /** The block of the market's resolution, or null. */
  end: number | null
  yesWins: boolean
}

function dealMoves(
  { isYes, shares, price, bought, sold, soldAfter, redeemed }: Deal,
  { owner, market: n, end, yesWins }: Place,
): Move[] {
  const token = MARKETS[n]?.tokens[isYes ? 0 : 1] ?? failed()
  const terms = { kind: 'FILL' as const, owner, token, price }
  const block = bought + soldAfter
  // There are no trades here once shares have their payout.
  const part = block < (end ?? 100) ? (shares * sold) / 100 : 0
  const left = (shares - part) * MICRO
  const moves = [
    { block: bought, make: (i: number) => fillOf({ ...terms, block: bought, shares, isBuy: true }, i) },
  ]
  const sale = { block, make: (i: number) => fillOf({ ...terms, block, shares: part, isBuy: false }, i) }
  const paid = (end ?? 0) + (redeemed ?? 0)
  const redemption: Move = {
    block: paid,
    make: (i) => ({
      ...resolveOf({ block: paid, market: 0, payouts: [] }, i),
      kind: 'REDEEM',
      owner,
      condition: conditionOf(n),
      amounts: isYes ? [left, 0] : [0, left],
      payout: isYes === yesWins ? left : 0,
    }),
  }
  const isRedeemed = end !== null && redeemed !== null && left > 0
  return [...moves, ...(part > 0 ? [sale] : []), ...(isRedeemed ? [redemption] : [])]
}

function conditionOf(n: number): ConditionId {
  return MARKETS[n]?.condition ?? failed()
}

function failed(): never {
  throw new Error('the world of this test has changed')
}
