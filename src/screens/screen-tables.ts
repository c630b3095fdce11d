import type { Table } from '../store/engine/table.ts'

/** The saved screens of accounts. The id is random. `question` is JSON; `top` is where the list of members ends. */
export const SAVED_SCREENS = {
  name: 'saved_screens',
  key: ['id'],
  notNull: 'all',
  indexes: [['account_id']],
  columns: {
    id: 'text',
    account_id: 'int',
    name: 'text',
    is_public: 'int',
    top: 'int',
    question: 'text',
    created_at: 'int',
  },
} as const satisfies Table

/**
 * The members of saved screens by the first snapshot after each day's close: ids as JSON, the first first. `time` is that snapshot's: the
 * members were not known before. Nothing changes them later.
 */
export const SCREEN_CLOSES = {
  name: 'screen_closes',
  key: ['screen_id', 'day'],
  notNull: 'all',
  columns: { screen_id: 'text', day: 'int', time: 'int', traders: 'text' },
} as const satisfies Table
