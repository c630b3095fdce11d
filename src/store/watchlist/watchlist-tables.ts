import type { Address } from '../../ledger/quantities.ts'
import type { Deed } from '../../whales/watchlist/wallet-notice.ts'
import { type Table, text } from '../engine/table-types.ts'

/** The wallets that accounts follow, each with its rules as JSON; `min_usd` is one of them, by which followers are found. */
export const WALLET_FOLLOWS = {
  name: 'wallet_follows',
  key: ['account_id', 'address'],
  notNull: 'all',
  indexes: [['address', 'account_id']],
  columns: {
    account_id: 'int',
    address: text<Address>(),
    min_usd: 'int',
    rules: 'text',
    followed_at: 'int',
  },
} as const satisfies Table

/**
 * What followed wallets decided: one row a decision, whoever follows. `payload` is the notice as it stands; followers up
 * to `told_usd` were told of it, and `next_account` is the first one that was not yet, null once all were.
 */
export const WALLET_NOTICES = {
  name: 'wallet_notices',
  key: ['id'],
  notNull: [
    'address',
    'trader_id',
    'token_id',
    'deed',
    'first_time',
    'first_key',
    'last_time',
    'last_key',
    'last_item',
    'usd',
    'payload',
  ],
  indexes: [['first_key'], ['first_time'], ['next_account'], ['trader_id', 'token_id', 'first_time']],
  columns: {
    id: 'text',
    address: text<Address>(),
    trader_id: 'int',
    token_id: 'int',
    deed: text<Deed>(),
    first_time: 'int',
    first_key: 'int',
    last_time: 'int',
    last_key: 'int',
    last_item: 'int',
    usd: 'int',
    told_usd: 'int',
    next_account: 'int',
    payload: 'text',
  },
} as const satisfies Table

/**
 * The markets that accounts follow, each with its levels in micro-dollars and its quiet hours as JSON. A level is armed (1)
 * until the price crosses it, and again once the price has come back; `place` is the fill by which one of a follow's levels
 * was last changed, null where the levels are to be armed by the price that there was before the next look. A jump is one from
 * the price at the place `jump`, or from a later one: of the jump that was told last, or of the follow itself; `jump_before` is
 * the place before that, for when the chain takes it back.
 */
export const MARKET_FOLLOWS = {
  name: 'market_follows',
  key: ['account_id', 'condition_id'],
  notNull: ['outcome', 'followed_at'],
  indexes: [['condition_id', 'outcome'], ['place_key']],
  partialIndexes: { market_follows_with_stance: '(condition_id) WHERE stance = 1' },
  columns: {
    account_id: 'int',
    condition_id: 'int',
    outcome: 'int',
    above: 'int',
    below: 'int',
    quiet_hours: 'text',
    followed_at: 'int',
    above_armed: 'int',
    below_armed: 'int',
    place_time: 'int',
    place_key: 'int',
    jump: 'int',
    jump_time: 'int',
    jump_key: 'int',
    jump_before_time: 'int',
    jump_before_key: 'int',
    holder_share: 'int',
    stance: 'int',
  },
} as const satisfies Table

/**
 * What followers of markets are told of, by the event that it rests on: for when the chain takes that back. What is the same for
 * all followers is written once, as `payload`; `next_account` is the first one who was not told of it yet, null once all were.
 * Of a holder only those are told who follow the outcome and ask for a share above `low` and up to `high`. Of what depends on
 * the follow, all but the first three are null.
 */
export const MARKET_NOTICES = {
  name: 'market_notices',
  key: ['id'],
  notNull: ['time', 'key'],
  indexes: [['key'], ['next_account'], ['time']],
  columns: {
    id: 'text',
    time: 'int',
    key: 'int',
    condition_id: 'int',
    kind: 'text',
    next_account: 'int',
    payload: 'text',
    outcome: 'int',
    low: 'int',
    high: 'int',
  },
} as const satisfies Table

/**
 * Up to which share of an outcome's shares, in millionths, followers know that a wallet holds it: the row with the highest `seq`,
 * 0 without one. `key` is the newest event that a row rests on: where the chain takes that back, the row before it holds again.
 */
export const MARKET_HOLDERS = {
  name: 'market_holders',
  key: ['token_id', 'trader_id', 'seq'],
  notNull: 'all',
  indexes: [['key'], ['time']],
  columns: { token_id: 'int', trader_id: 'int', seq: 'int', told: 'int', time: 'int', key: 'int' },
} as const satisfies Table

/** The side on which followers of a market know smart money, and the snapshot by which it was looked at last. */
export const MARKET_STANCES = {
  name: 'market_stances',
  key: ['condition_id'],
  notNull: ['snapshot_id'],
  columns: { condition_id: 'int', side: text<'YES' | 'NO'>(), snapshot_id: 'int' },
} as const satisfies Table

/**
 * Followed markets of which an event came that was not looked at yet: the time of the earliest one, and what a look that is
 * under way has taken of it, under a name of its own.
 */
export const MARKET_NEWS = {
  name: 'market_news',
  key: ['condition_id'],
  columns: { condition_id: 'int', since: 'int', taken: 'int', taken_by: 'text' },
} as const satisfies Table

/**
 * One row: the time of the earliest event that came since followed wallets were last looked at, and what a look that is
 * under way has taken of it, under a name of its own.
 */
export const WATCH_STATE = {
  name: 'watch_state',
  key: ['id'],
  columns: { id: 'int', since: 'int', taken: 'int', taken_by: 'text' },
} as const satisfies Table

/**
 * The leaderboards that accounts follow, each down to the rank `top`, with its quiet hours as JSON. `since` is the newest
 * snapshot when the follow began, 0 without one: its owner is told of later ones.
 */
export const BOARD_FOLLOWS = {
  name: 'board_follows',
  key: ['account_id', 'board'],
  notNull: ['top', 'followed_at', 'since'],
  indexes: [['board', 'account_id']],
  columns: {
    account_id: 'int',
    board: 'text',
    top: 'int',
    quiet_hours: 'text',
    followed_at: 'int',
    since: 'int',
  },
} as const satisfies Table

/**
 * Leaderboards that are, or were, followed: one row a board, whoever follows it. `places` are those that followers know, of the
 * snapshot `snapshot_id`; null where nobody followed it then. Both are null where those of the newest snapshot are to be taken
 * without a word. `changes` is what followers are being told, and `next_account` the first one that was not yet, null once all were.
 */
export const FOLLOWED_BOARDS = {
  name: 'followed_boards',
  key: ['board'],
  columns: {
    board: 'text',
    snapshot_id: 'int',
    places: 'text',
    changes: 'text',
    next_account: 'int',
  },
} as const satisfies Table
