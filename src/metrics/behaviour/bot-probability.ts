import { defined } from '../../checks.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { type SizeSums, sizeVariation } from './size-variation.ts'

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
