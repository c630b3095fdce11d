import fc from 'fast-check'
import type { ConditionId } from '../../../src/ledger/quantities.ts'
import type { MemberHolding, PricedMarket } from '../../../src/smart-money/cohort-stances.ts'
import type { Stance } from '../../../src/smart-money/stance.ts'

const category = fc.constantFrom('politics', 'sports', null)
/** Prices with the extremes among them, and round ones at the borders of the rules. */
const price = fc.oneof(
  fc.integer({ min: 0, max: 1_000_000 }),
  fc.constantFrom(0, 50_000, 350_000, 500_000, 650_000, 800_000, 1_000_000),
)

/** The condition of a market in these tests. */
export function conditionOf(market: number): ConditionId {
  return `0x${(market * 7_919).toString(16).padStart(64, '0')}` as ConditionId
}

/** Markets 1 to 5, some without a price. */
export const markets = fc
  .array(fc.option(fc.record({ category, price })), { minLength: 5, maxLength: 5 })
  .map(
    (list) =>
      new Map<number, PricedMarket>(
        list.flatMap((known, i) => (known ? [[i + 1, { condition: conditionOf(i + 1), ...known }]] : [])),
      ),
  )

/** The holdings of six members in markets 1 to 6, each outcome at most once. */
export const holdings: fc.Arbitrary<MemberHolding[]> = fc.uniqueArray(
  fc.record({
    trader: fc.integer({ min: 1, max: 6 }),
    market: fc.integer({ min: 1, max: 6 }),
    outcome: fc.integer({ min: 0, max: 1 }),
    shares: fc.oneof(
      fc.integer({ min: 0, max: 20_000_000_000 }),
      fc.constantFrom(1, 1_000_000_000, 2_000_000_000, 5_000_000_000),
    ),
  }),
  { selector: ({ trader, market, outcome }) => `${trader} ${market} ${outcome}`, maxLength: 60, size: 'max' },
)

/** Stances of different markets, any value and price. */
export const stances: fc.Arbitrary<Stance[]> = fc
  .array(
    fc.record({
      category,
      price,
      members: fc.integer({ min: 3, max: 100 }),
      value: fc.oneof(
        fc.integer({ min: 5_000_000_000, max: 9_000_000_000_000_000 }),
        fc.constantFrom(10_000_000_000, 20_000_000_000),
      ),
      part: fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.constantFrom(0, 200_000, 500_000, 800_000)),
    }),
    { maxLength: 12 },
  )
  .map((list) =>
    list.map(({ part, ...rest }, i) => ({
      ...rest,
      market: i + 1,
      condition: conditionOf(i + 1),
      yesValue: Number((BigInt(rest.value) * BigInt(part)) / 1_000_000n),
    })),
  )
