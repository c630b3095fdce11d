import type { Table } from '../database.ts'

/**
 * What boards are read from: who traded within some days up to a snapshot's, in one category or in all (0), at its cutoff
 * (`day_before` 0) and at the close of the day before (1), as packed columns (standings.ts). `first_day` is the first of the
 * days, −1 for all time. What the day before tells hardly changes within a day: a head snapshot without such a row tells what
 * the newest one before it does.
 */
export const STANDINGS = {
  name: 'standings',
  key: ['snapshot_id', 'first_day', 'category', 'day_before'],
  columns: {
    snapshot_id: 'int',
    first_day: 'int',
    category: 'int',
    day_before: 'int',
    bytes: 'blob',
  },
} as const satisfies Table

/** The first of all days. */
export const EVER = -1

/**
 * What orders the traders of a board whose numbers no standings hold, at a snapshot's cutoff and the day before: ids as
 * 32-bit integers, ascending, and a double each.
 */
export const BOARD_SCORES = {
  name: 'board_scores',
  key: ['snapshot_id', 'board', 'day_before'],
  columns: { snapshot_id: 'int', board: 'text', day_before: 'int', traders: 'blob', scores: 'blob' },
} as const satisfies Table
