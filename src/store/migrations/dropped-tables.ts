import type { Table } from '../engine/table-types.ts'

// Tables that earlier versions had, as they were last: what a snapshot told of each trader, valid from one snapshot to another, its
// boards' orders, and what the next one began with.

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

export const TRADER_SERIES = {
  name: 'trader_series',
  key: ['trader_id', 'from_snapshot'],
  columns: { trader_id: 'int', from_snapshot: 'int', until_snapshot: 'int', points: 'text' },
} as const satisfies Table

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

export const TRADER_ANALYTICS = {
  name: 'trader_analytics',
  key: ['trader_id', 'from_snapshot'],
  columns: { trader_id: 'int', from_snapshot: 'int', until_snapshot: 'int', body: 'text' },
} as const satisfies Table

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

export const REFRESH_BASIS = {
  name: 'refresh_basis',
  key: ['part'],
  columns: { part: 'text', snapshot_id: 'int', rules: 'int', bytes: 'blob' },
} as const satisfies Table

/** Standings and scores as they were before their columns were kept apart. */
export const WHOLE_STANDINGS = {
  name: 'standings',
  key: ['snapshot_id', 'first_day', 'category', 'day_before'],
  columns: { snapshot_id: 'int', first_day: 'int', category: 'int', day_before: 'int', bytes: 'blob' },
} as const satisfies Table

export const WHOLE_BOARD_SCORES = {
  name: 'board_scores',
  key: ['snapshot_id', 'board', 'day_before'],
  columns: { snapshot_id: 'int', board: 'text', day_before: 'int', traders: 'blob', scores: 'blob' },
} as const satisfies Table
