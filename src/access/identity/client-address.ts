import { isIPv4, isIPv6 } from 'node:net'
import type { TrustProxy } from '../../config/config-values.ts'

/** One entry of X-Forwarded-For; some proxies add the port. Null for any other text. */
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
 * The caller's address in one spelling. X-Forwarded-For is read from its end, where the nearest proxy wrote, and only
 * while the writer is a trusted proxy, so entries that a caller sent are never reached. At an invalid entry the caller
 * is the proxy that passed it on.
 * @param socketAddress the connection's peer; a text that is not an address is returned unchanged, and undefined as ''
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

export type CanonicalAddress =
  | { version: 4; text: string }
  | { version: 6; text: string; groups: readonly number[] }

/** The groups of one side of `::`; a dotted IPv4 tail makes two of them. */
function groupsOf(side: string): number[] {
  if (side === '') return []
  return side.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

/** All eight groups of a valid IPv6 address. */
function expand(address: string): number[] {
  const [head = '', tail] = address.split('::')
  const before = groupsOf(head)
  if (tail === undefined) return before
  const after = groupsOf(tail)
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** The IPv4 address inside ::ffff:0:0/96, or null. */
function mapped(groups: readonly number[]): string | null {
  const [a, b, c, d, e, marker, high = 0, low = 0] = groups
  if (a || b || c || d || e || marker !== 0xffff) return null
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`
}

/**
 * The address in one spelling, so that one peer is one text: an IPv4-mapped IPv6 address is IPv4, every IPv6 group is
 * written out, zone names are dropped. Null if the text is not an address.
 */
export function canonicalAddress(text: string): CanonicalAddress | null {
  if (isIPv4(text)) return { version: 4, text }
  if (!isIPv6(text)) return null
  const groups = expand(text.split('%', 1)[0] ?? '')
  const inner = mapped(groups)
  if (inner !== null) return { version: 4, text: inner }
  return { version: 6, text: groups.map((group) => group.toString(16)).join(':'), groups }
}

/** The counted identity: an address without credentials, a user by the token's subject, or an API key by its id. */
export type Counted =
  | { kind: 'anonymous'; address: string }
  | { kind: 'user'; subject: string }
  | { kind: 'key'; keyId: number }

/** The network that one subscriber controls: an IPv4 address, or an IPv6 /64. */
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
 * The limiter's key of a caller: the same for the same caller on every process, and never a secret. IPv6 counts by /64,
 * since one subscriber holds that many; IPv4-mapped IPv6 counts as IPv4. A peer without an address (a Unix socket)
 * counts as one caller, `address:unknown`.
 */
export function callerKey(counted: Counted): string {
  if (counted.kind === 'user') return `user:${counted.subject}`
  if (counted.kind === 'key') return `key:${counted.keyId}`
  return `address:${networkOf(counted.address)}`
}
