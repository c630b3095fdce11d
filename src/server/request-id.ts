import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { hideSecrets } from '../access/hide-secrets.ts'

/** A caller's own id: short, and of characters that mean nothing to a log, a shell or a header. */
const PLAIN = /^[A-Za-z0-9][\w.:=+/-]{0,99}$/

/** What tells this process from all others, and how many ids it has made. */
const PROCESS = randomBytes(9).toString('base64url')
let made = 0

/** An id that no other request of any process has, short enough to be read out. */
export function newRequestId(): string {
  made++
  return `${PROCESS}-${made.toString(36)}`
}

/**
 * What a request is known by in our logs and in the header X-Request-Id of its answer: the caller's own X-Request-Id
 * where that is up to 100 letters, digits and `_.:=+/-` and holds no key or token, else a new one.
 */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const own = headers['x-request-id']
  if (own === undefined) return newRequestId()
  return typeof own === 'string' && PLAIN.test(own) && hideSecrets(own) === own ? own : newRequestId()
}
