import fc from 'fast-check'
import type { CohortDefinition } from '../../../src/cohorts/cohorts.ts'
import type { Fill, LedgerEvent, MarketInfo, Resolve } from '../../../src/ledger/event.ts'
import {
  type Address,
  type ConditionId,
  DAY_SECONDS,
  type Hash,
  MICRO,
  type TokenId,
} from '../../../src/ledger/quantities.ts'

/** Monday 2026-02-02. */
export const FIRST_WEEK = 20_486
const MONDAY = FIRST_WEEK * DAY_SECONDS
/** Four weeks of a hundred blocks. */
export const BLOCK_SECONDS = 24_192
const hex = (digits: number, n: number) => `0x${n.toString(16).padStart(digits, '0')}`

/** Every trader is among the first 100 of pnl-all. */
export const BY_PNL: readonly CohortDefinition[] = [{ id: 'top-pnl', board: 'pnl-all', isRadar: false }]
export const OWNERS = [1, 2, 3, 4, 5].map((n) => hex(40, n) as Address)

/** Two markets of two outcomes, and one of three, which no cohort has a stance in. */
export const MARKETS: MarketInfo[] = [2, 2, 3].map((outcomes, n) => ({
  kind: 'MARKET',
  condition: hex(64, 100 + n) as ConditionId,
  tokens: Array.from({ length: outcomes }, (_, outcome) => `${1000 + 10 * n + outcome}` as TokenId),
  outcomes: Array.from({ length: outcomes }, (_, outcome) => `Outcome ${outcome}`),
  question: `Question ${n}`,
  slug: `question-${n}`,
  category: n === 0 ? 'politics' : null,
  tags: [],
  event: null,
  negRisk: null,
}))

/** The first two markets as metadata may tell of them: each ends at some time of the four weeks, or without one. */
export const endingMarkets: fc.Arbitrary<MarketInfo[]> = fc
  .array(
    fc.option(
      fc.oneof(
        fc.integer({ min: 0, max: 28 * DAY_SECONDS }),
        fc.tuple(fc.nat(4), fc.constantFrom(-1, 0, 1)).map(([week, off]) => 7 * DAY_SECONDS * week + off),
      ),
      { nil: undefined },
    ),
    { minLength: 2, maxLength: 2 },
  )
  .map((ends) =>
    MARKETS.map((market, n) => {
      const after = ends[n]
      return after === undefined ? market : { ...market, endsAt: MONDAY + after }
    }),
  )
const TOKENS = MARKETS.flatMap(({ tokens }) => [...tokens])

const fill = fc.record({
  kind: fc.constant('FILL' as const),
  block: fc.integer({ min: 0, max: 99 }),
  owner: fc.constantFrom(...OWNERS),
  token: fc.constantFrom(...TOKENS),
  // Now and then less than a share, which says nothing of the price.
  shares: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1_000, max: 30_000 }) },
    { weight: 1, arbitrary: fc.constant(0.5) },
  ),
  // Often enough for a market to be decided by its price.
  price: fc.oneof(
    { weight: 3, arbitrary: fc.integer({ min: 2, max: 98 }) },
    { weight: 1, arbitrary: fc.constantFrom(1, 99) },
  ),
  isBuy: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
})
const resolve = fc.record({
  kind: fc.constant('RESOLVE' as const),
  block: fc.integer({ min: 60, max: 99 }),
  market: fc.integer({ min: 0, max: 1 }),
  payouts: fc.constantFrom(['1', '0'], ['0', '1'], ['1', '1']),
})

/** A history in the order of the chain; each market resolves at most once. */
export const smartEvents: fc.Arbitrary<LedgerEvent[]> = fc
  .tuple(
    fc.array(fill, { minLength: 20, maxLength: 60, size: 'max' }),
    fc.uniqueArray(resolve, { selector: ({ market }) => market, maxLength: 2 }),
  )
  .map(([fills, resolutions]) => {
    const moves = [...fills, ...resolutions].toSorted((a, b) => a.block - b.block)
    return moves.map((move, i) => (move.kind === 'FILL' ? fillOf(move, i) : resolveOf(move, i)))
  })

/** A fill that changes no position of a member, at any time: its owner holds nothing else. */
export function strangersFill(time: number): Fill {
  const terms = {
    block: 0,
    owner: hex(40, 99) as Address,
    token: '9999' as TokenId,
    shares: 1,
    price: 50,
    isBuy: true,
  }
  return { ...fillOf({ ...terms, kind: 'FILL' }, 999), block: 500, time }
}

function placeOf(block: number, i: number) {
  return { block, logIndex: i, tx: hex(64, i + 1) as Hash, time: MONDAY + block * BLOCK_SECONDS }
}

/** The terms of a fill: whole shares, and cents. */
export type FillMove = {
  kind: 'FILL'
  block: number
  owner: Address
  token: TokenId
  shares: number
  price: number
  isBuy: boolean
}

/** A fill of a move; `i` tells one event from another. */
export function fillOf({ block, owner, token, shares, price, isBuy }: FillMove, i: number): Fill {
  return {
    kind: 'FILL',
    ...placeOf(block, i),
    exchange: null,
    owner,
    counterparty: null,
    role: i % 2 === 0 ? 'TAKER' : 'MAKER',
    side: isBuy ? 'BUY' : 'SELL',
    token,
    shares: shares * MICRO,
    usd: (shares * MICRO * price) / 100,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
}

/** A market's end. */
export function resolveOf(
  move: { block: number; market: number; payouts: readonly string[] },
  i: number,
): Resolve {
  const condition = MARKETS[move.market]?.condition ?? (hex(64, 0) as ConditionId)
  return { kind: 'RESOLVE', ...placeOf(move.block, i), condition, payouts: move.payouts }
}
