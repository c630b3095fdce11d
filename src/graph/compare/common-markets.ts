import { defined } from '../../checks.ts'
import { medianOf } from '../../metrics/median.ts'
import type { BuyTotals } from '../../store/trades/trade-store.ts'

// The markets that several traders bought in, and who came first. Pure: `comparison.ts` reads what it needs.

/** A trader's way into a market: the outcome that it paid most for. */
export interface Entry extends BuyTotals {
  /** Its place among the compared traders who paid most for the same outcome, by the time of the first buy; from 1. */
  place: number
}

/** A market in which at least two of the traders bought, with an entry of each of them. */
export interface CommonMarket {
  condition: number
  /** In the order of the traders. */
  entries: readonly Entry[]
}

/** Two of the traders in the markets that both of them bought in. */
export interface Pair {
  first: number
  second: number
  markets: number
  /** Markets in which both paid most for the same outcome. */
  sameSide: number
  /** Markets that each of them entered before the other; where both came in the same second, neither did. */
  firstLed: number
  secondLed: number
  /** Median of how much sooner `first` came, in seconds: negative where `second` was sooner. Null without a market. */
  medianLead: number | null
}

/**
 * The markets in which at least two of some traders bought: those of the most of them first, then those in which they
 * paid the most.
 * @param conditionOf the market of a token; null while it is unknown, whose buys count nowhere
 */
export function commonMarkets(
  traders: readonly number[],
  buys: readonly BuyTotals[],
  conditionOf: (token: number) => number | null,
): CommonMarket[] {
  const order = new Map(traders.map((trader, i) => [trader, i]))
  const byMarket = Map.groupBy(buys, ({ token }) => conditionOf(token))
  const common = [...byMarket].flatMap(([condition, bought]) => {
    if (condition === null) return []
    const sides = [...Map.groupBy(bought, ({ trader }) => trader).values()].map(mainSide)
    if (sides.length < 2) return []
    const placeOf = ({ token, time }: BuyTotals) =>
      1 + sides.filter((other) => other.token === token && other.time < time).length
    const entries = sides
      .sort((a, b) => defined(order.get(a.trader)) - defined(order.get(b.trader)))
      .map((side) => ({ ...side, place: placeOf(side) }))
    return [{ condition, entries }]
  })
  const paid = ({ entries }: CommonMarket) => entries.reduce((sum, { usd }) => sum + usd, 0)
  return common.sort(
    (a, b) => b.entries.length - a.entries.length || paid(b) - paid(a) || a.condition - b.condition,
  )
}

/** The outcome that a trader paid most for; of equals, the one that it bought sooner, then the ledger's earlier one. */
function mainSide(bought: readonly BuyTotals[]): BuyTotals {
  const [most] = bought.toSorted((a, b) => b.usd - a.usd || a.time - b.time || a.token - b.token)
  return defined(most)
}

/** Every two of the traders, in their order. */
export function pairsOf(traders: readonly number[], markets: readonly CommonMarket[]): Pair[] {
  return traders.flatMap((first, i) => traders.slice(i + 1).map((second) => pairOf(first, second, markets)))
}

function pairOf(first: number, second: number, markets: readonly CommonMarket[]): Pair {
  const both = markets.flatMap(({ entries }) => {
    const [one, other] = [first, second].map((id) => entries.find(({ trader }) => trader === id))
    return one && other ? [{ isSame: one.token === other.token, lead: other.time - one.time }] : []
  })
  return {
    first,
    second,
    markets: both.length,
    sameSide: both.filter(({ isSame }) => isSame).length,
    firstLed: both.filter(({ lead }) => lead > 0).length,
    secondLed: both.filter(({ lead }) => lead < 0).length,
    medianLead: medianOf(both.map(({ lead }) => lead)),
  }
}

/** A number by which traders are compared; null where a trader has none. */
export interface ComparedNumber {
  /** Value of a fact: the best is the largest, alone. */
  value?: number | null
  /** Interval of an estimate: the best is wholly above every other. */
  interval?: readonly [low: number, high: number] | null
}

/**
 * The place of the one who is clearly best: the largest of facts, where no other is as large; the estimate whose interval
 * is above the intervals of all others. Null where there is none such, and with fewer than two known numbers.
 */
export function clearlyBest(numbers: readonly ComparedNumber[]): number | null {
  const ends = numbers.flatMap(({ value = null, interval = null }, at) =>
    interval !== null
      ? [{ at, low: interval[0], high: interval[1] }]
      : value !== null
        ? [{ at, low: value, high: value }]
        : [],
  )
  const [best] = ends.toSorted((a, b) => b.low - a.low)
  if (best === undefined || ends.length < 2) return null
  return ends.every(({ at, high }) => at === best.at || high < best.low) ? best.at : null
}
