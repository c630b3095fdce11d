import type { Table } from '../engine/table-types.ts'

/** Tokens whose loaded fills no position counts yet, and how many those are; nothing while no load is under way. */
export const UNFOLDED_TOKENS = {
  name: 'unfolded_tokens',
  key: ['token_id'],
  notNull: 'all',
  columns: { token_id: 'int', fills: 'int' },
} as const satisfies Table

/** The one process that folds loaded fills, until a time in milliseconds unless it says again that it does. */
export const FOLD_CLAIM = {
  name: 'fold_claim',
  key: ['id'],
  notNull: 'all',
  columns: { id: 'int', holder: 'text', until: 'int' },
} as const satisfies Table

/** Parts of downloaded history that were loaded whole, each by its unique name, with its number of fills. */
export const LOADED_PARTS = {
  name: 'loaded_parts',
  key: ['part'],
  notNull: 'all',
  columns: { part: 'text', fills: 'int' },
} as const satisfies Table
