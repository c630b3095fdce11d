import {
  type Day,
  MICRO,
  type MicroPrice,
  type MicroShares,
  type MicroUsd,
  mulDivTruncated,
} from '../../ledger/quantities.ts'
import { type MetricDefinition, PROFIT } from '../metric-definition.ts'
import { addTotals, type ExactTotal, ratioOf } from '../running-sum.ts'

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
