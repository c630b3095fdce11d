import { z } from 'zod'
import { isKeyLabel, KEY_LABEL_RULE } from '../../accounts/api-key-label.ts'
import { DAY_SECONDS, type Seconds } from '../../ledger/quantities.ts'
import type { ValueLimits } from '../../value-limits.ts'

/** The years that a key can be given at most; more is a mistake, or meant as no end at all. */
export const MAX_YEARS = 10
/** A replaced key's grace time at most, in seconds: 30 days. */
export const MAX_GRACE = 30 * DAY_SECONDS
/** The default grace period of a replaced key, in seconds. */
export const DEFAULT_GRACE = DAY_SECONDS

export const labelArgument = z.string().refine(isKeyLabel, { error: `must have ${KEY_LABEL_RULE}` })

/** A key's id, as `ApiKey.id` gives it. */
export const KEY_ID: ValueLimits = { pattern: String.raw`^[1-9]\d{0,14}$`, form: 'the id of an API key' }

/** The expiry of a key: in the future, but not absurdly far. */
export const expiryArgument = z.number().refine((at) => isNear(at, MAX_YEARS * 366), {
  error: `must be in the future and within ${MAX_YEARS} years; omit it for no expiry`,
})

/** The days that a link can be given at most. */
export const MAX_LINK_DAYS = 366

/** The time at which a link expires. */
export const linkExpiryArgument = z.number().refine((at) => isNear(at, MAX_LINK_DAYS), {
  error: `must be in the future and within ${MAX_LINK_DAYS} days`,
})

function isNear(at: Seconds, days: number): boolean {
  const now = Date.now() / 1_000
  return at > now && at <= now + days * DAY_SECONDS
}
