import type { Table } from './database.ts'

/**
 * What the newest head snapshot was computed from, in parts: the refresh after it reads here what has changed since.
 * One row a part, replaced by every head refresh; dropping all of them only makes the next refresh a full one.
 */
export const REFRESH_BASIS = {
  name: 'refresh_basis',
  key: ['part'],
  columns: { part: 'text', snapshot_id: 'int', rules: 'int', bytes: 'blob' },
} as const satisfies Table
