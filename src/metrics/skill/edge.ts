import { defined } from '../../checks.ts'
import { type Address, type Day, MICRO, type MicroShares, type MicroUsd } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { addTo, emptySum, exactTotal, ratioOf } from '../running-sum.ts'

/** A trader's totals in one token, up to the cutoff. */
export interface TouchedToken {
  /** The event's number: all questions of a neg-risk market share one, a plain condition has its own. */
  readonly unit: number
  /** True while shares are held and their condition is not resolved. */
  readonly open: boolean
  /** Realized profit since the first event. */
  readonly realized: MicroUsd
  /** Paid for the shares in buys, fees included, and splits; what a transfer or a conversion brings is not paid. 0 or more. */
  readonly cost: MicroUsd
  /** Shares that came in by those buys and splits, net of fees taken in shares. 0 or more. */
  readonly shares: MicroShares
  /**
   * The day on which the position last closed: its last exit or its resolution. Not read while it is open. Null if the
   * ledger has seen no share of it come in, only untracked ones leave: such a token is not touched.
   */
  readonly closedOn: Day | null
}

/**
 * One bet of a trader whose result is known: every token of the event that the trader touched is resolved or fully
 * exited. It counts with its whole life, in the period that holds the day it was decided on.
 */
export interface DecidedUnit {
  readonly unit: number
  /** Profit or loss of the unit's whole life. */
  readonly pnl: MicroUsd
  /** Everything paid for its shares, 0 or more. */
  readonly cost: MicroUsd
  /** The shares that were paid for: what the unit would have paid out, had all of them won. */
  readonly shares: MicroShares
  readonly decidedOn: Day
}

/**
 * Groups one trader's tokens into decided units, in the order of each unit's first token; a unit with an open
 * token is omitted as a whole. Amounts are exact sums in millionths, as long as a unit is below 2^53.
 */
export function decidedUnits(tokens: readonly TouchedToken[]): DecidedUnit[] {
  return decidedBy(tokens, ({ unit }) => unit)
}

/** The same with tokens put together by another number than their unit's. */
export function decidedBy<Token extends TouchedToken>(
  tokens: readonly Token[],
  numberOf: (token: Token) => number,
): DecidedUnit[] {
  const units = new Map<number, { -readonly [key in keyof DecidedUnit]: DecidedUnit[key] } | null>()
  for (const token of tokens) {
    const { closedOn } = token
    const number = numberOf(token)
    const unit = units.get(number)
    if (unit === null || closedOn === null) continue
    if (token.open) units.set(number, null)
    else if (unit === undefined) units.set(number, startOf(number, token, closedOn))
    else {
      unit.pnl += token.realized
      unit.cost += token.cost
      unit.shares += token.shares
      unit.decidedOn = Math.max(unit.decidedOn, closedOn)
    }
  }
  const decided: DecidedUnit[] = []
  for (const unit of units.values()) if (unit !== null) decided.push(unit)
  return decided
}

function startOf(unit: number, { realized, cost, shares }: TouchedToken, decidedOn: Day): DecidedUnit {
  return { unit, pnl: realized, cost, shares, decidedOn }
}

/** The fewest decided units with a cost for an interval, a test or a verdict. */
export const MINIMUM_STAKED_UNITS = 30

/** The part of a unit that tests of skill use. */
export type StakedUnit = Pick<DecidedUnit, 'pnl' | 'cost' | 'shares'>

/** Units as columns, of one length and in one order. */
export interface StakedColumns {
  readonly pnl: Float64Array
  readonly cost: Float64Array
  readonly shares: Float64Array
}

/**
 * Returns the units with a cost, as columns sorted by (pnl, cost, shares), so that samples by a seed do not
 * depend on the caller's order. A unit without cost (shares that were given) was no bet.
 */
export function stakedUnits(units: readonly StakedUnit[]): StakedColumns {
  const staked = units
    .filter(({ cost }) => cost > 0)
    .sort((a, b) => a.pnl - b.pnl || a.cost - b.cost || a.shares - b.shares)
  const count = staked.length
  const columns = {
    pnl: new Float64Array(count),
    cost: new Float64Array(count),
    shares: new Float64Array(count),
  }
  for (const [i, { pnl, cost, shares }] of staked.entries()) {
    columns.pnl[i] = pnl
    columns.cost[i] = cost
    columns.shares[i] = shares
  }
  return columns
}

/** The fewest returns that a ratio of mean to deviation is read from. */
export const MINIMUM_RETURNS = 10

export type UnitResult = Pick<DecidedUnit, 'pnl' | 'cost'>

/**
 * pnl / cost of every unit that cost at least a dollar, ascending; null under {@link MINIMUM_RETURNS}. Sorted,
 * because a sum of floats depends on its order and a metric may not depend on the order of its units.
 */
