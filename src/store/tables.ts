import type { Address, ConditionId, Hash, TokenId } from '../ledger/quantities.ts'
import { type Table, text } from './engine/table.ts'

/** The minimum of a large fill, in micro-dollars: $1,000. Large fills have an index by time. */
export const LARGE_FILL = 1_000_000_000

/** The bytes of a transaction's hash by which its fills are found: hardly any other hash begins with them. */
export const TX_START_BYTES = 4

/** One order's fill a row. `key` is the chain's (block · 2^20 + log index), negative for rows of the Data API. */
export const FILLS = {
  name: 'fills',
  key: ['key'],
  notNull: ['time', 'owner_id', 'side', 'token_id', 'shares', 'usd', 'fee', 'fee_in'],
  indexes: [
    ['owner_id', 'time'],
    ['token_id', 'time'],
  ],
  partialIndexes: {
    fills_large_by_time: `(time, key) WHERE usd >= ${LARGE_FILL}`,
    fills_by_tx: `(substr(tx, 1, ${TX_START_BYTES}))`,
  },
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

/** Every ledger event that is not a fill. The columns in use depend on `kind` (see movement-row.ts). */
export const MOVEMENTS = {
  name: 'movements',
  key: ['key', 'item'],
  notNull: ['kind', 'time'],
  indexes: [
    ['condition_id', 'time'],
    ['neg_risk_id', 'time'],
    ['other_id', 'time'],
    ['owner_id', 'time'],
    ['token_id', 'time'],
  ],
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

/** The ledger row of each Data API row: `identity` hashes its distinguishing fields, with duplicates numbered. */
export const API_ROWS = {
  name: 'api_rows',
  key: ['identity'],
  notNull: ['key', 'item', 'fill'],
  indexes: [['tx']],
  columns: { identity: 'blob', key: 'int', item: 'int', tx: 'blob', fill: 'int' },
} as const satisfies Table

/** The dictionary of wallets and contracts, and the profiles of their owners. */
export const TRADERS = {
  name: 'traders',
  key: ['id'],
  notNull: ['address'],
  unique: [['address']],
  partialIndexes: { traders_infrastructure: '(id) WHERE infrastructure = 1' },
  columns: {
    id: 'int',
    address: text<Address>(),
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
  notNull: ['token'],
  unique: [['token']],
  indexes: [['condition_id', 'outcome']],
  columns: { id: 'int', token: text<TokenId>(), condition_id: 'int', outcome: 'int', outcome_name: 'text' },
} as const satisfies Table

/**
 * The dictionary of conditions, and their resolution once it is known. `prepared_key` is the chain's key of the log that
 * prepared a question of a neg-risk market; null where unknown.
 */
export const CONDITIONS = {
  name: 'conditions',
  key: ['id'],
  notNull: ['condition'],
  unique: [['condition']],
  indexes: [['neg_risk_id'], ['resolved_time']],
  columns: {
    id: 'int',
    condition: text<ConditionId>(),
    neg_risk_id: 'int',
    neg_risk_index: 'int',
    prepared_key: 'int',
    payouts: 'text',
    resolved_time: 'int',
    resolved_key: 'int',
  },
} as const satisfies Table

/** The dictionary of neg-risk markets: groups of questions; exactly one of a group comes true. */
export const NEG_RISK_MARKETS = {
  name: 'neg_risk_markets',
  key: ['id'],
  notNull: ['market'],
  unique: [['market']],
  columns: { id: 'int', market: text<Hash>(), questions: 'int', fee_bips: 'int' },
} as const satisfies Table

/** The metadata of a condition. */
export const MARKETS = {
  name: 'markets',
  key: ['condition_id'],
  indexes: [['event_id']],
  partialIndexes: { markets_by_slug: '(slug) WHERE slug IS NOT NULL' },
  columns: {
    condition_id: 'int',
    question: 'text',
    slug: 'text',
    category: 'text',
    tags: 'text',
    outcomes: 'text',
    event_id: 'int',
    ends_at: 'int',
    created_at: 'int',
  },
} as const satisfies Table

/** The events that markets belong to ("Who wins the election?" with a market a candidate). */
export const MARKET_EVENTS = {
  name: 'market_events',
  key: ['id'],
  notNull: ['source_id'],
  unique: [['source_id']],
  partialIndexes: { market_events_by_slug: '(slug) WHERE slug IS NOT NULL' },
  columns: { id: 'int', source_id: 'text', title: 'text', slug: 'text' },
} as const satisfies Table

/** Each position's state after its last event, ours and the official rule's: where the fold goes on. */
export const POSITIONS = {
  name: 'positions',
  key: ['token_id', 'trader_id'],
  notNull: 'all',
  indexes: [['token_id', 'last_time']],
  partialIndexes: { positions_by_token_id_shares: '(token_id, shares, trader_id) WHERE shares > 0' },
  clustered: true,
  columns: {
    token_id: 'int',
    trader_id: 'int',
    shares: 'int',
    cost: 'int',
    official_amount: 'int',
    official_avg: 'int',
    last_time: 'int',
    last_key: 'int',
    open: 'int',
    slippage: 'int',
    first_lot: 'int',
    next_lot: 'int',
  },
} as const satisfies Table

/**
 * The open lots of a position by number, from its `first_lot` up to its `next_lot`: when they came in, and the
 * shares that are left of them.
 */
export const POSITION_LOTS = {
  name: 'position_lots',
  key: ['token_id', 'trader_id', 'number'],
  notNull: 'all',
  clustered: true,
  columns: { token_id: 'int', trader_id: 'int', number: 'int', time: 'int', shares: 'int' },
} as const satisfies Table

/** The fact grain of marks: a token's last trade of at least one share on a day. */
export const PRICE_DAYS = {
  name: 'price_days',
  key: ['token_id', 'day'],
  notNull: 'all',
  clustered: true,
  columns: { token_id: 'int', day: 'int', close: 'int', time: 'int', key: 'int' },
} as const satisfies Table

/**
 * A market's volume, by token and day: the dollars of its fills but those of MAKERs, so that each trade counts once; how many
 * fills have no known role; and how many there are. No row is without a fill. Not a column of {@link PRICE_DAYS}: a day whose fills are all of less than a share has a volume and no close.
 */
export const VOLUME_DAYS = {
  name: 'volume_days',
  key: ['token_id', 'day'],
  notNull: 'all',
  clustered: true,
  columns: { token_id: 'int', day: 'int', usd: 'int', unknown: 'int', fills: 'int' },
} as const satisfies Table

/** Rewards and rebates by trader and day. */
export const INCOME_DAYS = {
  name: 'income_days',
  key: ['trader_id', 'day'],
  notNull: 'all',
  clustered: true,
  columns: { trader_id: 'int', day: 'int', amount: 'int' },
} as const satisfies Table

/**
 * Traders whose positions changed since the snapshot before: what an incremental refresh looks at. Nothing of theirs
 * changed before the day `since`.
 */
export const TOUCHED_TRADERS = {
  name: 'touched_traders',
  key: ['trader_id'],
  notNull: 'all',
  columns: { trader_id: 'int', version: 'int', since: 'int' },
} as const satisfies Table

/**
 * The log of the ledger's changes (store/ledger/ledger-changes.ts). A row of token 0 for each version: the start of the
 * earliest day with an added, removed or reinterpreted event, so earlier prices are unchanged. Besides, a row for each
 * position that events changed, with the earliest one's time: trader 0 means all holders of the token, token -1 every
 * position.
 */
export const LEDGER_CHANGES = {
  name: 'ledger_changes',
  key: ['version', 'token_id', 'trader_id'],
  notNull: 'all',
  clustered: true,
  columns: { version: 'int', token_id: 'int', trader_id: 'int', since: 'int' },
} as const satisfies Table

/**
 * The newest version in which a day was the earliest that changed. A past day's snapshot is current while no later
 * version has changed that day or an earlier one. At most a row for each day of the ledger.
 */
export const CHANGED_DAYS = {
  name: 'changed_days',
  key: ['day'],
  notNull: 'all',
  columns: { day: 'int', version: 'int' },
} as const satisfies Table

/**
 * The version up to which each reader has read the log of changes: `publisher`, `alerts`, and `follows` once there is a
 * follow.
 */
export const LEDGER_CURSORS = {
  name: 'ledger_cursors',
  key: ['name'],
  notNull: 'all',
  columns: { name: 'text', version: 'int' },
} as const satisfies Table

/**
 * A trader's fills that count for prescience, from the second day after their own on: a fact of each day and market, packed
 * (numbers/days/foresight-rows.ts). A row holds the days of a span: `day` is the span's first, `last_day` the last that has a
 * fact. No row is without a fact. Not clustered: SQLite gives a long row of a clustered table pages of its own.
 */
export const FORESIGHT_DAYS = {
  name: 'foresight_days',
  key: ['trader_id', 'day'],
  notNull: 'all',
  indexes: [['day', 'last_day']],
  columns: { trader_id: 'int', day: 'int', last_day: 'int', facts: 'blob' },
} as const satisfies Table

/**
 * Whole trades of at least {@link LARGE_FILL}: the fills of one trader, outcome and side in one transaction, a row under the
 * key of the first of them. Fills without a known transaction are whole trades of their own. `role` is null where it is unknown
 * or differs among the fills; `change` is what became of the position (store/ingest/whole-trade-rows.ts). `signs` is null
 * until they are computed.
 */
export const WHOLE_TRADES = {
  name: 'whole_trades',
  key: ['key'],
  notNull: ['last_key', 'time', 'day', 'token_id', 'trader_id', 'side', 'shares', 'usd', 'fills', 'change'],
  indexes: [
    ['time', 'key'],
    ['token_id', 'time', 'key'],
    ['trader_id', 'time', 'key'],
    ['day', 'usd', 'time', 'key'],
  ],
  columns: {
    key: 'int',
    last_key: 'int',
    time: 'int',
    day: 'int',
    token_id: 'int',
    trader_id: 'int',
    side: 'int',
    role: 'int',
    shares: 'int',
    usd: 'int',
    fills: 'int',
    change: 'int',
    signs: 'int',
  },
} as const satisfies Table

/**
 * The signs of whole trades of the last day as they were first computed: streams send trades by them, and take trades back by the
 * same where a correction of history has changed them since.
 */
export const FIRST_SIGNS = {
  name: 'first_signs',
  key: ['key'],
  notNull: 'all',
  indexes: [['time']],
  columns: { key: 'int', time: 'int', signs: 'int' },
} as const satisfies Table

/** Wallets that are shown nowhere, by their owners' wish. */
export const OPTED_OUT = {
  name: 'opted_out',
  key: ['address'],
  columns: { address: text<Address>() },
} as const satisfies Table

/** Blocks that were read, newest kept: a reorganisation shows as another hash at the same number. */
export const CHAIN_BLOCKS = {
  name: 'chain_blocks',
  key: ['number'],
  notNull: 'all',
  columns: { number: 'int', hash: text<Hash>(), parent_hash: text<Hash>(), time: 'int' },
} as const satisfies Table

/** How far each reading of the chain has come: every block from `first_block` up to, not including, `next_block`. */
export const CHAIN_SYNC = {
  name: 'chain_sync',
  key: ['chain_id'],
  notNull: 'all',
  columns: { chain_id: 'int', first_block: 'int', next_block: 'int' },
} as const satisfies Table

/** Pools of the first era, as their factory made them; those of another coin are no market's, and no trader's wallet. */
export const CHAIN_POOLS = {
  name: 'chain_pools',
  key: ['address'],
  notNull: 'all',
  columns: { address: text<Address>(), collateral: text<Address>(), block: 'int' },
} as const satisfies Table

/** Tokens of the conditional tokens that are no market's: they have another coin as collateral, or are nested in others. */
export const STRANGE_TOKENS = {
  name: 'strange_tokens',
  key: ['token'],
  notNull: 'all',
  columns: { token: text<TokenId>(), block: 'int' },
} as const satisfies Table

/**
 * The events of undone blocks of the last day, which streams take back from the readers that they sent them to. `undone`
 * is the number of the undo among all of the ledger's, and `first` the key at which it began.
 */
export const UNDONE_EVENTS = {
  name: 'undone_events',
  key: ['undone', 'key', 'item'],
  notNull: 'all',
  indexes: [['time']],
  columns: { undone: 'int', key: 'int', item: 'int', first: 'int', time: 'int', event: 'text' },
} as const satisfies Table

/**
 * One row: totals of the ledger, the numbers of its reinterpretations and of its reorgs, the rules of its fold, and the
 * retained part of its past (store/ledger/versions.ts).
 */
export const LEDGER_STATE = {
  name: 'ledger_state',
  key: ['id'],
  notNull: [
    'version',
    'fills',
    'movements',
    'simulated',
    'fold_version',
    'undone',
    'meanings',
    'readable_from',
    'known_from',
    'days_sealed',
  ],
  columns: {
    id: 'int',
    version: 'int',
    first_time: 'int',
    last_time: 'int',
    last_block: 'int',
    fills: 'int',
    movements: 'int',
    simulated: 'int',
    fold_version: 'int',
    undone: 'int',
    meanings: 'int',
    readable_from: 'int',
    pinned: 'int',
    pinned_day: 'int',
    known_from: 'int',
    days_sealed: 'int',
  },
} as const satisfies Table
