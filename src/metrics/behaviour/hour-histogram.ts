import { defined } from '../../checks.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'

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

/** 24 counts of times by their UTC hour. */
export function hourHistogram(times: Iterable<Seconds>): number[] {
  const counts = new Array<number>(24).fill(0)
  for (const time of times) {
    const hour = Math.floor(time / 3600) % 24
    counts[hour] = defined(counts[hour]) + 1
  }
  return counts
}
