import { type Table, text } from '../store/engine/table-types.ts'
import type { ExportFormat } from '../store/export/exports.ts'

/** The state of an export: WAITING until a process takes it, and again after one that ended before the file did. */
export type ExportState = 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'

/** The tables that an account can export. */
export const EXPORTED_TO_ACCOUNTS = ['trades', 'positions'] as const
export type AccountTable = (typeof EXPORTED_TO_ACCOUNTS)[number]

/**
 * The exports of accounts. The id is random, and names the file. `question` is JSON. The cutoff is that of the snapshot that was the
 * newest one when the file was written. `holder` writes or wrote the file, whose name it is part of: until `until` (seconds) nobody takes it over.
 */
export const ACCOUNT_EXPORTS = {
  name: 'account_exports',
  key: ['id'],
  notNull: [
    'account_id',
    'question',
    'format',
    'state',
    'created_at',
    'expires_at',
    'row_count',
    'byte_count',
    'attempts',
    'holder',
    'until',
  ],
  indexes: [['account_id'], ['state'], ['expires_at']],
  columns: {
    id: 'text',
    account_id: 'int',
    question: 'text',
    format: text<ExportFormat>(),
    state: text<ExportState>(),
    created_at: 'int',
    expires_at: 'int',
    cutoff_time: 'int',
    cutoff_block: 'int',
    row_count: 'int',
    byte_count: 'int',
    sha256: 'text',
    problem: 'text',
    attempts: 'int',
    holder: 'text',
    until: 'int',
  },
} as const satisfies Table
