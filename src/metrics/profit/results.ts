import {
  type Day,
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  mulDivTruncated,
} from '../../ledger/quantities.ts'
import { type MetricDefinition, PROFIT, TOTAL } from '../metric-definition.ts'
import { addTo, addTotals, type ExactTotal, emptySum, exactTotal, ratioOf } from '../running-sum.ts'
import { type DecidedUnit, type Interval, wilsonInterval } from '../skill/edge.ts'

/** Profit: one basis, marked, on every board and for every period. */
export const PNL = {
  id: 'pnl',
  title: 'Profit or loss',
  formula:
    'Realized plus unrealized profit at the cutoff, less the same at the close of the day before the period.',
  ...PROFIT,
  source: 'methodology §3 and §4',
} as const satisfies MetricDefinition

/** A definition of profit, as answers name it. */
export interface PnlMethod {
  readonly method: 'MARKED' | 'OFFICIAL_SUBGRAPH'
  /** A few sentences on the method and on the difference between the two. */
  readonly sentence: string
}

/** The two definitions of a trader's profit: Pequod's, then that of Polymarket's public subgraph. */
export const PNL_METHODS = [
  {
    method: 'MARKED',
    sentence:
      'Average cost in exact integers, fees included. A position is settled at its resolution, redeemed or not; open ' +
      'positions are valued at the mark; shares that move between wallets keep their cost. Shares of unknown origin ' +
      'earn no profit.',
  },
  {
    method: 'OFFICIAL_SUBGRAPH',
    sentence:
      "The rule of Polymarket's public PnL subgraph: average price, truncated to a millionth of a dollar at every buy. " +
      'It excludes fees, ignores transfers between wallets, and keeps losing positions open until they are redeemed, ' +
      'so its realized profit is too high. Its open shares are valued at the same mark as in MARKED.',
  },
] as const satisfies readonly PnlMethod[]

/** Profit by the rule of Polymarket's public subgraph, to be compared with ours. */
export const OFFICIAL_PNL = {
  id: 'officialPnl',
  title: "Profit or loss by Polymarket's subgraph",
  formula:
    'Realized profit by the rule of the public PnL subgraph, plus its open shares times the mark less its average price. A position without a known price is carried at its average price.',
  ...PROFIT,
  source: 'methodology §3',
} as const satisfies MetricDefinition

/** The official rule's holding of a token, with the current price of a share. */
export interface OfficialHolding {
  readonly amount: MicroShares
  /** Average price, micro-dollars a share; a conversion can make it negative. */
  readonly avg: number
  /** The token's mark, the same as for our own number; null while unknown. */
  readonly mark: MicroPrice | null
}

/** A holding's part of the official profit, beside what was realized, in micro-dollars: trunc(amount · (mark − avg) / 1e6); 0 while the mark is unknown. */
export function officialUnrealized({ amount, avg, mark }: OfficialHolding): MicroUsd {
  return mark === null || amount === 0 ? 0 : mulDivTruncated(mark - avg, amount, MICRO)
}

/** Return on what was at work. */
export const ROI = {
  id: 'roi',
  title: 'Return on investment',
  formula:
    "Profit divided by the marked value held at the period's start plus the cost of buys and splits within it.",
  unit: 'fraction',
  range: 'any value, usually −1 or more',
  minimumSample: null,
  direction: 'HIGHER_IS_BETTER',
  nullWhen: 'nothing was held at the start and nothing bought',
  source: 'methodology §4',
} as const satisfies MetricDefinition

/**
 * Return on investment as a fraction (0.25 is 25%), from totals in micro-dollars. Null when the value at the
 * window's start plus what was bought in it is 0 or less; less can only come from a conversion's negative basis,
 * carried at cost.
 */
export function roi(pnl: ExactTotal, startValue: ExactTotal, boughtInWindow: ExactTotal): number | null {
  return ratioOf(pnl, addTotals(startValue, boughtInWindow))
}

export const PNL_SERIES = {
  id: 'pnlSeries',
  title: 'Profit by day',
  formula:
    "One point per UTC day of the period with a trade or a changed mark: marked and realized profit since the period's start, and the day's volume.",
  unit: 'series',
  range: 'days in order, amounts in USD',
  minimumSample: null,
  direction: 'NEUTRAL',
  nullWhen: null,
  source: 'methodology §4',
} as const satisfies MetricDefinition

/** One day's close: profit since the trader's first event, and what happened on the day. */
export interface DailyClose {
  readonly day: Day
  /** Realized plus unrealized since the first event, at the day's close. */
  readonly pnl: MicroUsd
  /** Realized since the first event, at the day's close. */
  readonly realizedPnl: MicroUsd
  /** Gross dollars of the day's fills. */
  readonly volume: MicroUsd
  /** Number of the day's fills. */
  readonly trades: number
}

/** One point of the series: profit since the window's start, and the day's volume. */
export interface PnlPoint {
  readonly day: Day
  readonly pnl: MicroUsd
  readonly realizedPnl: MicroUsd
  readonly volume: MicroUsd
}

/**
 * Returns the window's closes as points, in day order, in exact micro-dollars. Profit is counted from
 * `before` (the close of the day before the window, null for none), so the last point equals the window's
 * pnl. A day has no point if it has no trade and no change of profit, marked or realized.
 */
export function pnlSeries(
  closes: readonly DailyClose[],
  before: Pick<DailyClose, 'pnl' | 'realizedPnl'> | null,
): PnlPoint[] {
  const base = before ?? { pnl: 0, realizedPnl: 0 }
  const points: PnlPoint[] = []
  let last = base
  for (const close of closes) {
    const changed = close.pnl !== last.pnl || close.realizedPnl !== last.realizedPnl
    if (close.trades > 0 || changed) points.push(pointOf(close, base))
    last = close
  }
  return points
}

function pointOf(close: DailyClose, base: Pick<DailyClose, 'pnl' | 'realizedPnl'>): PnlPoint {
  return {
    day: close.day,
    pnl: close.pnl - base.pnl,
    realizedPnl: close.realizedPnl - base.realizedPnl,
    volume: close.volume,
  }
}

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
