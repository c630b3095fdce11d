import type { Table } from '../store/engine/table-types.ts'

/**
 * What accounts follow: a topic is a kind and what of it, such as `wallet:0x…`. `rules` and `quiet_hours` are JSON; so is `state`, what
 * the kind remembers of one follow, which rests on events up to the key `state_key`: null where it rests on none.
 */
export const FOLLOWS = {
  name: 'follows',
  key: ['account_id', 'topic'],
  notNull: ['kind', 'rules', 'since'],
  indexes: [['topic', 'account_id'], ['kind'], ['state_key']],
  columns: {
    account_id: 'int',
    topic: 'text',
    kind: 'text',
    rules: 'text',
    quiet_hours: 'text',
    since: 'int',
    state: 'text',
    state_key: 'int',
  },
} as const satisfies Table

/**
 * News of topics, by the event `key` that each rests on: for when the chain takes that back. `payload` is the news as JSON, null where
 * each follower was told in words of its own. `low` and `high` are a range of what followers ask for: those above `low` and up to `high`
 * are to be notified. `next_account` is the first that was not yet, null once all were.
 */
export const NOTICES = {
  name: 'notices',
  key: ['id'],
  notNull: ['topic', 'kind', 'time', 'key'],
  indexes: [['key'], ['next_account'], ['time'], ['topic', 'time']],
  columns: {
    id: 'text',
    topic: 'text',
    kind: 'text',
    time: 'int',
    key: 'int',
    low: 'int',
    high: 'int',
    payload: 'text',
    next_account: 'int',
  },
} as const satisfies Table

/**
 * What the followers of a topic know, as JSON, by the snapshot `version`. Without a version, what the next snapshot shows is taken as known.
 */
export const WATCH_CURSOR = {
  name: 'watch_cursor',
  key: ['topic'],
  columns: { topic: 'text', state: 'text', version: 'int' },
} as const satisfies Table

/**
 * Up to which share of an outcome's shares, in thousandths, followers know that a wallet holds it: the row with the highest `seq`,
 * 0 without one. `key` is the newest event that a row rests on: where the chain takes that back, the row before it holds again.
 */
export const KNOWN_HOLDERS = {
  name: 'known_holders',
  key: ['token_id', 'trader_id', 'seq'],
  notNull: 'all',
  indexes: [['key'], ['time']],
  columns: { token_id: 'int', trader_id: 'int', seq: 'int', told: 'int', time: 'int', key: 'int' },
} as const satisfies Table
