import type { TraderInfo } from '../ledger/event.ts'
import type { Address } from '../ledger/quantities.ts'
import { apiText } from './api-text.ts'

/** A name that the API makes up: the wallet's address, or one and the account's time of birth. */
const MADE_UP_NAME = /^0x[0-9a-f]{40}(?:-\d+)?$/i

/**
 * Who a row of the Data API says that its wallet is, or null where it says nothing. Rows of trades and activity, and of
 * the older leaderboard, have `name`, `pseudonym`, `bio`; those of the newer one `userName`, `xUsername`, `verifiedBadge`.
 */
export function apiTrader(row: Readonly<Record<string, unknown>>, address: Address): TraderInfo | null {
  const name = apiText(row.userName) ?? apiText(row.name)
  const username = name === null || MADE_UP_NAME.test(name) ? apiText(row.pseudonym) : name
  const profileImage = pictureOf(row.profileImage)
  const xUsername = apiText(row.xUsername)
  const verified = typeof row.verifiedBadge === 'boolean' ? row.verifiedBadge : null
  const bio = apiText(row.bio)
  if ([username, profileImage, xUsername, verified, bio].every((told) => told === null)) return null
  return { kind: 'TRADER', address, username, profileImage, xUsername, verified, bio }
}

/** A picture's address; only the web's, since pages show it. */
function pictureOf(value: unknown): string | null {
  const address = apiText(value)
  return address !== null && /^https?:\/\//i.test(address) ? address : null
}
