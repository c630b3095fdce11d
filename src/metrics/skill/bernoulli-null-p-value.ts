import { defined } from '../../checks.ts'
import type { Address } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { MINIMUM_STAKED_UNITS, type StakedColumns, seededState, seedOf } from './edge.ts'

export const EDGE_P_VALUE = {
  id: 'edgePValue',
  title: 'Edge, p-value',
  formula:
    'Share of redraws of every unit that did at least as well, including the trader: a unit wins all its shares with the probability paid, cost over shares, or nothing. 1,000 redraws; if at most 10 did as well, further redraws until the eleventh, 100,000 at most. Where a bound proves luck negligible, the further redraws are skipped.',
  unit: 'probability',
  range: '1/100001 to 1',
  minimumSample: { count: MINIMUM_STAKED_UNITS, of: 'decided units with a cost' },
  direction: 'LOWER_IS_BETTER',
  nullWhen: null,
  source: 'methodology §5',
} as const satisfies MetricDefinition

/**
 * One-sided p-value of the trader's profit when every price paid was fair, by {@link sequentialPValue}: never 0. Each redraw has mean profit 0, fees being part of the price paid; a unit at a price of 1 or more
 * cannot surprise and stays at 0. Units that were sold before resolution are redrawn as if held, which spreads the
 * redraws wider and makes the test more careful. Costs stay the same in every redraw, so comparing profits compares
 * edges. The same units and address give the same bits. Exact while a trader's shares stay below 2^53
 * millionths. Null under 30 units with a cost.
 * @param below from it on, any such value is returned: see {@link sequentialPValue}. @default 1
 */
export function bernoulliNullPValue(units: StakedColumns, address: Address, below = 1): number | null {
  if (units.pnl.length < MINIMUM_STAKED_UNITS) return null
  const { threshold, payout, target } = betsOf(units)
  const state = seededState(seedOf('null', address))
  const redraw = (most: number, enough: number) => {
    let [redraws, asGood] = [0, 0]
    while (redraws < most && asGood < enough) {
      redraws += 1
      if (paidOut(state, threshold, payout) >= target) asGood += 1
    }
    return { redraws, asGood }
  }
  const chance = Float64Array.from(threshold, (below) => below / 2 ** 32)
  return sequentialPValue({ redraw, isBeyondLuck: () => isBeyondLuck({ chance, payout }, target) }, below)
}

/**
 * Returns the payout of all units together when each wins on a number below its threshold, and moves the stream of numbers
 * on. It has no branch on the winner, which a processor could only guess: the floor is −1 for a unit that wins, and 0 for
 * one that loses. Steps of the generator are written out: to draw the numbers first takes twice as long.
 */
function paidOut(state: Int32Array, threshold: Float64Array, payout: Float64Array): number {
  let a = defined(state[0])
  let b = defined(state[1])
  let c = defined(state[2])
  let counter = defined(state[3])
  let paid = 0
  for (let i = 0; i < threshold.length; i += 1) {
    const out = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + out) | 0
    paid -= Math.floor(((out >>> 0) - defined(threshold[i])) / 2 ** 32) * defined(payout[i])
  }
  state[0] = a
  state[1] = b
  state[2] = c
  state[3] = counter
  return paid
}

/**
 * Returns for each unit the 32-bit number below which it wins and its payout then, and the sum that matches
 * the trader. A unit without risk never wins and has no cost to win back: its profit is 0 in every redraw.
 */
function betsOf({ pnl, cost, shares }: StakedColumns) {
  const threshold = new Float64Array(pnl.length)
  let target = 0
  for (let i = 0; i < pnl.length; i += 1) {
    const paid = defined(cost[i])
    const full = defined(shares[i])
    const certain = paid >= full
    threshold[i] = certain ? 0 : Math.floor((paid / full) * 2 ** 32)
    target += defined(pnl[i]) + (certain ? 0 : paid)
  }
  return { threshold, payout: shares, target }
}

/** The fewest redraws. */
const FIRST = 1_000
/** Redraws, in all, that the best get. */
const MOST = 100_000
/** The number of redraws as good as the trader's result after which no more are needed. */
const ENOUGH = 11

/** The number of redraws, and of those at least as good as the trader's result. */
export interface Redraws {
  redraws: number
  asGood: number
}

