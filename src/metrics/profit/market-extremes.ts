import type { MicroUsd } from '../../ledger/quantities.ts'
import type { MetricDefinition } from '../metric-definition.ts'
import { isLoss, isProfit } from './win-rate.ts'

export const BEST_MARKETS = {
  id: 'bestMarkets',
  title: 'Best markets',
  formula:
    'Up to five conditions decided in the period, every token of them resolved or fully exited, with the largest realized profit of their whole life, a cent or more; ties by condition id.',
  unit: 'series',
  range: 'up to 5 markets, the largest profit first',
  minimumSample: null,
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §6',
} as const satisfies MetricDefinition

export const WORST_MARKETS = {
  id: 'worstMarkets',
  title: 'Worst markets',
  formula:
    'Up to five conditions decided in the period, every token of them resolved or fully exited, with the largest realized loss of their whole life, a cent or more; ties by condition id.',
  unit: 'series',
  range: 'up to 5 markets, the largest loss first',
  minimumSample: null,
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §6',
} as const satisfies MetricDefinition

/** The result of a decided condition. */
export interface MarketResult {
  readonly condition: number
  /** Realized profit of its whole life. */
  readonly pnl: MicroUsd
}

/** The ends of a trader's decided conditions. */
export interface MarketExtremes {
  /** The largest profit first; all of a cent or more. */
  readonly best: MarketResult[]
  /** The largest loss first; all of a cent or more. */
  readonly worst: MarketResult[]
}

const MOST = 5

/**
 * Returns up to five conditions at either end. `compareIds` orders two conditions by their id on the chain,
 * which breaks ties, because a condition's number depends on the order of imports.
 */
export function marketExtremes(
  results: readonly MarketResult[],
  compareIds: (a: number, b: number) => number,
): MarketExtremes {
  const wins = results.filter(({ pnl }) => isProfit(pnl))
  const losses = results.filter(({ pnl }) => isLoss(pnl))
  return {
    best: wins.sort((a, b) => b.pnl - a.pnl || compareIds(a.condition, b.condition)).slice(0, MOST),
    worst: losses.sort((a, b) => a.pnl - b.pnl || compareIds(a.condition, b.condition)).slice(0, MOST),
  }
}
