import { defined } from '../../checks.ts'
import type { Address } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { MINIMUM_STAKED_UNITS, type StakedColumns } from './decided-units.ts'

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
