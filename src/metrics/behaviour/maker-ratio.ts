import type { MetricDefinition } from '../metric-definition.ts'

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
