import type { Table } from './database.ts'

/**
 * What was tested last of a trader's skill, of those with enough decided units; `print` stands for the units
 * (refresh/analytics/skill-record.ts), and tests of the same units are not run again.
 */
export const TRADER_SKILL = {
  name: 'trader_skill',
  key: ['trader_id'],
  columns: {
    trader_id: 'int',
    units: 'int',
    edge: 'float',
    low: 'float',
    high: 'float',
    p_value: 'float',
    print: 'text',
  },
} as const satisfies Table

/**
 * What the newest head snapshot counts of everybody with an event, so that a refresh can take it out again: dollars bought
 * over all time, and what the baselines hold, as doubles of four: period, label, profit, cost.
 */
export const TRADER_SUMS = {
  name: 'trader_sums',
  key: ['trader_id'],
  columns: { trader_id: 'int', bought: 'int', groups: 'blob' },
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
