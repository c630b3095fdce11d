import type { Table } from './database.ts'

/** One order's fill a row. `key` is the chain's (block · 2^20 + log index), negative for rows of the Data API. */
export const FILLS = {
  name: 'fills',
  key: ['key'],
  months: 'time',
  columns: {
    key: 'int',
    tx: 'blob',
    time: 'int',
    exchange_id: 'int',
    owner_id: 'int',
    counterparty_id: 'int',
    role: 'int',
    side: 'int',
    token_id: 'int',
    shares: 'int',
    usd: 'int',
    fee: 'int',
    fee_in: 'int',
    order_hash: 'blob',
  },
} as const satisfies Table

/** Every ledger event that is not a fill. Which columns hold something depends on `kind` (see movement-kinds.ts). */
export const MOVEMENTS = {
  name: 'movements',
  key: ['key', 'item'],
  columns: {
    key: 'int',
    item: 'int',
    kind: 'int',
    tx: 'blob',
    time: 'int',
    owner_id: 'int',
    other_id: 'int',
    condition_id: 'int',
    neg_risk_id: 'int',
    token_id: 'int',
    amount: 'int',
    detail: 'text',
  },
} as const satisfies Table

/** Which ledger row a Data API row became: `identity` hashes what tells it from other rows, twins numbered. */
export const API_ROWS = {
  name: 'api_rows',
  key: ['identity'],
  columns: { identity: 'blob', key: 'int', item: 'int', tx: 'blob', fill: 'int' },
} as const satisfies Table

/** The dictionary of wallets and contracts, and what is known of the people behind them. */
export const TRADERS = {
  name: 'traders',
  key: ['id'],
  columns: {
    id: 'int',
    address: 'text',
    infrastructure: 'int',
    username: 'text',
    profile_image: 'text',
    x_username: 'text',
    verified: 'int',
    bio: 'text',
    search_name: 'text',
  },
} as const satisfies Table

/** The dictionary of outcome tokens; `condition_id` and `outcome` are null until metadata links them. */
export const TOKENS = {
  name: 'tokens',
  key: ['id'],
  columns: { id: 'int', token: 'text', condition_id: 'int', outcome: 'int', outcome_name: 'text' },
} as const satisfies Table

/** The dictionary of conditions, and their resolution once it is known. */
export const CONDITIONS = {
  name: 'conditions',
  key: ['id'],
  columns: {
    id: 'int',
    condition: 'text',
    neg_risk_id: 'int',
    neg_risk_index: 'int',
    payouts: 'text',
    resolved_time: 'int',
    resolved_key: 'int',
  },
} as const satisfies Table

/** The dictionary of neg-risk markets: groups of questions of which exactly one comes true. */
export const NEG_RISK_MARKETS = {
  name: 'neg_risk_markets',
  key: ['id'],
  columns: { id: 'int', market: 'text', questions: 'int' },
} as const satisfies Table

/** What a condition is about. */
export const MARKETS = {
  name: 'markets',
  key: ['condition_id'],
  columns: {
    condition_id: 'int',
    question: 'text',
    slug: 'text',
    category: 'text',
    tags: 'text',
    outcomes: 'text',
    event_id: 'int',
  },
} as const satisfies Table

/** The events that markets belong to ("Who wins the election?" with a market a candidate). */
export const MARKET_EVENTS = {
  name: 'market_events',
  key: ['id'],
  columns: { id: 'int', source_id: 'text', title: 'text', slug: 'text' },
} as const satisfies Table

/** Each position's state after its last event, ours and the official rule's: where the fold goes on. */
export const POSITIONS = {
  name: 'positions',
  key: ['token_id', 'trader_id'],
  columns: {
    token_id: 'int',
    trader_id: 'int',
    shares: 'int',
    cost: 'int',
    official_amount: 'int',
    official_avg: 'int',
    last_time: 'int',
    last_key: 'int',
  },
} as const satisfies Table

/** The fact grain: a position's closing state on a day with an event, and that day's flows. */
export const POSITION_DAYS = {
  name: 'position_days',
  key: ['trader_id', 'token_id', 'day'],
  columns: {
    trader_id: 'int',
    token_id: 'int',
    day: 'int',
    shares: 'int',
    cost: 'int',
    official_amount: 'int',
    official_avg: 'int',
    realized: 'int',
    bought: 'int',
    buy_shares: 'int',
    split_cost: 'int',
    split_shares: 'int',
    sold: 'int',
    fees: 'int',
    volume: 'int',
    traded: 'int',
    fills: 'int',
    maker_fills: 'int',
    buys: 'int',
    untracked: 'int',
    official_realized: 'int',
  },
} as const satisfies Table

