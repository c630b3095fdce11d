import { hash } from 'node:crypto'

/**
 * Returns a notice's id, which every process derives alike and which never changes.
 * @param parts values that distinguish the notice from all others
 */
export function noticeId(...parts: readonly (string | number)[]): string {
  return hash('sha256', parts.join('\n'), 'base64url').slice(0, 22)
}
