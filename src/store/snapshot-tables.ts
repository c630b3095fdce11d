import type { Table } from './database.ts'

/**
 * A trader's numbers of one period, valid for snapshots from `from_snapshot` up to, not including, `until_snapshot`.
 * What moves with the price at the cutoff (pnl, unrealized, roi, official) is shown with the changes of
 * {@link TRADER_CLOSES} added. The drawdown is that of the days before the cutoff's, whose profit completes it; the bot
 * probability is the trader's over all time in every period.
 */
export const TRADER_STATS = {
  name: 'trader_stats',
  key: ['trader_id', 'period', 'from_snapshot'],
  columns: {
    trader_id: 'int',
    period: 'int',
    from_snapshot: 'int',
    until_snapshot: 'int',
    pnl: 'int',
    realized: 'int',
    unrealized: 'int',
    volume: 'int',
    share_volume: 'int',
    bought: 'int',
    fees: 'int',
    income: 'int',
    fills: 'int',
    markets: 'int',
    start_value: 'int',
    wins: 'int',
    losses: 'int',
    roi: 'float',
    win_rate: 'float',
    untracked: 'int',
    first_time: 'int',
    official: 'int',
    sharpe: 'float',
    sortino: 'float',
    profit_factor: 'float',
    drawdown_peak: 'int',
    drawdown_worst: 'int',
    peak_capital: 'int',
    bot_probability: 'float',
  },
} as const satisfies Table

/**
 * A trader's daily series up to the day before the cutoff's (series-text.ts); validity as in {@link TRADER_STATS}. The last
 * point is told by {@link TRADER_CLOSES}, so that a day in progress does not rewrite the days before it.
 */
export const TRADER_SERIES = {
  name: 'trader_series',
  key: ['trader_id', 'from_snapshot'],
  columns: { trader_id: 'int', from_snapshot: 'int', until_snapshot: 'int', points: 'text' },
} as const satisfies Table

/**
 * The cutoff's day of a trader for whom it has a point: the day's volume and fills; validity as in {@link TRADER_STATS}.
 * What is held is worth `change` more at the cutoff than when the trader's valid stats were written, and what the
 * official rule counts as held `official_change` more.
 */
export const TRADER_CLOSES = {
  name: 'trader_closes',
  key: ['trader_id', 'from_snapshot'],
  columns: {
    trader_id: 'int',
    from_snapshot: 'int',
    until_snapshot: 'int',
    volume: 'int',
    fills: 'int',
    change: 'int',
    official_change: 'int',
  },
} as const satisfies Table

/**
 * What today's prices do not move of a trader's analytics, as text (refresh/analytics/analytics-text.ts); validity as in
 * {@link TRADER_STATS}.
 */
export const TRADER_ANALYTICS = {
  name: 'trader_analytics',
  key: ['trader_id', 'from_snapshot'],
  columns: { trader_id: 'int', from_snapshot: 'int', until_snapshot: 'int', body: 'text' },
} as const satisfies Table

/** The dictionary of categories and tags, by which analytics name them. */
export const LABELS = {
  name: 'labels',
  key: ['id'],
  columns: { id: 'int', name: 'text' },
} as const satisfies Table

/**
 * What a snapshot's analytics share: traders with a p-value as 32-bit integers, ascending, their q-values as doubles,
 * and everybody's decided units by period and label, added up, as JSON.
 */
export const SNAPSHOT_ANALYTICS = {
  name: 'snapshot_analytics',
  key: ['snapshot_id'],
  columns: { snapshot_id: 'int', traders: 'blob', q_values: 'blob', baselines: 'text' },
} as const satisfies Table

/**
 * A board's whole order: trader ids as 32-bit integers, best first, one blob a board, and each one's rank a day before, 0
 * for none. `scores` are the doubles that order it, where no number of the traders' stats does. `bots` are the ranks that
 * bots have on it, ascending, `previous_bots` those that they had a day before; `partials` and `previous_partials` those of
 * traders whose coverage is not OK, as of each day.
 */
export const BOARDS = {
  name: 'boards',
  key: ['snapshot_id', 'board'],
  columns: {
    snapshot_id: 'int',
    board: 'text',
    entry_count: 'int',
    traders: 'blob',
    previous: 'blob',
    scores: 'blob',
    bots: 'blob',
    previous_bots: 'blob',
    partials: 'blob',
    previous_partials: 'blob',
  },
} as const satisfies Table

/** One immutable answer to everything, published whole. */
export const SNAPSHOTS = {
  name: 'snapshots',
  key: ['id'],
  columns: {
    id: 'int',
    as_of: 'int',
    cutoff_time: 'int',
    cutoff_block: 'int',
    first_day: 'int',
    generated_at: 'int',
    ledger_version: 'int',
    traders: 'int',
    partial_traders: 'int',
    events: 'int',
  },
} as const satisfies Table
