import { ERROR_CATALOGUE } from '../../../src/errors.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Every code that a caller can meet, with its HTTP status, by status. */
export function errorTable(): string {
  const rows = Object.entries(ERROR_CATALOGUE)
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([name, { status, retryable }]) => [code(name), String(status), retryable ? 'yes' : 'no'])
  return markdownTable(['code', 'status', 'retryable'], rows)
}
