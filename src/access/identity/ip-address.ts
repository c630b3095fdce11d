import { isIPv4, isIPv6 } from 'node:net'

/** An address in one spelling only. */
export type CanonicalAddress =
  | { version: 4; text: string }
  | { version: 6; text: string; groups: readonly number[] }

/** The numbers of one side of `::`; a dotted IPv4 tail is two of them. */
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
 * The address in one spelling, so that one peer is one text: an IPv4-mapped IPv6 address is IPv4, every IPv6 group
 * is written out, zone names are dropped. Null if the text is no address.
 */
export function canonicalAddress(text: string): CanonicalAddress | null {
  if (isIPv4(text)) return { version: 4, text }
  if (!isIPv6(text)) return null
  const groups = expand(text.split('%', 1)[0] ?? '')
  const inner = mapped(groups)
  if (inner !== null) return { version: 4, text: inner }
  return { version: 6, text: groups.map((group) => group.toString(16)).join(':'), groups }
}
