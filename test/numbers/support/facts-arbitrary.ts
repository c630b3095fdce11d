import fc from 'fast-check'
import type { ConditionId } from '../../../src/ledger/quantities.ts'
import { PERIODS } from '../../../src/metrics/leaderboards.ts'
import type { BehaviourDay, DayClose, TraderFacts } from '../../../src/numbers/analytics/trader-facts.ts'
import type { TokenRecord } from '../../../src/numbers/windows/trader-days.ts'
import { numbersOfLists } from '../../../src/store/ledger/position-day.ts'
import { address } from '../../metrics/support/address-arbitrary.ts'

/** The cutoff's day of every trader drawn here. */
export const CUTOFF = 20_500

const amount = fc.integer({ min: 0, max: 5_000_000_000 })
const day = fc.oneof(
  fc.integer({ min: CUTOFF - 9, max: CUTOFF }),
  fc.integer({ min: CUTOFF - 200, max: CUTOFF }),
)
const count = fc.integer({ min: 0, max: 40 })

const token: fc.Arbitrary<TokenRecord> = fc
  .record({
    unit: fc.integer({ min: 1, max: 25 }),
    question: fc.integer({ min: 0, max: 1 }),
    open: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    realized: fc.oneof(fc.constant(0), fc.integer({ min: -900_000_000, max: 900_000_000 })),
    cost: fc.oneof(fc.constant(0), amount),
    shares: amount,
    closedOn: fc.option(day, { freq: 9 }),
    lastFill: fc.option(day),
    buyCost: amount,
    buyShares: amount,
    resolution: fc.option(fc.record({ day, payout: fc.constantFrom(0, 500_000, 1_000_000) })),
  })
  .map(({ question, ...rest }) => ({
    ...rest,
    condition: 2 * rest.unit + question,
    // A share costs at most a dollar and a half here; fees can bring a price above 1.
    buyShares: Math.max(rest.buyShares, Math.ceil((rest.buyCost * 2) / 3)),
  }))

const behaviourDay: fc.Arbitrary<BehaviourDay> = fc
  .record({
    day,
    sizes: fc.array(fc.record({ usd: fc.integer({ min: 1, max: 2_000_000_000_000 }), hour: fc.nat(23) }), {
      maxLength: 12,
    }),
    makerFills: count,
    takerFills: count,
    buys: count,
    entryUsd: fc.array(amount, { minLength: 10, maxLength: 10 }),
    heldSeconds: fc.array(fc.integer({ min: 0, max: 9_000_000 }), { maxLength: 4 }),
  })
  .map(({ sizes, takerFills, entryUsd, heldSeconds, ...rest }) => ({
    ...rest,
    fills: sizes.length,
    knownRoleFills: rest.makerFills + takerFills,
    usdSquares: sizes.reduce((sum, { usd }) => sum + BigInt(usd) ** 2n, 0n),
    lists: numbersOfLists({
      hours: Array.from({ length: 24 }, (_, hour) => sizes.filter((size) => size.hour === hour).length),
      entryCost: entryUsd.map((usd) => (rest.buys > 0 ? usd : 0)),
      heldSeconds,
    }),
  }))

const close: fc.Arbitrary<DayClose> = fc.record({
  day,
  pnl: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
  capitalAtRisk: amount,
})

const byDay = <T extends { day: number }>(list: fc.Arbitrary<T>) =>
  fc
    .uniqueArray(list, { selector: (each) => each.day, maxLength: 25 })
    .map((days) => days.toSorted((a, b) => a.day - b.day))

const labels = fc.record({
  category: fc.option(fc.integer({ min: 1, max: 4 })),
  tags: fc.uniqueArray(fc.integer({ min: 10, max: 16 }), { maxLength: 3 }),
})

const totals = fc.record({
  pnl: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
  realized: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
  unrealized: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }),
  volume: amount,
  fills: count,
  roi: fc.option(fc.double({ noNaN: true, min: -1, max: 3 })),
})

function fillsWithin(days: readonly BehaviourDay[], length: number | null): number {
  const within = days.filter((each) => length === null || each.day > CUTOFF - length)
  return within.reduce((sum, { fills }) => sum + fills, 0)
}

/** Facts of a trader with up to a number of tokens. */
export function traderFacts(maxTokens: number): fc.Arbitrary<TraderFacts> {
  return fc
    .record({
      address,
      tokens: fc.array(token, { maxLength: maxTokens }),
      labelled: fc.array(labels, { minLength: 26, maxLength: 26 }),
      closes: byDay(close),
      behaviour: byDay(behaviourDay),
      totals: fc.array(totals, { minLength: PERIODS.length, maxLength: PERIODS.length }),
      volumes: fc.array(fc.dictionary(fc.constantFrom('1', '2', '3', '4'), amount), {
        minLength: 4,
        maxLength: 4,
      }),
    })
    .map(({ labelled, volumes, closes, totals: drawn, ...rest }) => ({
      ...rest,
      cutoffDay: CUTOFF,
      closes,
      totals: drawn.map((each, i) => ({
        ...each,
        fills: fillsWithin(rest.behaviour, PERIODS[i]?.days ?? null),
      })),
      labels: new Map(labelled.map((each, unit) => [unit, each])),
      volumeByCategory: volumes.map(
        (each) => new Map(Object.entries(each).map(([label, usd]) => [Number(label), usd])),
      ),
      // Turned round, so that the order of ids is not the order of numbers.
      conditionId: (condition: number) =>
        `0x${(1000 - condition).toString(16).padStart(64, '0')}` as ConditionId,
    }))
}
