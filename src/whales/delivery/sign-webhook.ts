import { createHmac } from 'node:crypto'
import type { Seconds } from '../../ledger/quantities.ts'
import { webhookKey } from './webhook-secret.ts'

/** What is signed: the message's id, when this attempt is made, and the body as it is sent. */
export interface SignedParts {
  id: string
  timestamp: Seconds
  body: string
}

/**
 * The headers by which a receiver knows that a message is ours and fresh, by the Standard Webhooks scheme
 * (https://www.standardwebhooks.com). While a secret is being replaced there is a signature by each.
 * @param secrets `whsec_…`, at least one
 */
export function signWebhook({ id, timestamp, body }: SignedParts, secrets: readonly string[]) {
  const signed = `${id}.${timestamp}.${body}`
  const signatures = secrets.map(
    (secret) => `v1,${createHmac('sha256', webhookKey(secret)).update(signed).digest('base64')}`,
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
