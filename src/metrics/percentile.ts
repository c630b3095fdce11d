import { defined } from '../checks.ts'
import type { MetricDefinition } from './metric-definition.ts'

export const PERCENTILES = {
  id: 'percentiles',
  title: 'Percentiles',
  formula:
    "The trader's rank on the metric, less a half, divided by the number of the period's eligible traders, which is returned too. 0.01 is the top 1%.",
  unit: 'fraction',
  range: { exclusiveMinimum: 0, exclusiveMaximum: 1 },
  minimumSample: null,
  direction: 'LOWER_IS_BETTER',
  nullWhen: 'the trader is not eligible',
  source: 'methodology §4',
  shape: 'LIST',
} as const satisfies MetricDefinition

/**
 * (rank − 0.5) / n for a rank from 1 (best) to n: near 0 at the top, near 1 at the bottom, 0.5 for a trader alone.
 * Null when rank is null (not eligible). Throws a RangeError for a rank that is not one of 1 to n.
 */
export function percentile(rank: number | null, n: number): number | null {
  if (rank === null) return null
  if (!Number.isInteger(rank) || rank < 1 || rank > n) {
    throw new RangeError(`A rank among ${n} lies between 1 and ${n}, not at ${rank}`)
  }
  return (rank - 0.5) / n
}

/** The middle of some numbers: the mean of the middle two where their number is even; null without any. */
export function medianOf(values: Iterable<number>): number | null {
  const own = new Float64Array(values)
  if (own.length === 0) return null
  const middle = select(own, own.length >> 1)
  if (own.length % 2 === 1) return middle
  const below = own.subarray(0, own.length / 2).reduce((most, value) => Math.max(most, value))
  return (below + middle) / 2
}

/** Rounds after which the rest is sorted: an order that was made to mislead costs at most a sort. */
const MOST_ROUNDS = 64

/** The value of a place in ascending order. Values are reordered until none above it comes before it, which takes less than a sort. */
function select(values: Float64Array, place: number): number {
  let [first, last] = [0, values.length - 1]
  for (let round = 0; first < last; round++) {
    if (round === MOST_ROUNDS) {
      values.subarray(first, last + 1).sort()
      break
    }
    const pivot = middleOf(
      defined(values[first]),
      defined(values[(first + last) >> 1]),
      defined(values[last]),
    )
    let [low, high] = [first, last]
    while (low <= high) {
      while (defined(values[low]) < pivot) low++
      while (defined(values[high]) > pivot) high--
      if (low > high) break
      const swapped = defined(values[low])
      values[low++] = defined(values[high])
      values[high--] = swapped
    }
    if (place <= high) last = high
    else if (place >= low) first = low
    else break
  }
  return defined(values[place])
}

function middleOf(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}
