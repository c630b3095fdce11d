import fc from 'fast-check'
import type { CohortDefinition } from '../../../src/cohorts/cohorts.ts'
import type { Fill, MarketInfo } from '../../../src/ledger/event.ts'
import {
  type Address,
  type ConditionId,
  DAY_SECONDS,
  type Hash,
  MICRO,
  type TokenId,
} from '../../../src/ledger/quantities.ts'

/** Monday 2026-02-02, 00:00 UTC. */
export const MONDAY = 20_486 * DAY_SECONDS
const hex = (digits: number, n: number) => `0x${n.toString(16).padStart(digits, '0')}`
export const OWNERS = [1, 2, 3, 4].map((n) => hex(40, n) as Address)
export const TOKENS = [1000, 1001, 1002, 1003].map((n) => `${n}` as TokenId)
export const CONDITIONS = { first: hex(64, 1) as ConditionId, second: hex(64, 2) as ConditionId }

/** Tokens 1000 and 1001 are a market of politics, 1002 and 1003 one without a category. */
export const MARKETS: readonly MarketInfo[] = Object.values(CONDITIONS).map((condition, n) => ({
  kind: 'MARKET',
  condition,
  tokens: TOKENS.slice(2 * n, 2 * n + 2),
  outcomes: ['Yes', 'No'],
  question: `Question ${n}`,
  slug: `question-${n}`,
  category: n === 0 ? 'politics' : null,
  tags: [],
  event: null,
  negRisk: null,
}))
export const MIN_USD = 2_000 * MICRO

/** Cohorts of boards without behavior: here only the weekly fixing matters, not the members. */
export const TEST_COHORTS: readonly CohortDefinition[] = [
  { id: 'by-pnl', board: 'pnl-all', isRadar: true },
  { id: 'by-roi', board: 'roi-all', isRadar: true },
  { id: 'by-volume', board: 'volume-all', isRadar: false },
]

/** Seconds between two blocks: three weeks in a hundred. */
const BLOCK_SECONDS = 18_144

/** A fill of a block of these weeks; every third is large enough for an alert. */
const fill = fc.record({
  block: fc.integer({ min: 0, max: 99 }),
  owner: fc.constantFrom(...OWNERS),
  token: fc.constantFrom(...TOKENS),
  usd: fc.integer({ min: 100, max: 3_000 }),
  price: fc.integer({ min: 20, max: 90 }),
  isBuy: fc.boolean(),
})

/** Fills in the order of the chain. */
export const radarFills: fc.Arbitrary<Fill[]> = fc
  .array(fill, { minLength: 10, maxLength: 40 })
  .map((fills) => fills.toSorted((a, b) => a.block - b.block).map((terms, i) => fillOf(terms, i)))

function fillOf(
  terms: { block: number; owner: Address; token: TokenId; usd: number; price: number; isBuy: boolean },
  i: number,
): Fill {
  const usd = terms.usd * MICRO
  return {
    kind: 'FILL',
    block: terms.block,
    logIndex: i,
    tx: hex(64, i + 1) as Hash,
    time: MONDAY + terms.block * BLOCK_SECONDS,
    exchange: null,
    owner: terms.owner,
    counterparty: null,
    role: i % 2 === 0 ? 'TAKER' : 'MAKER',
    side: terms.isBuy ? 'BUY' : 'SELL',
    token: terms.token,
    shares: Math.floor((usd * 100) / terms.price),
    usd,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
  }
}
