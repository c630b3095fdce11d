import { defined } from '../../checks.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { medianOf } from '../percentile.ts'
import { type ExactTotal, ratioOf } from '../running-sum.ts'

export const BOT_PROBABILITY = {
  id: 'botProbability',
  title: 'Bot probability',
  formula:
    '0.40 · frequency + 0.30 · makerRatio + 0.25 · entropy + 0.05 · sizeRegularity; at least 0.99 with 500 fills or more per active day over 7 active days or more. A heuristic, not a calibrated probability.',
  unit: 'probability',
  range: { minimum: 0, maximum: 1 },
  minimumSample: { count: 1, of: 'fills' },
  direction: 'NEUTRAL',
  nullWhen: 'the trader has no fills',
  source: 'methodology §6',
} as const satisfies MetricDefinition

export interface FillHabits extends SizeSums {
  /** UTC days with at least one fill. */
  readonly activeDays: number
  /** Null if no role is known. */
  readonly makerRatio: number | null
  /** 24 counts of fills by UTC hour. */
  readonly hourHistogram: ArrayLike<number>
}

/** The four parts, each 0 to 1, higher for a machine. */
export interface BotComponents {
  readonly frequency: number
  readonly makerRatio: number
  readonly entropy: number
  readonly sizeRegularity: number
}

/** A probability, 0 to 1, and its components. */
export interface BotAssessment {
  readonly probability: number
  readonly components: BotComponents
}

const FEWEST_FILLS_FOR_ENTROPY = 50

/**
 * Returns how much a trader trades like a machine. An unknown maker ratio counts as 0, because missing
 * evidence is not evidence of a machine. Null without fills.
 */
export function botProbability(habits: FillHabits): BotAssessment | null {
  const { fills, activeDays } = habits
  if (fills <= 0 || activeDays <= 0) return null
  const components = {
    frequency: Math.min(1, Math.log2(1 + fills / activeDays) / Math.log2(501)),
    makerRatio: habits.makerRatio ?? 0,
    entropy: fills < FEWEST_FILLS_FOR_ENTROPY ? 0 : hourEntropy(habits.hourHistogram),
    sizeRegularity: 1 - Math.min(1, sizeVariation(habits) ?? 1),
  }
  const relentless = activeDays >= 7 && fills >= 500 * activeDays
  const weighted = weigh(components)
  return { probability: relentless ? Math.max(0.99, weighted) : weighted, components }
}

function weigh({ frequency, makerRatio, entropy, sizeRegularity }: BotComponents): number {
  return Math.min(1, 0.4 * frequency + 0.3 * makerRatio + 0.25 * entropy + 0.05 * sizeRegularity)
}

/** Shannon's entropy of the hours over that of a flat day: 0 for one hour only, 1 for all hours alike. */
function hourEntropy(histogram: ArrayLike<number>): number {
  let total = 0
  for (let hour = 0; hour < histogram.length; hour++) total += defined(histogram[hour])
  let bits = 0
  for (let hour = 0; hour < histogram.length; hour++) {
    const share = defined(histogram[hour]) / total
    if (share > 0) bits -= share * Math.log2(share)
  }
  return Math.min(1, Math.max(0, bits / Math.log2(24)))
}

/** The flag that boards filter by. */
export const IS_BOT = {
  id: 'isBot',
  title: 'Bot',
  formula: 'True when the bot probability is 0.70 or more.',
  unit: 'flag',
  range: 'true or false',
  minimumSample: null,
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §6',
} as const satisfies MetricDefinition

/** Returns true from a bot probability of 0.70; false for null. */
export function isBot(probability: number | null): boolean {
  return probability !== null && probability >= 0.7
}

