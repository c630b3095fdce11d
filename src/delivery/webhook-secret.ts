import { randomBytes } from 'node:crypto'

/** The prefix of a secret, by the Standard Webhooks scheme. */
const PREFIX = 'whsec_'

/** A new secret for signing webhooks: `whsec_` and 32 random bytes in base64. */
export function createWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** The key inside a secret. */
export function webhookKey(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64')
}
