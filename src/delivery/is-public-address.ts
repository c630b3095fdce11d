import ipaddr from 'ipaddr.js'

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
