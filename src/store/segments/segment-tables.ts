import type { Table } from '../database.ts'

/**
 * The manifest: which files hold sealed rows, and between which bounds. A row's files are JSON by name
 * ({@link import('./manifest.ts').Segment}).
 */
export const SEGMENTS = {
  name: 'segments',
  key: ['id'],
  columns: {
    id: 'int',
    kind: 'text',
    first_key: 'int',
    last_key: 'int',
    first_time: 'int',
    last_time: 'int',
    rows: 'int',
    files: 'text',
  },
} as const satisfies Table
