import fc from 'fast-check'
import { EARLIEST_TIME, END_LIMIT, TEXT_BOUNDS } from '../../../src/ledger/bounds.ts'
import type { EventPlace, Fill, SourceRecord } from '../../../src/ledger/event.ts'
import { MARKET_CATEGORIES } from '../../../src/ledger/market-category.ts'
import {
  type Address,
  type ConditionId,
  type Hash,
  MAX_MICRO,
  type TokenId,
} from '../../../src/ledger/quantities.ts'

/** A record as programs write it: with the usual prototype. */
const plain = <T extends object>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record<T>(model, { noNullPrototype: true })

const hex = (digits: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: digits, maxLength: digits })
    .map((characters) => `0x${characters.join('')}`)

const address = hex(40).map((text) => text as Address)
const hash = hex(64).map((text) => text as Hash)
const condition = hex(64).map((text) => text as ConditionId)
const uint256 = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }).map(String)
const token = uint256.map((text) => text as TokenId)
const amount = fc.oneof(fc.integer({ min: 0, max: 5_000_000 }), fc.maxSafeNat(), fc.constant(MAX_MICRO))
const { name, question, slug, bio } = TEXT_BOUNDS
const text = (maxLength: number) =>
  fc.string({ unit: 'binary', maxLength }).map((characters) => characters.replaceAll('\0', '·'))
const maybeText = (maxLength: number) => fc.option(text(maxLength))
const nullable = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary)
const time = fc.integer({ min: EARLIEST_TIME, max: 1_771_000_000 })

const onChain = plain({
  block: fc.maxSafeNat().map((n) => n % 2 ** 33),
  logIndex: fc.nat(2 ** 20 - 1),
  tx: hash,
  time,
})
const offChain = fc.record(
  {
    block: fc.constant(null),
    logIndex: fc.constant(null),
    tx: nullable(hash),
    time,
    row: fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((n) => n.toString(16).padStart(32, '0')),
  },
  { noNullPrototype: true },
)
const logPlace = fc.oneof(
  onChain,
  fc.tuple(onChain, fc.integer({ min: 1, max: 300 })).map(([place, item]) => ({ ...place, item })),
)
const place: fc.Arbitrary<EventPlace> = fc.oneof(logPlace, offChain)

const fillTerms = plain({
  kind: fc.constant('FILL' as const),
  exchange: nullable(address),
  owner: address,
  counterparty: nullable(address),
  role: fc.constantFrom('MAKER' as const, 'TAKER' as const, null),
  side: fc.constantFrom('BUY' as const, 'SELL' as const),
  token,
  shares: amount.map((n) => Math.max(n, 1)),
  usd: amount,
  feeShare: fc.integer({ min: 0, max: 4 }),
  feeIn: fc.constantFrom('USD' as const, 'SHARES' as const),
  orderHash: nullable(hash),
})

/** Any fill that the ledger can hold. */
export const arbitraryFill: fc.Arbitrary<Fill> = fc
  .tuple(fc.oneof(onChain, offChain), fillTerms)
  .map(([where, { feeShare, ...terms }]) => {
    const whole = terms.feeIn === 'USD' ? terms.usd : terms.side === 'BUY' ? terms.shares : 0
    return { ...where, ...terms, fee: Math.floor(whole / 4) * feeShare }
  })

const event = <T extends object>(terms: fc.Arbitrary<T>): fc.Arbitrary<T & EventPlace> =>
  fc.tuple(place, terms).map(([where, rest]) => ({ ...where, ...rest }))

const marketTerms = plain({
  kind: fc.constant('MARKET' as const),
  condition,
  tokens: fc.uniqueArray(token, { minLength: 2, maxLength: 2 }),
  outcomes: fc.array(text(name), { minLength: 2, maxLength: 2 }),
  question: maybeText(question),
  slug: maybeText(slug),
  category: nullable(fc.constantFrom(...MARKET_CATEGORIES)),
  tags: fc.array(text(slug), { maxLength: 4 }),
  event: nullable(plain({ id: text(slug), title: maybeText(question), slug: maybeText(slug) })),
  negRisk: nullable(
    fc
      .tuple(
        plain({ market: hash, index: fc.nat(255), questions: nullable(fc.integer({ min: 1, max: 256 })) }),
        fc.option(plain({ block: fc.nat(2 ** 33 - 1), logIndex: fc.nat(2 ** 20 - 1) })),
      )
      .map(([question, prepared]) => ({ ...question, ...(prepared && { prepared }) })),
  ),
})

const marketTime = fc.option(fc.integer({ min: EARLIEST_TIME, max: END_LIMIT - 1 }))
const market = fc.tuple(marketTerms, marketTime, marketTime).map(([terms, createdAt, endsAt]) => ({
  ...terms,
  ...(createdAt !== null && { createdAt }),
  ...(endsAt !== null && { endsAt }),
}))

/** Any record that a source can tell. */
export const arbitraryRecord: fc.Arbitrary<SourceRecord> = fc.oneof(
  arbitraryFill,
  event(
    plain({
      kind: fc.constantFrom('SPLIT' as const, 'MERGE' as const),
      owner: address,
      condition,
      amount,
    }),
  ),
  event(
    plain({
      kind: fc.constant('CONVERT' as const),
      owner: address,
      market: hash,
      indexSet: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }).map(String),
      amount,
      feeBips: fc.nat(10_000),
    }),
  ),
  event(
    plain({
      kind: fc.constant('RESOLVE' as const),
      condition,
      payouts: fc.array(uint256, { minLength: 2, maxLength: 4 }).map((payouts) => [...payouts, '1']),
    }),
  ),
  event(
    plain({
      kind: fc.constant('REDEEM' as const),
      owner: address,
      condition,
      amounts: nullable(fc.array(amount, { maxLength: 3 })),
      payout: amount,
    }),
  ),
  event(plain({ kind: fc.constant('TRANSFER' as const), from: address, to: address, token, amount })),
  event(
    plain({
      kind: fc.constant('INCOME' as const),
      owner: address,
      amount,
      reason: fc.constantFrom('REWARD', 'MAKER_REBATE', 'TAKER_REBATE', 'REFERRAL_REWARD', 'YIELD'),
    }),
  ),
  market,
  plain({
    kind: fc.constant('TRADER' as const),
    address,
    username: maybeText(name),
    profileImage: fc.option(fc.webUrl({ validSchemes: ['https'], withQueryParameters: true })),
    xUsername: maybeText(name),
    verified: nullable(fc.boolean()),
    bio: maybeText(bio),
  }),
)
