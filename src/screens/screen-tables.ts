import type { Table } from '../store/engine/table-types.ts'

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
