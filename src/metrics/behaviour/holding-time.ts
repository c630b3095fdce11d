import type { Seconds } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { medianOf } from '../percentile.ts'

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
