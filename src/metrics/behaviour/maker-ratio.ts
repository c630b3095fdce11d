import type { MetricDefinition } from '../metric-definition.ts'

/** Resting orders against crossing ones. */
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
 * Share of MAKER fills among those with a role, 0 to 1. Fills whose source does not tell the role are left out of
 * both counts: taking them for TAKER would make a number up. Null when no role is known.
 */
export function makerRatio(makerFills: number, takerFills: number): number | null {
  const known = makerFills + takerFills
  return known === 0 ? null : makerFills / known
}
