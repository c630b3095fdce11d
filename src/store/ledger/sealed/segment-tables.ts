import type { Table } from '../../engine/table-types.ts'

/**
 * The manifest: which files hold sealed rows, and between which bounds. A row's files are JSON by name
 * ({@link import('./manifest.ts').Segment}); `masked` counts those of its rows that {@link SEALED_DAY_MASKS} hides by now. Days of
 * the generation `born` are in it; of others than days it is 0.
 */
export const SEGMENTS = {
  name: 'segments',
  key: ['id'],
  notNull: 'all',
  columns: {
    id: 'int',
    kind: 'text',
    first_key: 'int',
    last_key: 'int',
    first_time: 'int',
    last_time: 'int',
    rows: 'int',
    files: 'text',
    masked: 'int',
    born: 'int',
  },
} as const satisfies Table

/**
 * Ends of sealed days: the generation ended a position's days in a segment of kind DAYS from the day `since` on. Trader 0
 * stands for every trader of the token.
 */
export const SEALED_DAY_MASKS = {
  name: 'sealed_day_masks',
  key: ['segment_id', 'trader_id', 'token_id', 'generation'],
  notNull: 'all',
  indexes: [['generation']],
  clustered: true,
  columns: { segment_id: 'int', trader_id: 'int', token_id: 'int', generation: 'int', since: 'int' },
} as const satisfies Table
