import type { AccountTier } from '../accounts/account-store.ts'

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

/** True if this tier includes the required one. */
export function meets(tier: Tier, required: Tier): boolean {
  return TIERS.indexOf(tier) >= TIERS.indexOf(required)
}
