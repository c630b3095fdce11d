import type { AccountTier } from '../../access/tier.ts'

/** Where a rule holds, as code and in words. */
export interface TierCondition<Value> {
  /** A phrase that completes "where …"; printed in the schema. */
  says: string
  /** True where the rule holds: for a field of its parent, for an argument of its value. */
  holds(value: Value): boolean
}

/** Who may have a field's value, or give an argument, and what everybody else gets. */
export interface TierRule<Value> {
  /** The lowest tier that is allowed. */
  requires: AccountTier
  /**
   * NULL: the field is null; the argument counts as null. ERROR: UNAUTHENTICATED where credentials are missing,
   * PRO_REQUIRED where the tier is too low.
   */
  otherwise: 'NULL' | 'ERROR'
  /** Where the rule holds. @default everywhere; for an argument wherever it is given and not its default */
  where?: TierCondition<Value>
}
