import { createHmac, randomBytes } from 'node:crypto'
import type { Address, Day } from '../ledger/quantities.ts'
import { labelKey, labelOf } from './label.ts'

/** What stands in for traders whose identity is withheld. */
export interface Labels {
  /** A trader's label in the answers of a UTC day: `Trader #` and 5 or 6 digits. */
  of(address: Address, day: Day): string
  /** Tells one secret from another without telling it: answers with labels depend on it. */
  readonly mark: string
}

/**
 * Labels under a secret.
 * @param configured `LABEL_SECRET`; null: a secret of this process alone, so that its labels end with it
 */
export function createLabels(configured: string | null): Labels {
  const secret = configured ?? randomBytes(32)
  let kept: { day: Day; key: Uint8Array } | null = null
  return {
    of(address, day) {
      if (kept?.day !== day) kept = { day, key: labelKey(secret, day) }
      return labelOf(address, kept.key)
    },
    mark: createHmac('sha256', secret).update('pequod label mark').digest('base64url').slice(0, 12),
  }
}
