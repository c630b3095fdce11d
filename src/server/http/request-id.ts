import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { hideSecrets } from '../../access/identity/hide-secrets.ts'

/** A caller's own id: short, and of characters that mean nothing to a log, a shell or a header. */
const PLAIN = /^[A-Za-z0-9][\w.:=+/-]{0,99}$/

/** Random bytes of one id, and of how many ids they are fetched at a time: one by one costs ten times as much. */
const BYTES = 12
const IDS = 256
let pool = Buffer.alloc(0)
let used = 0

/** An id that no other request has, in 24 hex digits, which does not reveal how many there were. */
export function newRequestId(): string {
  if (used === pool.length) {
    pool = randomBytes(BYTES * IDS)
    used = 0
  }
  used += BYTES
  return pool.toString('hex', used - BYTES, used)
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
