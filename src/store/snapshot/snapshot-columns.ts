import type { Table } from '../engine/table-types.ts'

/**
 * The columns of boards: traders with a trade within some days up to a snapshot's, in one category or all (0), at its
 * cutoff (`day_before` 0) and at the close of the day before (1). `first_day` is the first of the days, −1 for all
 * time. The numbers are packed (standings.ts) in {@link COLUMN_PARTS}. The columns of the day before hardly change
 * within a day, so head snapshots of one day may share them.
 */
export const STANDINGS = {
  name: 'standings',
  key: ['snapshot_id', 'first_day', 'category', 'day_before'],
  notNull: 'all',
  columns: {
    snapshot_id: 'int',
    first_day: 'int',
    category: 'int',
    day_before: 'int',
    columns_id: 'int',
  },
} as const satisfies Table

/** For all time. */
export const EVER = -1

/**
 * The scores of a board's traders that no standings hold, at a snapshot's cutoff and the day before; packed
 * (board-scores.ts) likewise.
 */
export const BOARD_SCORES = {
  name: 'board_scores',
  key: ['snapshot_id', 'board', 'day_before'],
  notNull: 'all',
  columns: { snapshot_id: 'int', board: 'text', day_before: 'int', columns_id: 'int' },
} as const satisfies Table

/**
 * The numbers of the traders that boards of a period show, at a snapshot's cutoff, beside those that order them; packed
 * (shown-numbers.ts) likewise.
 */
export const SHOWN_NUMBERS = {
  name: 'shown_numbers',
  key: ['snapshot_id', 'first_day'],
  notNull: 'all',
  columns: { snapshot_id: 'int', first_day: 'int', columns_id: 'int' },
} as const satisfies Table

/**
 * The numbers of a screen: traders with a trade within some days up to a snapshot's, in one category or all (0), a column for each
 * number (screen-table.ts). They are computed for who asks first, for screens of few snapshots are asked for.
 */
export const SCREENS = {
  name: 'screens',
  key: ['snapshot_id', 'first_day', 'category', 'number'],
  notNull: 'all',
  columns: { snapshot_id: 'int', first_day: 'int', category: 'int', number: 'text', columns_id: 'int' },
} as const satisfies Table

/**
 * The bytes of packed columns, part after part. They are written, under random ids, before the snapshot that names
 * them; parts without a snapshot are never read, and the next publication drops them.
 */
export const COLUMN_PARTS = {
  name: 'column_parts',
  key: ['columns_id', 'part'],
  notNull: 'all',
  columns: { columns_id: 'int', part: 'int', bytes: 'blob' },
} as const satisfies Table
