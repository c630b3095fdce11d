import type { ValueLimits } from '../value-limits.ts'

export type MetricUnit =
  | 'USD'
  | 'USD per share'
  | 'shares'
  | 'fraction'
  | 'ratio'
  | 'count'
  | 'hours'
  | 'probability'
  | 'label'
  | 'flag'
  | 'day'
  | 'series'

/** The direction in which a board of the metric is sorted. */
export type MetricDirection = 'HIGHER_IS_BETTER' | 'LOWER_IS_BETTER' | 'NEUTRAL'

/**
 * The definition of a number, written once beside the function that computes it. Schema descriptions, OpenAPI
 * and the methodology's tables are printed from it.
 */
export interface MetricDefinition {
  /** The field's name in the API, in camelCase; unique. */
  readonly id: string
  /** A heading of a few words, without a full stop. */
  readonly title: string
  /** The formula in words: one or two full sentences. */
  readonly formula: string
  readonly unit: MetricUnit
  /** The values that can occur; where limits do not say it, in words that follow a comma: `any amount`. */
  readonly range: ValueLimits | string
  /** The fewest observations that give a value, or null if any number does. */
  readonly minimumSample: { readonly count: number; readonly of: string } | null
  readonly direction: MetricDirection
  /** The case without a value, as words that follow `null when`; null if there always is one. */
  readonly nullWhen: string | null
  readonly source: string
  /** The shape of a value: INTERVAL has two ends, LIST several numbers. @default one value */
  readonly shape?: 'INTERVAL' | 'LIST'
  /** The values of a label, in the order of `range`. */
  readonly labels?: readonly string[]
  /** True for an amount that is computed in dollars, not in whole millionths. @default false */
  readonly isDecimal?: boolean
}

/** The parts of a definition that all sums and counts share. */
export const TOTAL = {
  range: { minimum: 0 },
  minimumSample: null,
  direction: 'NEUTRAL',
  nullWhen: null,
} as const satisfies Partial<MetricDefinition>

/** The parts of a definition that all ways to count a profit share. */
export const PROFIT = {
  unit: 'USD',
  range: 'any amount',
  minimumSample: null,
  direction: 'HIGHER_IS_BETTER',
  nullWhen: null,
} as const satisfies Partial<MetricDefinition>
