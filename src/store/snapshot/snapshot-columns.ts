import type { Table } from '../engine/table-types.ts'

/**
 * What boards are read from: who traded within some days up to a snapshot's, in one category or all (0), at its cutoff
 * (`day_before` 0) and at the close of the day before (1). `first_day` is the first of the days, −1 for all time. The numbers
 * are packed (standings.ts) in {@link COLUMN_PARTS}. What the day before tells hardly changes within a day: head snapshots of
 * one day may name the same.
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

/** The first of all days. */
export const EVER = -1

/**
 * What orders the traders of a board whose numbers no standings hold, at a snapshot's cutoff and the day before; packed
 * (board-scores.ts) likewise.
 */
export const BOARD_SCORES = {
  name: 'board_scores',
  key: ['snapshot_id', 'board', 'day_before'],
  notNull: 'all',
  columns: { snapshot_id: 'int', board: 'text', day_before: 'int', columns_id: 'int' },
} as const satisfies Table

/**
 * The bytes of packed columns, part after part. They are written before the snapshot that names them is, under ids that are
 * drawn: what no snapshot names, nobody reads, and the next publication drops.
 */
export const COLUMN_PARTS = {
  name: 'column_parts',
  key: ['columns_id', 'part'],
  notNull: 'all',
  columns: { columns_id: 'int', part: 'int', bytes: 'blob' },
} as const satisfies Table
