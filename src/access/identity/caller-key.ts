import { canonicalAddress } from './ip-address.ts'

/** Whom to count: an address without credentials, a user by the token's subject, or an API key by its id. */
export type Counted =
  | { kind: 'anonymous'; address: string }
  | { kind: 'user'; subject: string }
  | { kind: 'key'; keyId: number }

/** The network whose addresses one subscriber can all use: an IPv4 address, or an IPv6 /64. */
function networkOf(address: string): string {
  const canonical = canonicalAddress(address)
  if (canonical === null) return 'unknown'
  if (canonical.version === 4) return canonical.text
  return `${canonical.groups.slice(0, 4).map(hex).join(':')}::/64`
}

function hex(group: number): string {
  return group.toString(16)
}

/**
 * Under what the limiter counts a caller; the same text for the same caller on every process, and never a secret.
 * IPv6 counts by /64, since one subscriber holds that many; IPv4-mapped IPv6 counts as the IPv4 it is. What is no
 * address (a Unix socket's peer) counts as one caller, `address:unknown`.
 */
export function callerKey(counted: Counted): string {
  if (counted.kind === 'user') return `user:${counted.subject}`
  if (counted.kind === 'key') return `key:${counted.keyId}`
  return `address:${networkOf(counted.address)}`
}
