import { RUN_COLUMNS, RUN_INDEXES, RUN_NOT_NULL } from '../accounts/run-queue.ts'
import { type Table, text } from '../store/engine/table.ts'
import type { ExportFormat } from '../store/export/exports.ts'

export const EXPORTED_TO_ACCOUNTS = ['trades', 'positions', 'traders'] as const
export type AccountTable = (typeof EXPORTED_TO_ACCOUNTS)[number]

/**
 * The exports of accounts. The id names the file, and so does `holder`. `question` is JSON. The cutoff is that of the snapshot that was
 * the newest one when the file was written.
 */
export const ACCOUNT_EXPORTS = {
  name: 'account_exports',
  key: ['id'],
  notNull: [...RUN_NOT_NULL, 'question', 'format', 'row_count', 'byte_count'],
  indexes: RUN_INDEXES,
  columns: {
    ...RUN_COLUMNS,
    question: 'text',
    format: text<ExportFormat>(),
    cutoff_time: 'int',
    cutoff_block: 'int',
    row_count: 'int',
    byte_count: 'int',
    sha256: 'text',
  },
} as const satisfies Table
