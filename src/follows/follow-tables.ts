import type { Table } from '../store/engine/table.ts'

/**
 * The follows of accounts. A topic is a kind and a name, such as `wallet:0x…`. `rules` are JSON, and so is
 * `state`, which the kind keeps for one follow: it depends on events up to the key
 * `state_key`, null if on none. `paused` is 1 while nothing is sent, else null.
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
    since: 'int',
    state: 'text',
    state_key: 'int',
    paused: 'int',
  },
} as const satisfies Table

/**
 * News of topics, each with the `key` of the event it depends on, so that a reverted block can retract it.
 * `payload` is the news as JSON, null if each follower's message has its own words. A follower is notified if
 * its threshold is above `low` and up to `high`. `next_account` is the first that was not notified yet, null
 * when all were.
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
 * The state that a topic's followers know, as JSON, with its snapshot `version`. Without a version, followers
 * are taken to know the state of the next snapshot.
 */
export const WATCH_CURSOR = {
  name: 'watch_cursor',
  key: ['topic'],
  columns: { topic: 'text', state: 'text', version: 'int' },
} as const satisfies Table

/**
 * The part of an outcome's supply, in thousandths, that followers know a wallet to hold: the row with the
 * highest `seq`, 0 without a row. `key` is the newest event a row depends on: if a block with it is reverted,
 * the previous row is valid again.
 */
export const KNOWN_HOLDERS = {
  name: 'known_holders',
  key: ['token_id', 'trader_id', 'seq'],
  notNull: 'all',
  indexes: [['key'], ['time']],
  columns: { token_id: 'int', trader_id: 'int', seq: 'int', told: 'int', time: 'int', key: 'int' },
} as const satisfies Table
