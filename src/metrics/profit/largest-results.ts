import type { MicroUsd } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import type { DecidedUnit } from '../skill/decided-units.ts'
import { isLoss, isProfit } from './win-rate.ts'

export const LARGEST_WIN = {
  id: 'largestWin',
  title: 'Largest win',
  formula: 'The largest profit of a decided unit, a cent or more.',
  unit: 'USD',
  range: { minimum: 0.01 },
  minimumSample: { count: 1, of: 'decided units with a profit' },
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'no unit made a profit of a cent or more',
  source: 'methodology §4',
} as const satisfies MetricDefinition

export const LARGEST_LOSS = {
  id: 'largestLoss',
  title: 'Largest loss',
  formula: 'The largest loss of a decided unit, a cent or more, as a negative amount.',
  unit: 'USD',
  range: { maximum: -0.01 },
  minimumSample: { count: 1, of: 'decided units with a loss' },
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'no unit made a loss of a cent or more',
  source: 'methodology §4',
} as const satisfies MetricDefinition

/** The extremes of decided units, in micro-dollars; null if no unit won or lost. */
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
  return { largestWin: isProfit(most) ? most : null, largestLoss: isLoss(least) ? least : null }
}
