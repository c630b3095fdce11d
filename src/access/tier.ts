import type { AccountTier } from '../accounts/account-store.ts'
import { PequodError } from '../errors.ts'

/** Access tiers, lowest first. */
export const TIERS = ['ANONYMOUS', 'FREE', 'PRO'] as const satisfies readonly Tier[]

/** Not signed in, or the tier of the caller's account. */
export type Tier = 'ANONYMOUS' | AccountTier

/** The caller, as every endpoint and field sees it. */
export interface Caller {
  /** The caller's credentials: none, a sign-in (a bearer token or a session), or an API key. */
  kind: 'anonymous' | 'user' | 'key'
  tier: Tier
  /** The caller's account; null when anonymous, or a user whose account does not exist (yet). */
  accountId: number | null
  /** The `sub` of the bearer token or the session; null for the other kinds. */
  subject: string | null
  /** True for a session, by a page's cookie. @default false */
  hasSession?: boolean
  /** The limiter's key of the caller; holds no secret. */
  limiterKey: string
  /** Requests that the caller may make in any second. */
  limit: number
}

/** True if this tier includes the required one; asked for each field of each row, so without a search. */
export function meets(tier: Tier, required: Tier): boolean {
  return tier === required || tier === 'PRO' || required === 'ANONYMOUS'
}

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

export interface AccessibleTab {
  readonly access: 'PUBLIC' | 'SIGNED_IN'
}

/** Whether a tab's boards withhold their traders from callers who are not signed in. */
export function isGated({ access }: AccessibleTab): boolean {
  return access === 'SIGNED_IN'
}

/**
 * True if a caller of a tier may see the traders on a tab's boards. Anything else that would reveal them, such as a
 * trader's own ranks or a message to followers, follows the same rule.
 */
export function showsPeople(tab: AccessibleTab, tier: Tier): boolean {
  return !isGated(tab) || meets(tier, 'FREE')
}
