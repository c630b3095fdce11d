import type { MicroUsd } from '../ledger/quantities.ts'
import type { DecidedUnit } from './decided-units.ts'
import type { MetricDefinition } from './metric-definition.ts'

/** The best bet. */
export const LARGEST_WIN = {
  id: 'largestWin',
  title: 'Largest win',
  formula: 'The largest profit of a decided unit.',
  unit: 'USD',
  range: 'above 0',
  minimumSample: { count: 1, of: 'decided units with a profit' },
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'no unit made a profit',
  source: 'methodology §4',
} as const satisfies MetricDefinition

/** The worst bet. */
export const LARGEST_LOSS = {
  id: 'largestLoss',
  title: 'Largest loss',
  formula: 'The largest loss of a decided unit, as a negative amount.',
  unit: 'USD',
  range: 'below 0',
  minimumSample: { count: 1, of: 'decided units with a loss' },
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'no unit made a loss',
  source: 'methodology §4',
} as const satisfies MetricDefinition

/** The extremes of decided units, in micro-dollars; null where no unit won or lost. */
export interface LargestResults {
  readonly largestWin: MicroUsd | null
  readonly largestLoss: MicroUsd | null
}

/** The largest profit and the largest loss among decided units. */
export function largestResults(units: readonly Pick<DecidedUnit, 'pnl'>[]): LargestResults {
  let most = 0
  let least = 0
  for (const { pnl } of units) {
    if (pnl > most) most = pnl
    else if (pnl < least) least = pnl
  }
  return { largestWin: most > 0 ? most : null, largestLoss: least < 0 ? least : null }
}
