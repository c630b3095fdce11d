import type { Address } from './quantities.ts'

/** True for a wallet's or contract's address as the ledger writes it: 0x and 40 lower-case hex digits. */
export function isAddress(text: string): text is Address {
  return /^0x[0-9a-f]{40}$/.test(text)
}

/** The address that a lower-case text names, or null for any other text. */
export function addressOf(text: string): Address | null {
  return isAddress(text) ? text : null
}
