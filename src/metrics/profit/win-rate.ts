import { MICRO, type MicroUsd } from '../../ledger/quantities.ts'
import { type MetricDefinition, TOTAL } from '../metric-definition.ts'
import type { DecidedUnit } from '../skill/decided-units.ts'

export const WIN_RATE = {
  id: 'winRate',
  title: 'Win rate',
  formula:
    'Decided units with a profit divided by decided units with a profit or a loss, each of a cent or more. A unit is an event: a neg-risk market with all its questions, or a plain condition.',
  unit: 'fraction',
  range: { minimum: 0, maximum: 1 },
  minimumSample: { count: 1, of: 'decided units with a profit or a loss' },
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'no unit was decided with a profit or a loss',
  source: 'methodology §4',
} as const satisfies MetricDefinition

export const WINS = {
  id: 'wins',
  title: 'Wins',
  formula: 'Number of decided units with a profit of a cent or more.',
  unit: 'count',
  ...TOTAL,
  source: 'methodology §4',
} as const satisfies MetricDefinition

export const LOSSES = {
  id: 'losses',
  title: 'Losses',
  formula: 'Number of decided units with a loss of a cent or more.',
  unit: 'count',
  ...TOTAL,
  source: 'methodology §4',
} as const satisfies MetricDefinition

/** The least profit or loss that counts: a cent, since the rounding of a split leaves less. */
const LEAST_RESULT: MicroUsd = MICRO / 100

/** True for a result that is a profit: a cent or more. */
export function isProfit(pnl: MicroUsd): boolean {
  return pnl >= LEAST_RESULT
}

/** True for a result that is a loss: a cent or more. */
export function isLoss(pnl: MicroUsd): boolean {
  return pnl <= -LEAST_RESULT
}

/** Decided units by result; those below a cent either way count for neither. */
export interface WinsAndLosses {
  readonly wins: number
  readonly losses: number
}

/** Counts the units with a profit and those with a loss. */
export function winsAndLosses(units: readonly Pick<DecidedUnit, 'pnl'>[]): WinsAndLosses {
  const counts = { wins: 0, losses: 0 }
  for (const { pnl } of units) countResult(counts, pnl)
  return counts
}

/** Counts one more decided unit, in place. */
export function countResult(counts: { wins: number; losses: number }, pnl: MicroUsd): void {
  if (isProfit(pnl)) counts.wins += 1
  else if (isLoss(pnl)) counts.losses += 1
}

/** Share of wins among wins and losses, 0 to 1; null when there is neither. */
export function winRate({ wins, losses }: WinsAndLosses): number | null {
  return wins + losses === 0 ? null : wins / (wins + losses)
}
