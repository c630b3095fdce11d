import type { ValueLimits } from '../value-limits.ts'

/** What a metric's value is counted in. */
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
  | 'series'

/** Which way a board of the metric would be sorted. */
export type MetricDirection = 'HIGHER_IS_BETTER' | 'LOWER_IS_BETTER' | 'NEUTRAL'

/**
 * The one statement of what a number means. Schema descriptions, OpenAPI and the methodology's tables are printed
 * from it, so it stands beside the function that computes the number.
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
  /** When there is no value, as words that follow `null when`; null if there always is one. */
  readonly nullWhen: string | null
  /** Where the methodology defines it. */
  readonly source: string
}
