import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { TraderInfo } from '../../ledger/event.ts'
import type { Address } from '../../ledger/quantities.ts'
import { pictureField, textField } from '../field-checks.ts'
import { describingText } from './api-text.ts'

/** A name that the API makes up: the wallet's address, or one and the account's time of birth. */
const MADE_UP_NAME = /^0x[0-9a-f]{40}(?:-\d+)?$/i

const nameField = textField(TEXT_BOUNDS.name)
const bioField = textField(TEXT_BOUNDS.bio)

/**
 * The profile of a row's wallet in the Data API, or null if the row has none. Rows of trades and activity, and of the
 * older leaderboard, have `name`, `pseudonym`, `bio`; those of the newer one `userName`, `xUsername`, `verifiedBadge`.
 * Texts beyond a bound are omitted, with the reason in `leftOut`.
 */
export function apiTrader(
  row: Readonly<Record<string, unknown>>,
  address: Address,
  leftOut: string[],
): TraderInfo | null {
  const nameAt = (field: string) => describingText(row, field, nameField, leftOut)
  const name = nameAt('userName') ?? nameAt('name')
  const username = name === null || MADE_UP_NAME.test(name) ? nameAt('pseudonym') : name
  const profileImage = describingText(row, 'profileImage', pictureField, leftOut)
  const xUsername = nameAt('xUsername')
  const verified = typeof row.verifiedBadge === 'boolean' ? row.verifiedBadge : null
  const bio = describingText(row, 'bio', bioField, leftOut)
  if ([username, profileImage, xUsername, verified, bio].every((value) => value === null)) return null
  return { kind: 'TRADER', address, username, profileImage, xUsername, verified, bio }
}
