import type { AccountTier } from '../accounts/account-store.ts'
import { PequodError } from '../errors.ts'
import type { Tier } from './tier.ts'

/** The refusal of a caller's tier: UNAUTHENTICATED without credentials, PRO_REQUIRED for an account without Pro. */
export function tierRefusal(tier: Tier, requires: AccountTier): PequodError {
  if (tier !== 'ANONYMOUS')
    return new PequodError(
      'PRO_REQUIRED',
      'This requires a Pro account, and yours is free: the operator of this service can upgrade it.',
    )
  const account = requires === 'PRO' ? 'a Pro account’s API key' : 'an API key'
  return new PequodError(
    'UNAUTHENTICATED',
    `Sign in first: send ${account} as “X-API-Key: <key>”, or a token as “Authorization: Bearer <token>”.`,
  )
}