export function unitReturns(units: readonly UnitResult[]): Float64Array | null {
  if (units.length < MINIMUM_RETURNS) return null
  const returns = new Float64Array(units.length)
  let count = 0
  for (const { pnl, cost } of units) {
    if (cost < MICRO) continue
    returns[count] = pnl / cost
    count += 1
  }
  return count < MINIMUM_RETURNS ? null : returns.subarray(0, count).sort()
}

/** The mean of at least one return. */
export function meanReturn(returns: Float64Array): number {
  let sum = 0
  for (const value of returns) sum += value
  return sum / returns.length
}

export const EDGE = {
  id: 'edge',
  title: 'Edge',
  formula: 'Sum of profit divided by the sum of cost, over decided units that cost something.',
  unit: 'fraction',
  range: 'any value, usually −1 or more',
  minimumSample: { count: 1, of: 'decided units with a cost' },
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'no decided unit cost anything',
  source: 'methodology §5',
} as const satisfies MetricDefinition

/** Returns Σ pnl ÷ Σ cost over the decided units with a cost, a fraction; null without such a unit. */
export function edge(units: readonly UnitResult[]): number | null {
  const pnl = emptySum()
  const cost = emptySum()
  for (const unit of units) {
    if (unit.cost <= 0) continue
    addTo(pnl, unit.pnl)
    addTo(cost, unit.cost)
  }
  return ratioOf(exactTotal(pnl), exactTotal(cost))
}

export const EDGE_INTERVAL = {
  id: 'edgeInterval',
  title: 'Edge, 95% interval',
  formula:
    "The 25th smallest and the 25th largest edge of 1,000 bootstrap draws of the trader's decided units, with a seed fixed by the address.",
  unit: 'fraction',
  range: 'any values, the lower end first',
  minimumSample: { count: MINIMUM_STAKED_UNITS, of: 'decided units with a cost' },
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §5',
  shape: 'INTERVAL',
} as const satisfies MetricDefinition

const DRAWS = 1000
/** 2.5% of the draws lie at or beyond each end. */
const TAIL = 25

/**
 * Returns the 95% percentile-bootstrap interval of {@link edge}: 1,000 samples, with replacement, of the size
 * of the units. The same units and address give the same bits; sums are exact below 2^53 micro-dollars. Null under 30
 * units with a cost.
 */
export function bootstrapInterval(units: StakedColumns, address: Address): Interval | null {
  if (units.pnl.length < MINIMUM_STAKED_UNITS) return null
  const edges = drawnEdges(units, seededState(seedOf('bootstrap', address))).sort()
  return [defined(edges[TAIL - 1]), defined(edges[DRAWS - TAIL])]
}

/** Steps of the generator are written out: to draw the numbers first, as {@link seededRandom} does, takes half as long again. */
function drawnEdges({ pnl, cost }: StakedColumns, state: Int32Array): Float64Array {
  const edges = new Float64Array(DRAWS)
  const n = pnl.length
  const scale = n / 2 ** 32
  let [a = 0, b = 0, c = 0, counter = 0] = state
  for (let draw = 0; draw < DRAWS; draw += 1) {
    let pnlSum = 0
    let costSum = 0
    for (let i = 0; i < n; i += 1) {
      const out = (((a + b) | 0) + counter) | 0
      counter = (counter + 1) | 0
      a = b ^ (b >>> 9)
      b = (c + (c << 3)) | 0
      c = (((c << 21) | (c >>> 11)) + out) | 0
      // The floor of a number from 0 to below 2^31, in less than half the time of Math.floor.
      const pick = ((out >>> 0) * scale) | 0
      pnlSum += defined(pnl[pick])
      costSum += defined(cost[pick])
    }
    edges[draw] = pnlSum / costSum
  }
  return edges
}

/** Fills an array with the next numbers of a stream, uniform 32-bit unsigned integers, and gives it back. */
export type RandomFill = (target: Uint32Array) => Uint32Array

/** The tests of a trader's skill that draw. */
export type SkillTest = 'bootstrap' | 'null'

/** The text that seeds a test of a trader: its name and the address. */
export function seedOf(test: SkillTest, address: Address): string {
  return `${test}:${address}`
}

/** The author's own number of rounds after which no two seeds look alike. */
const WARM_UP = 15

/**
 * A stream of uniform 32-bit unsigned integers, the same on every machine for the same seed text: Chris
 * Doty-Humphrey's sfc32 (PractRand), its state four FNV-1a hashes of the text. For resampling, not for secrets.
 * It is read by the array, so that the state stays out of the heap between numbers.
 */
export function seededRandom(seed: string): RandomFill {
  const state = seededState(seed)
  return (target) => advance(state, target)
}

/** The state of a {@link seededRandom} stream before its first number. */
export function seededState(seed: string): Int32Array {
  const state = Int32Array.from({ length: 4 }, (_, word) => fnv1a(`${word}:${seed}`))
  advance(state, new Uint32Array(WARM_UP))
  return state
}

