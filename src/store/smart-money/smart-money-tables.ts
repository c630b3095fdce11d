import { type Table, text } from '../engine/table-types.ts'
import type { ChainRecord } from './signal-hash.ts'

/**
 * What was computed of a cohort: with `snapshot_id` 0 the state at the start of `week`, written once and kept; else the
 * week's members at that snapshot's cutoff. `events` are those of the ledger before the week, 0 for a snapshot.
 */
export const SMART_VIEWS = {
  name: 'smart_views',
  key: ['snapshot_id', 'cohort', 'week'],
  notNull: 'all',
  columns: { snapshot_id: 'int', cohort: 'text', week: 'int', members: 'int', events: 'int' },
} as const satisfies Table

/** A cohort's positions in each market that enough members held; `divergence` follows from the columns before it. */
export const SMART_STANCES = {
  name: 'smart_stances',
  key: ['snapshot_id', 'cohort', 'week', 'condition_id'],
  notNull: ['members', 'yes_value', 'value', 'price', 'divergence'],
  indexes: [['condition_id', 'cohort', 'week']],
  clustered: true,
  columns: {
    snapshot_id: 'int',
    cohort: 'text',
    week: 'int',
    condition_id: 'int',
    category: 'text',
    members: 'int',
    yes_value: 'int',
    value: 'int',
    price: 'int',
    divergence: 'int',
  },
} as const satisfies Table

/**
 * The chain of signals: each row holds the SHA-256 of the one before and of what it says itself (signal-hash.ts), and is
 * never changed. A cohort's week begins with a row of the kind WEEK, whose `detail` is a hash of its members, `events`
 * those before the week, `ledger_time` the ledger's newest event when it was written, and `rules` the number of the rules
 * that it was written by, null for the first; its signals follow, then a row of the kind ENDED for each market that was left
 * out because the time in `detail` had come. A row of the kind RECALL says that the week so far counted blocks that the chain took back, from that in `detail` on.
 */
export const SMART_SIGNALS = {
  name: 'smart_signals',
  key: ['seq'],
  notNull: ['kind', 'cohort', 'week', 'members', 'hash'],
  indexes: [['cohort', 'week', 'seq']],
  columns: {
    seq: 'int',
    kind: text<ChainRecord['kind']>(),
    cohort: 'text',
    week: 'int',
    members: 'int',
    detail: 'text',
    events: 'int',
    ledger_time: 'int',
    rules: 'int',
    condition_id: 'int',
    side: text<'YES' | 'NO'>(),
    category: 'text',
    yes_value: 'int',
    value: 'int',
    price: 'int',
    hash: 'blob',
  },
} as const satisfies Table
