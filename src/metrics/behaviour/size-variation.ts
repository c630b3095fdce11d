import type { MetricDefinition } from '../metric-definition.ts'
import type { ExactTotal } from '../running-sum.ts'

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
