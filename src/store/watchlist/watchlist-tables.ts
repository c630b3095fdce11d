import type { Table } from '../engine/database.ts'

/** The wallets that accounts follow, each with its rules as JSON; `min_usd` is one of them, by which followers are found. */
export const WALLET_FOLLOWS = {
  name: 'wallet_follows',
  key: ['account_id', 'address'],
  columns: {
    account_id: 'int',
    address: 'text',
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
  columns: {
    id: 'text',
    address: 'text',
    trader_id: 'int',
    token_id: 'int',
    deed: 'text',
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
 * One row: the time of the earliest event that came since followed wallets were last looked at, and what a look that is
 * under way has taken of it, under a name of its own.
 */
export const WATCH_STATE = {
  name: 'watch_state',
  key: ['id'],
  columns: { id: 'int', since: 'int', taken: 'int', taken_by: 'text' },
} as const satisfies Table