function advance(state: Int32Array, target: Uint32Array): Uint32Array {
  let [a = 0, b = 0, c = 0, counter = 0] = state
  for (let i = 0; i < target.length; i += 1) {
    const out = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + out) | 0
    target[i] = out
  }
  state.set([a, b, c, counter])
  return target
}

/** The 32-bit FNV-1a hash of a text's UTF-16 code units; seeds here are ASCII. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash | 0
}

/** A range of plausible values: lower end, upper end. */
export type Interval = readonly [low: number, high: number]

/** The normal distribution's 97.5% point: two-sided 95%. */
export const Z_95 = 1.959963984540054

/**
 * Wilson's score interval for a share of successes among n trials, both ends in [0, 1]. With the default `z`
 * it covers 95%. `successes` and `n` may be fractional, as effective sample sizes are. Null when n is 0.
 * Throws a RangeError unless 0 ≤ successes ≤ n. Wilson 1927, doi:10.1080/01621459.1927.10502953.
 */
export function wilsonInterval(successes: number, n: number, z: number = Z_95): Interval | null {
  if (!(successes >= 0 && successes <= n)) {
    throw new RangeError(`Successes must lie between 0 and the number of trials, not ${successes} of ${n}`)
  }
  if (n === 0) return null
  const rate = successes / n
  const shrink = 1 + (z * z) / n
  const centre = (rate + (z * z) / (2 * n)) / shrink
  const half = (z / shrink) * Math.sqrt((rate * (1 - rate)) / n + (z * z) / (4 * n * n))
  // The formula gives exactly 0 and 1 at the extremes, which rounding would miss slightly.
  const low = successes === 0 ? 0 : Math.max(0, centre - half)
  const high = successes === n ? 1 : Math.min(1, centre + half)
  return [low, high]
}

/** Below it a q-value counts as evidence of skill. */
export const LOW_Q = 0.05

export const VERDICT = {
  id: 'verdict',
  title: 'Verdict',
  formula: `SKILLED with a q-value below ${LOW_Q} and the edge's interval above 0; UNSKILLED with the interval below 0; else CANNOT_TELL, always under 30 decided units with a cost.`,
  unit: 'label',
  range: 'SKILLED, UNSKILLED or CANNOT_TELL',
  minimumSample: null,
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §5',
  labels: ['SKILLED', 'UNSKILLED', 'CANNOT_TELL'],
} as const satisfies MetricDefinition

export type Verdict = (typeof VERDICT)['labels'][number]

/** The evidence: units with a cost, the q-value of the edge, and its bootstrap interval. */
interface SkillEvidence {
  /** Decided units with a cost. */
  readonly units: number
  /** Null if the trader was in no family of tests. */
  readonly q: number | null
  readonly interval: Interval | null
}

/**
 * Returns the verdict: CANNOT_TELL under 30 units or without an interval. An interval that touches 0 is no
 * evidence.
 */
export function verdict({ units, q, interval }: SkillEvidence): Verdict {
  if (units < MINIMUM_STAKED_UNITS || interval === null) return 'CANNOT_TELL'
  if (interval[1] < 0) return 'UNSKILLED'
  return q !== null && q < LOW_Q && interval[0] > 0 ? 'SKILLED' : 'CANNOT_TELL'
}

export const EDGE_Q_VALUE = {
  id: 'edgeQValue',
  title: 'Edge, q-value',
  formula:
    'The p-value adjusted by Benjamini and Hochberg over all traders with a p-value at the cutoff: the expected share of false positives among all traders called skilled at this value.',
  unit: 'probability',
  range: { minimum: 0, maximum: 1 },
  minimumSample: { count: MINIMUM_STAKED_UNITS, of: 'decided units with a cost' },
  direction: 'LOWER_IS_BETTER',
  nullWhen: null,
  source: 'methodology §5',
} as const satisfies MetricDefinition

/**
 * Returns the q-values of one family of tests, in the order of its p-values: min over p ≥ own of p · n /
 * (number of values ≤ p), at most 1. The caller omits traders without a p-value. Throws a RangeError for a
 * p-value outside [0, 1]. Benjamini and Hochberg 1995, doi:10.1111/j.2517-6161.1995.tb02031.x.
 */
export function benjaminiHochberg(pValues: ArrayLike<number>): Float64Array {
  const p = Float64Array.from(pValues)
  const outside = p.find((value) => !(value >= 0 && value <= 1))
  if (outside !== undefined) throw new RangeError(`A p-value lies between 0 and 1, not at ${outside}`)
  const ascending = Uint32Array.from(p, (_, i) => i).sort((a, b) => defined(p[a]) - defined(p[b]))
  const q = new Float64Array(p.length)
  let least = 1
  for (let rank = p.length; rank >= 1; rank -= 1) {
    const place = defined(ascending[rank - 1])
    least = Math.min(least, (defined(p[place]) * p.length) / rank)
    q[place] = least
  }
  return q
}