export const SIZE_VARIATION = {
  id: 'sizeVariation',
  title: 'Variation of size',
  formula:
    "Size discipline: sample standard deviation divided by the mean of the fills' dollars. 0 when all fills are of one size.",
  unit: 'ratio',
  range: { minimum: 0 },
  minimumSample: { count: 2, of: 'fills' },
  direction: 'NEUTRAL',
  nullWhen: 'no dollars were traded',
  source: 'methodology §6',
} as const satisfies MetricDefinition

/** The sums that a variation is read from. */
export interface SizeSums {
  readonly fills: number
  /** Σ usd of the fills, in micro-dollars. */
  readonly usdSum: ExactTotal
  /** Σ usd² of the fills, in micro-dollars squared; past 2^53 in any real case, hence mostly a bigint. */
  readonly usdSquareSum: ExactTotal
}

/** Coefficient of variation of the fills' dollars, 0 or more; null under two fills or without dollars. */
export function sizeVariation({ fills, usdSum, usdSquareSum }: SizeSums): number | null {
  const sum = BigInt(usdSum)
  if (fills < 2 || sum <= 0n) return null
  const n = BigInt(fills)
  // n²(n − 1)-fold variance over the squared sum: exact until the one division.
  const spread = n * (n * BigInt(usdSquareSum) - sum * sum)
  return Math.sqrt(Math.max(0, Number(spread) / Number((n - 1n) * sum * sum)))
}

export const MAKER_RATIO = {
  id: 'makerRatio',
  title: 'Maker ratio',
  formula: 'Fills as maker divided by fills whose role is known.',
  unit: 'fraction',
  range: { minimum: 0, maximum: 1 },
  minimumSample: { count: 1, of: 'fills whose role is known' },
  direction: 'NEUTRAL',
  nullWhen: 'no fill has a known role, as with rows of the Data API',
  source: 'methodology §6',
} as const satisfies MetricDefinition

/**
 * Returns the share of MAKER fills among those with a role, 0 to 1. Fills of unknown role count on neither
 * side, since taking them for TAKER would be a guess. Null when no role is known.
 */
export function makerRatio(makerFills: number, takerFills: number): number | null {
  const known = makerFills + takerFills
  return known === 0 ? null : makerFills / known
}

export const FILLS_PER_ACTIVE_DAY = {
  id: 'fillsPerActiveDay',
  title: 'Fills per active day',
  formula: 'Fills divided by the UTC days with at least one fill.',
  unit: 'ratio',
  range: { minimum: 1 },
  minimumSample: { count: 1, of: 'fills' },
  direction: 'NEUTRAL',
  nullWhen: 'the trader has no fills',
  source: 'methodology §6',
} as const satisfies MetricDefinition

/** Returns the mean number of fills on a day with a fill, 1 or more; null without such a day. */
export function fillsPerActiveDay(fills: number, activeDays: number): number | null {
  return ratioOf(fills, activeDays)
}

export const HOUR_HISTOGRAM = {
  id: 'hourHistogram',
  title: 'Fills by hour',
  formula: 'Number of fills in each hour of the UTC day.',
  unit: 'count',
  range: '24 counts, midnight first',
  minimumSample: null,
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §6',
  shape: 'LIST',
} as const satisfies MetricDefinition

export const HOLDING_TIME = {
  id: 'holdingTime',
  title: 'Holding time',
  formula:
    'Median time between buying and leaving over closed lots, matched first in, first out within a token. Every pair of an entry and the exit that closes some of it is one lot, not weighted by size.',
  unit: 'hours',
  range: { minimum: 0 },
  minimumSample: { count: 1, of: 'closed lots' },
  direction: 'NEUTRAL',
  nullWhen: 'no lot was closed',
  source: 'methodology §6',
} as const satisfies MetricDefinition

/**
 * Median of the lots of all tokens, in hours; the mean of the middle two where their number is even.
 * Null when no lot was closed.
 */
export function holdingTime(lots: Iterable<Seconds>): number | null {
  const seconds = medianOf(lots)
  return seconds === null ? null : seconds / 3600
}
