import { MICRO, type MicroUsd } from '../../ledger/quantities.ts'
import { type MetricDefinition, TOTAL } from '../metric-definition.ts'
import { addTo, type ExactTotal, emptySum, exactTotal, ratioOf } from '../running-sum.ts'
import type { DecidedUnit } from '../skill/decided-units.ts'
import { type Interval, wilsonInterval } from '../skill/intervals.ts'

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

export const WIN_RATE_INTERVAL = {
  id: 'winRateInterval',
  title: 'Win rate, 95% interval',
  formula: "Wilson's 95% score interval of the win rate.",
  unit: 'fraction',
  range: '0 to 1 at both ends',
  minimumSample: { count: 1, of: 'decided units with a profit or a loss' },
  direction: 'NEUTRAL',
  nullWhen: 'no unit was decided with a profit or a loss',
  source: 'methodology §4',
  shape: 'INTERVAL',
} as const satisfies MetricDefinition

/** Wilson's 95% interval of the win rate, both ends in [0, 1]; null when no unit won or lost. */
export function winRateInterval({ wins, losses }: WinsAndLosses): Interval | null {
  return wilsonInterval(wins, wins + losses)
}

export const PROFIT_FACTOR = {
  id: 'profitFactor',
  title: 'Profit factor',
  formula:
    'Sum of the profits divided by the sum of the losses, over decided units with a profit or a loss of a cent or more.',
  unit: 'ratio',
  range: { minimum: 0 },
  minimumSample: { count: 1, of: 'decided units with a loss' },
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'no unit made a loss of a cent or more',
  source: 'methodology §4',
} as const satisfies MetricDefinition

/**
 * Returns Σ profits ÷ Σ losses over decided units, each of a cent or more; 0 or more, null when no unit made
 * a loss.
 */
export function profitFactor(units: readonly Pick<DecidedUnit, 'pnl'>[]): number | null {
  const gains = emptySum()
  const losses = emptySum()
  for (const { pnl } of units) {
    if (isProfit(pnl)) addTo(gains, pnl)
    else if (isLoss(pnl)) addTo(losses, -pnl)
  }
  return ratioOf(exactTotal(gains), exactTotal(losses))
}

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

export const MEAN_TRADE = {
  id: 'meanTrade',
  title: 'Mean trade',
  formula: "Volume divided by the number of the trader's fills.",
  unit: 'USD',
  range: { minimum: 0 },
  minimumSample: { count: 1, of: 'fills' },
  direction: 'NEUTRAL',
  nullWhen: 'the trader has no fills',
  source: 'methodology §4',
  isDecimal: true,
} as const satisfies MetricDefinition

/** Mean dollars (not millionths) of a fill, from the volume in micro-dollars; null without fills. */
export function meanTrade(volume: ExactTotal, fills: number): number | null {
  const mean = ratioOf(volume, fills)
  return mean === null ? null : mean / MICRO
}