/** The redraws of a trader's luck. */
interface Redrawing {
  /** Makes up to `most` further redraws, and stops at the one with which `enough` of them were as good. */
  redraw(most: number, enough: number): Redraws
  /** Asked once, after the first redraws: true if the chance of one to do as well is proved to be under 1 in 10⁷. */
  isBeyondLuck(): boolean
}

/**
 * Returns the p-value of a test by redraws, 1/100,001 to 1: (1 + redraws at least as good) ÷ (1 + redraws) of
 * 1,000. If at most 10 were as good, further ones are made until the eleventh, and p is 11 ÷ redraws; if it
 * does not come among 100,000, p is (1 + redraws as good) ÷ 100,001. 1,000 redraws cannot distinguish 1 in
 * 1,000 from 1 in 100,000, and among thousands of traders only the latter is evidence; most traders do not
 * need more. It is a p-value, P(p ≤ α) ≤ α when the null holds. From 12/1,001 on it is at most α if the first
 * 1,000 alone give that, which is a p-value (Phipson and Smyth 2010, doi:10.2202/1544-6115.1585); below that,
 * if the eleventh comes late enough, which is a p-value too (Besag and Clifford 1991,
 * doi:10.1093/biomet/78.2.301). If luck is proved to do as well less than once in 10⁷ times, redraws that
 * would find nothing at least 99 times in 100 are skipped, and p is the least. With n redraws and such a
 * trader's chance u, P(p ≤ 1/(1 + n)) grows by less than n·u²/2: by one in twenty thousand of itself.
 * @param below from 0.012 to 1. The first redraws end where p is certain to be this or more, and some value from it on is
 *   returned; a lower p is the same as without it. @default 1
 */
export function sequentialPValue({ redraw, isBeyondLuck }: Redrawing, below = 1): number {
  const { asGood } = redraw(FIRST, Math.ceil(below * (1 + FIRST)) - 1)
  if (asGood >= ENOUGH) return (1 + asGood) / (1 + FIRST)
  if (isBeyondLuck()) return 1 / (1 + MOST)
  const more = redraw(MOST - FIRST, ENOUGH - asGood)
  const all = asGood + more.asGood
  return all === ENOUGH ? ENOUGH / (FIRST + more.redraws) : (1 + all) / (1 + MOST)
}

/** Bets that pay all or nothing. */
export interface Bets {
  /** Each bet's chance of winning, 0 to 1. */
  readonly chance: Float64Array
  /** The payout of each if it wins, 0 or more. */
  readonly payout: Float64Array
}

/** The logarithm of the chance below which luck is excluded: one in ten million. */
const BEYOND = Math.log(1e-7)
const STEPS = 30
/** e to this power is near the largest double. */
const LARGEST_EXPONENT = 600

/**
 * Returns true if the chance that bets pay `target` or more together is proved to be under 1 in 10⁷; false if
 * it is not proved. By Chernoff's bound, P(sum ≥ target) ≤ E[exp(t · sum)] ÷ exp(t · target) for every t > 0.
 * Newton's steps search for t, and the bound holds at any t they end with.
 */
export function isBeyondLuck({ chance, payout }: Bets, target: number): boolean {
  if (target > payout.reduce((sum, one) => sum + one, 0)) return true
  const largest = payout.reduce((most, one) => Math.max(most, one), 0)
  if (largest === 0) return false
  const weight = payout.map((one) => one / largest)
  let t = 0
  for (let step = 0; step < STEPS; step += 1) {
    const at = boundAt(chance, weight, target / largest, t)
    if (at.bound < BEYOND) return true
    if (at.slope >= 0 && t === 0) return false
    const next = Math.min(LARGEST_EXPONENT, Math.max(0, t - at.slope / at.curve))
    if (!(Math.abs(next - t) > 1e-9 * next)) return false
    t = next
  }
  return false
}

/** The logarithm of the bound at t, and its first and second derivative. */
function boundAt(chance: Float64Array, weight: Float64Array, target: number, t: number) {
  let bound = -t * target
  let slope = -target
  let curve = 0
  for (let i = 0; i < chance.length; i += 1) {
    const [q, w] = [defined(chance[i]), defined(weight[i])]
    const grown = Math.exp(t * w)
    const moment = 1 - q + q * grown
    const tilted = (q * grown) / moment
    bound += Math.log(moment)
    slope += w * tilted
    curve += w * w * tilted * (1 - tilted)
  }
  return { bound, slope, curve }
}
