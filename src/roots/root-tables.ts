import type { Table } from '../store/engine/table.ts'

/** The key that signs heads of the log of days: one row. `secret` is PKCS #8. */
export const LOG_KEY = {
  name: 'log_key',
  key: ['id'],
  notNull: 'all',
  columns: { id: 'int', origin: 'text', secret: 'blob' },
} as const satisfies Table

/** The log of days: `leaf` is the text that is hashed, `version` the ledger's when it was made. Rows are only appended. */
export const LOG_DAYS = {
  name: 'log_days',
  key: ['number'],
  notNull: 'all',
  indexes: [['day', 'number']],
  columns: { number: 'int', day: 'int', version: 'int', made: 'int', leaf: 'text' },
} as const satisfies Table

/**
 * The leaves of an entry's trees as hashes, a chunk of {@link CHUNK} a row: tree 0 has the day's events, tree 1 the traders, tree 2 the
 * heads of registered rules, tree 3 the radar's new records; `first` is the address, the rule, or the hash of a chunk's first. Those of
 * the newest entries are kept, and tree 3 of all.
 */
export const LOG_CHUNKS = {
  name: 'log_chunks',
  key: ['number', 'tree', 'chunk'],
  notNull: 'all',
  columns: { number: 'int', tree: 'int', chunk: 'int', first: 'text', root: 'blob', hashes: 'blob' },
} as const satisfies Table
