import type { Table } from '../engine/table-types.ts'

/** The dictionary of categories and tags in analytics. */
export const LABELS = {
  name: 'labels',
  key: ['id'],
  notNull: 'all',
  unique: [['name']],
  columns: { id: 'int', name: 'text' },
} as const satisfies Table

/**
 * The facts that a snapshot's analytics share: traders with a p-value as 32-bit integers, ascending, their q-values as
 * doubles, and everybody's decided units by period and label, summed, as JSON.
 */
export const SNAPSHOT_ANALYTICS = {
  name: 'snapshot_analytics',
  key: ['snapshot_id'],
  notNull: 'all',
  columns: { snapshot_id: 'int', traders: 'blob', q_values: 'blob', baselines: 'text' },
} as const satisfies Table

/** One immutable answer to everything, published whole. */
export const SNAPSHOTS = {
  name: 'snapshots',
  key: ['id'],
  notNull: [
    'cutoff_time',
    'first_day',
    'generated_at',
    'ledger_version',
    'traders',
    'partial_traders',
    'events',
  ],
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
    /** 1 once a block up to the cutoff was taken back: the snapshot never becomes public. */
    taken_back: 'int',
    /** Seconds for which its publisher keeps snapshots: the delay that it was started with. */
    kept_for: 'int',
  },
} as const satisfies Table

/**
 * The number in analytics of a name of the table `labels` as a category: a tag of the same name is another group, with
 * units of its own.
 */
export function categoryLabel(name: number): number {
  return 2 * name
}

/** The number in analytics of a name as a tag. */
export function tagLabel(name: number): number {
  return 2 * name + 1
}

/** The name's number in the table, of either. */
export function labelName(label: number): number {
  return Math.floor(label / 2)
}
