import { limitWords } from '../value-limits.ts'
import { COPYABLE } from './behaviour/copyable.ts'
import { STRATEGY } from './behaviour/strategy.ts'
import {
  BOT_PROBABILITY,
  FILLS_PER_ACTIVE_DAY,
  HOLDING_TIME,
  HOUR_HISTOGRAM,
  IS_BOT,
  MAKER_RATIO,
  SIZE_VARIATION,
} from './behaviour/trade-habits.ts'
import { PERCENTILES } from './leaderboards.ts'
import type { MetricDefinition } from './metric-definition.ts'
import { ATTRIBUTION, BEST_MARKETS, WORST_MARKETS } from './profit/attribution.ts'
import {
  LARGEST_LOSS,
  LARGEST_WIN,
  LOSSES,
  MEAN_TRADE,
  OFFICIAL_PNL,
  PNL,
  PNL_SERIES,
  PROFIT_FACTOR,
  ROI,
  WIN_RATE,
  WIN_RATE_INTERVAL,
  WINS,
} from './profit/results.ts'
import { MAX_DRAWDOWN, MAX_DRAWDOWN_PCT, SHARPE_RATIO, SORTINO_RATIO } from './risk.ts'
import { EDGE_P_VALUE } from './skill/bernoulli-null-p-value.ts'
import { CALIBRATION, ENTRY_PRICES } from './skill/calibration.ts'
import { CONSISTENT } from './skill/consistent.ts'
import { EDGE, EDGE_INTERVAL, EDGE_Q_VALUE, VERDICT } from './skill/edge.ts'
import { PRESCIENCE } from './skill/prescience.ts'
import {
  ACTIVE_DAYS,
  FEES,
  INCOME,
  MARKET_COUNT,
  REALIZED_PNL,
  SHARE_VOLUME,
  TOTAL_BOUGHT,
  TRADE_COUNT,
  UNREALIZED_PNL,
  VOLUME,
} from './totals.ts'

/** Every number that a trader is shown with, in the order of the methodology's tables. */
export const METRICS = [
  PNL,
  REALIZED_PNL,
  UNREALIZED_PNL,
  OFFICIAL_PNL,
  VOLUME,
  SHARE_VOLUME,
  TOTAL_BOUGHT,
  FEES,
  INCOME,
  TRADE_COUNT,
  MARKET_COUNT,
  ACTIVE_DAYS,
  MEAN_TRADE,
  ROI,
  WINS,
  LOSSES,
  WIN_RATE,
  WIN_RATE_INTERVAL,
  SHARPE_RATIO,
  SORTINO_RATIO,
  PROFIT_FACTOR,
  LARGEST_WIN,
  LARGEST_LOSS,
  MAX_DRAWDOWN,
  MAX_DRAWDOWN_PCT,
  PERCENTILES,
  PNL_SERIES,
  EDGE,
  EDGE_INTERVAL,
  EDGE_P_VALUE,
  EDGE_Q_VALUE,
  VERDICT,
  CALIBRATION,
  MAKER_RATIO,
  HOLDING_TIME,
  HOUR_HISTOGRAM,
  ENTRY_PRICES,
  SIZE_VARIATION,
  FILLS_PER_ACTIVE_DAY,
  BOT_PROBABILITY,
  IS_BOT,
  STRATEGY,
  ATTRIBUTION,
  BEST_MARKETS,
  WORST_MARKETS,
  CONSISTENT,
  COPYABLE,
  PRESCIENCE,
] as const satisfies readonly MetricDefinition[]

export type MetricId = (typeof METRICS)[number]['id']

const BY_ID: ReadonlyMap<string, MetricDefinition> = new Map(METRICS.map((metric) => [metric.id, metric]))

/** A registered metric. Throws a RangeError for an id that is not registered. */
export function metricById(id: MetricId): MetricDefinition {
  const metric = BY_ID.get(id)
  if (metric === undefined) throw new RangeError(`No metric is called ${id}`)
  return metric
}

/**
 * The metric in plain sentences: title, formula, unit and range, and when it is null. Schema, OpenAPI and docs show
 * this text. Throws a RangeError for an id that is not registered.
 */
export function describeMetric(id: MetricId): string {
  const metric = metricById(id)
  return `${metric.title}: ${metric.formula} Unit: ${metric.unit}, ${rangeOf(metric)}.${nullSentence(metric)}`
}

/** The values that a metric can have, in words that follow a comma. */
export function rangeOf({ range }: MetricDefinition): string {
  return typeof range === 'string' ? range : limitWords(range)
}

/** The sentence that says when a metric is null, after a space; empty if it never is. */
export function nullSentence({ minimumSample, nullWhen }: MetricDefinition): string {
  const cases = [
    minimumSample === null || minimumSample.count === 1
      ? null
      : `there are fewer than ${minimumSample.count} ${minimumSample.of}`,
    nullWhen,
  ].filter((text) => text !== null)
  return cases.length === 0 ? '' : ` Null when ${cases.join(', or when ')}.`
}
