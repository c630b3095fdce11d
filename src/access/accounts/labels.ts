import { createHmac, randomBytes } from 'node:crypto'
import type { Day } from '../../ledger/quantities.ts'
import { labelKey, labelOf } from './label.ts'

/** Labels of traders whose identity is withheld. */
export interface Labels {
  /**
   * The label of a UTC day for whatever it stands in for, an alert or a row of a board: `Trader #` and 5 or 6 digits. What it is
   * made of decides what the label links: an address would link all that is shown of a trader.
   */
  of(what: string, day: Day): string
  /** A fingerprint of the secret, which does not reveal it: answers with labels depend on it. */
  readonly mark: string
}

/** Labels that are kept: those of every board that can be gated, many times over. */
const KEPT_LABELS = 10_000

/** A day's key, and the labels made under it: the same rows are asked for all day, and a hash costs more than a row. */
interface KeptDay {
  readonly day: Day
  readonly key: Uint8Array
  readonly labels: Map<string, string>
}

/**
 * Labels under a secret.
 * @param configured `LABEL_SECRET`; null: a secret of this process alone, so that its labels end with it
 * @param purpose where the labels stand: those of another purpose are others, so that what is shown of a trader in one
 *   place cannot be joined to what is shown in another. @default boards
 */
export function createLabels(configured: string | null, purpose: 'boards' | 'alerts' = 'boards'): Labels {
  const given = configured ?? randomBytes(32)
  const secret =
    purpose === 'boards' ? given : createHmac('sha256', given).update(`pequod labels of ${purpose}`).digest()
  let kept: KeptDay | null = null
  return {
    of(what, day) {
      if (kept?.day !== day) kept = { day, key: labelKey(secret, day), labels: new Map() }
      const known = kept.labels.get(what)
      if (known !== undefined) return known
      const label = labelOf(what, kept.key)
      if (kept.labels.size < KEPT_LABELS) kept.labels.set(what, label)
      return label
    },
    mark: createHmac('sha256', secret).update('pequod label mark').digest('base64url').slice(0, 12),
  }
}
