import type { TrustProxy } from '../../config/config-values.ts'
import type { CanonicalAddress } from './ip-address.ts'
import { canonicalAddress } from './ip-address.ts'

/** One entry of X-Forwarded-For; some proxies add the port. Null for anything that is no address. */
function parseEntry(text: string): CanonicalAddress | null {
  const entry = text.trim()
  const withPort = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(entry) ?? /^(\d+\.\d+\.\d+\.\d+):\d{1,5}$/.exec(entry)
  return canonicalAddress(withPort?.[1] ?? entry)
}

/** True if the `passed`th peer, counted from us, is a trusted proxy. */
function isTrusted(peer: CanonicalAddress, passed: number, trust: TrustProxy): boolean {
  if (trust.kind === 'hops') return passed < trust.hops
  return trust.networks.check(peer.text, peer.version === 6 ? 'ipv6' : 'ipv4')
}

/**
 * The caller's address in one spelling. X-Forwarded-For is read from its end, where the nearest proxy
 * wrote, and only for as long as the writer is a trusted proxy: what a caller put there itself is never reached.
 * An entry that is no address ends the walk at the proxy that passed it on.
 * @param socketAddress the connection's peer; what is no address is given back as it is, and undefined as ''
 * @param forwardedFor the header's value or values, in order
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | readonly string[] | undefined,
  trustProxy: TrustProxy,
): string {
  let peer = canonicalAddress(socketAddress ?? '')
  if (peer === null) return socketAddress ?? ''
  const entries = forwardedFor === undefined ? [] : String(forwardedFor).split(',')
  for (let passed = 0; isTrusted(peer, passed, trustProxy); passed++) {
    const before = parseEntry(entries.pop() ?? '')
    if (before === null) break
    peer = before
  }
  return peer.text
}
