import { ATTRIBUTION } from './attribution.ts'
import { EDGE_Q_VALUE } from './benjamini-hochberg.ts'
import { EDGE_P_VALUE } from './bernoulli-null-p-value.ts'
import { EDGE_INTERVAL } from './bootstrap-interval.ts'
import { BOT_PROBABILITY } from './bot-probability.ts'
import { CALIBRATION } from './calibration.ts'
import { CONSISTENT } from './consistent.ts'
import { COPYABLE } from './copyable.ts'
import { EDGE } from './edge.ts'
import { ENTRY_PRICES } from './entry-prices.ts'
import { FILLS_PER_ACTIVE_DAY } from './fills-per-active-day.ts'
import { HOLDING_TIME } from './holding-time.ts'
import { HOUR_HISTOGRAM } from './hour-histogram.ts'
import { IS_BOT } from './is-bot.ts'
import { LARGEST_LOSS, LARGEST_WIN } from './largest-results.ts'
import { MAKER_RATIO } from './maker-ratio.ts'
import { BEST_MARKETS, WORST_MARKETS } from './market-extremes.ts'
import { MAX_DRAWDOWN } from './max-drawdown.ts'
import { MAX_DRAWDOWN_PCT } from './max-drawdown-pct.ts'
import { MEAN_TRADE } from './mean-trade.ts'
import type { MetricDefinition } from './metric-definition.ts'
import { OFFICIAL_PNL } from './official-pnl.ts'
import { PERCENTILES } from './percentile.ts'
import { PNL } from './pnl.ts'
import { PNL_SERIES } from './pnl-series.ts'
import { PRESCIENCE } from './prescience.ts'
import { PROFIT_FACTOR } from './profit-factor.ts'
import { ROI } from './roi.ts'
import { SHARPE_RATIO } from './sharpe-ratio.ts'
import { SIZE_VARIATION } from './size-variation.ts'
import { SORTINO_RATIO } from './sortino-ratio.ts'
import { STRATEGY } from './strategy.ts'
import {
  ACTIVE_DAYS,
  INCOME,
  MARKET_COUNT,
  REALIZED_PNL,
  SHARE_VOLUME,
  TOTAL_BOUGHT,
  TRADE_COUNT,
  UNREALIZED_PNL,
  VOLUME,
} from './totals.ts'
import { VERDICT } from './verdict.ts'
import { LOSSES, WIN_RATE, WINS } from './win-rate.ts'
import { WIN_RATE_INTERVAL } from './win-rate-interval.ts'

/** Every number that a trader is shown with, in the order of the methodology's tables. */
export const METRICS = [
  PNL,
  REALIZED_PNL,
  UNREALIZED_PNL,
  OFFICIAL_PNL,
  VOLUME,
  SHARE_VOLUME,
  TOTAL_BOUGHT,
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

/** The id of a registered metric. */
export type MetricId = (typeof METRICS)[number]['id']
