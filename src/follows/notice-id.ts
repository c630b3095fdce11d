import { hash } from 'node:crypto'

/**
 * The id of a notice: the same whoever finds it and however often, another for another. It never changes.
 * @param parts what tells it from all others
 */
export function noticeId(...parts: readonly (string | number)[]): string {
  return hash('sha256', parts.join('\n'), 'base64url').slice(0, 22)
}
