import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { TraderInfo } from '../../ledger/event.ts'
import type { Address } from '../../ledger/quantities.ts'
import { pictureField, Refused, textField } from '../field-checks.ts'

/** The text of an API's field, or null if it is absent or empty. PostgreSQL cannot hold NUL, so it is dropped. */
export function apiText(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const kept = value.replaceAll('\0', '').trim()
  return kept === '' ? null : kept
}

/**
 * A descriptive text of an API's row. A text that `check` refuses is omitted, with the reason in `leftOut`: the row's
 * event must count regardless of its wallet's name.
 */
export function describingText(
  row: Readonly<Record<string, unknown>>,
  name: string,
  check: (name: string, value: unknown) => string,
  leftOut: string[],
): string | null {
  const text = apiText(row[name])
  if (text === null) return null
  try {
    return check(name, text)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    leftOut.push(`${error.message}; it is skipped, and the rest of the row counts`)
    return null
  }
}

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

/** Sources of money besides trading: the Data API's types that become an INCOME event. */
export const INCOME_REASONS: ReadonlySet<string> = new Set([
  'REWARD',
  'MAKER_REBATE',
  'TAKER_REBATE',
  'REFERRAL_REWARD',
  'YIELD',
])
