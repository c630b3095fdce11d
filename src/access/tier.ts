/** Access tiers, lowest first. */
export const TIERS = ['ANONYMOUS', 'FREE', 'PRO'] as const

/** One of {@link TIERS}: not signed in, signed in, or paying. */
export type Tier = (typeof TIERS)[number]

/** The tiers of accounts: a caller with an account is at least FREE. */
export type AccountTier = Exclude<Tier, 'ANONYMOUS'>

/** The caller, as every endpoint and field sees it. */
export interface Caller {
  /** The caller's credentials: none, a bearer token, or an API key. */
  kind: 'anonymous' | 'user' | 'key'
  tier: Tier
  /** The caller's account; null when anonymous, or a user whose account does not exist (yet). */
  accountId: number | null
  /** The bearer token's `sub`; null for the other kinds. */
  subject: string | null
  /** The limiter's key of the caller; holds no secret. */
  limiterKey: string
  /** Requests that the caller may make in any second. */
  limit: number
}

/** True if this tier includes the required one. */
export function meets(tier: Tier, required: Tier): boolean {
  return TIERS.indexOf(tier) >= TIERS.indexOf(required)
}
