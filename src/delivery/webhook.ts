import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

const LONGEST = 2_000

/**
 * The problem with a webhook's address, as a phrase that follows its name, or null. The addresses that its name
 * resolves to are checked at each call.
 */
export function webhookUrlProblem(text: string, { allowPrivate }: { allowPrivate: boolean }): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || text.length > LONGEST) return 'must be an https:// address'
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return 'must be an https:// address'
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password'
  if (url.hash !== '') return 'must not have a part after #'
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host)) return 'must be a public address'
  return null
}

/**
 * The public IPv6 internet lies in here; local addresses and translations to IPv4 lie outside, or in ranges of their
 * own.
 */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an IP address is one of the public internet: not private, shared, loopback, link-local, multicast, reserved,
 * and no IPv6 form that carries an IPv4 address (mapped, NAT64, 6to4, Teredo). False for any other text.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_UNICAST)
}

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
