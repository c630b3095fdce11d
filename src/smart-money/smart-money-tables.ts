import { type Table, text } from '../store/engine/table.ts'
import type { ChainRecord } from './signal-hash.ts'

/**
 * A cohort's computed views: `snapshot_id` 0 is the state at the start of `week`, written once and kept; another is the
 * week's members at that snapshot's cutoff. `events` counts the ledger's events before the week, 0 for a snapshot.
 */
export const SMART_VIEWS = {
  name: 'smart_views',
  key: ['snapshot_id', 'cohort', 'week'],
  notNull: 'all',
  columns: { snapshot_id: 'int', cohort: 'text', week: 'int', members: 'int', events: 'int' },
} as const satisfies Table

/**
 * A cohort's positions in each market with enough of its members; `divergence` derives from the columns before it. Those of the
 * skilled cohort are kept where their money differs from everyone else's, and `divergence` is that difference (divergences.ts).
 */
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
 * The chain of signals: each row holds the SHA-256 of the one before and of its own contents (signal-hash.ts), and
 * never changes. A cohort's week begins with a row of the kind WEEK: `detail` is a hash of its members, `events` counts
 * the events before the week, `ledger_time` is the ledger's newest event when it was written, and `rules` is the
 * version of the rules, null for the first. Its signals follow, then a row of the kind ENDED for each market excluded
 * because the time in `detail` had passed. A row of the kind RECALL voids the week so far: it counted blocks that a
 * reorg removed, from the one in `detail` on.
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

/** The studies of large buys (large-buys.ts), a row a closed day, as JSON: written once, unless blocks of the day or before are taken back. */
export const LARGE_BUY_STUDIES = {
  name: 'large_buy_studies',
  key: ['day'],
  notNull: 'all',
  columns: { day: 'int', study: 'text' },
} as const satisfies Table
