import type { Table } from '../database.ts'

/**
 * The manifest: which files hold sealed fills, and between which bounds. No two segments share a key; a row's files are
 * JSON ({@link import('./manifest.ts').Segment}).
 */
export const SEGMENTS = {
  name: 'segments',
  key: ['id'],
  columns: {
    id: 'int',
    first_key: 'int',
    last_key: 'int',
    first_time: 'int',
    last_time: 'int',
    rows: 'int',
    files: 'text',
  },
} as const satisfies Table