/** The fact grain of marks: a token's last trade of at least one share on a day. */
export const PRICE_DAYS = {
  name: 'price_days',
  key: ['token_id', 'day'],
  columns: { token_id: 'int', day: 'int', close: 'int', time: 'int', key: 'int' },
} as const satisfies Table

/** Rewards and rebates by trader and day. */
export const INCOME_DAYS = {
  name: 'income_days',
  key: ['trader_id', 'day'],
  columns: { trader_id: 'int', day: 'int', amount: 'int' },
} as const satisfies Table

/**
 * Traders whose positions changed since the snapshot before: what an incremental refresh looks at. Nothing of theirs
 * changed before the day `since`.
 */
export const TOUCHED_TRADERS = {
  name: 'touched_traders',
  key: ['trader_id'],
  columns: { trader_id: 'int', version: 'int', since: 'int' },
} as const satisfies Table

/**
 * The ledger's versions that no refresh has counted yet, each with the earliest day of which an event came, went, or
 * got its meaning: prices of days before it are what they were.
 */
export const LEDGER_CHANGES = {
  name: 'ledger_changes',
  key: ['version'],
  columns: { version: 'int', since: 'int' },
} as const satisfies Table

/**
 * What a trader did on a day on which they had a fill, or shares came or went. `role_known` counts the fills whose
 * role is known; `usd_square` is the sum of squares of the fills' dollars, a decimal string of 1e-12; the slippages are
 * a copier's (metrics/copyable.ts), a SELL's only for shares that were held. `lists` holds the fills by hour, the BUYs'
 * cost by price, and the seconds for which the lots closed on the day were held (refresh/behaviour/day-lists.ts).
 */
export const TRADER_DAYS = {
  name: 'trader_days',
  key: ['trader_id', 'day'],
  columns: {
    trader_id: 'int',
    day: 'int',
    fills: 'int',
    maker_fills: 'int',
    role_known: 'int',
    buys: 'int',
    usd: 'int',
    buy_slippage: 'int',
    sell_slippage: 'int',
    usd_square: 'text',
    lists: 'blob',
  },
} as const satisfies Table

/**
 * A trader's open lots after a row of {@link TRADER_DAYS}: where making the rows after it goes on. Kept for the last
 * two rows, and for the last in each 32 days. Packed numbers (store/pack-numbers.ts): token, count, then
 * time and shares of each lot, oldest first.
 */
export const TRADER_LOTS = {
  name: 'trader_lots',
  key: ['trader_id', 'day'],
  columns: { trader_id: 'int', day: 'int', lots: 'blob' },
} as const satisfies Table

/**
 * A trader's fills of a day that count for prescience, from the second day after it on: how many, their dollars, the
 * sum of dollars · side · (price 24 hours later − price) as a decimal string of 1e-12, and the distinct markets as
 * packed numbers: twice the condition's id, or twice the token's and 1 while its condition is unknown.
 */
export const FORESIGHT_DAYS = {
  name: 'foresight_days',
  key: ['trader_id', 'day'],
  columns: {
    trader_id: 'int',
    day: 'int',
    fills: 'int',
    usd: 'int',
    moved: 'text',
    markets: 'blob',
  },
} as const satisfies Table

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

/** Wallets that are shown nowhere, by their owners' wish. */
export const OPTED_OUT = {
  name: 'opted_out',
  key: ['address'],
  columns: { address: 'text' },
} as const satisfies Table

/**
 * A board's whole order: trader ids as 32-bit integers, best first, one blob a board, and each one's rank a day before, 0
 * for none. `scores` are the doubles that order it, where no number of the traders' stats does. `bots` are the ranks that bots have on it, ascending, `previous_bots` those that they had a day before.
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

/** Blocks that were read, newest kept: a reorganisation shows as another hash at the same number. */
export const CHAIN_BLOCKS = {
  name: 'chain_blocks',
  key: ['number'],
  columns: { number: 'int', hash: 'text', parent_hash: 'text', time: 'int' },
} as const satisfies Table

/** How far each reading of the chain has come: every block from `first_block` up to, not including, `next_block`. */
export const CHAIN_SYNC = {
  name: 'chain_sync',
  key: ['chain_id'],
  columns: { chain_id: 'int', first_block: 'int', next_block: 'int' },
} as const satisfies Table
