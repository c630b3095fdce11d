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
   * PRO_REQUIRED where the tier is too low. ROUNDED, of a field alone: its number has {@link ROUNDED_DIGITS} significant digits.
   */
  otherwise: 'NULL' | 'ROUNDED' | 'ERROR'
  /** Where the rule holds. @default everywhere; for an argument wherever it is given and not its default */
  where?: TierCondition<Value>
}

/** A field that everybody may have, of a type that withholds its other fields. */
export const FOR_EVERYBODY = 'EVERYBODY'

/** The rule of a field: its own, or that of its type's fields. */
export type FieldTier<Value> = TierRule<Value> | typeof FOR_EVERYBODY

/** Significant digits of a number that is rounded for the caller's tier. */
export const ROUNDED_DIGITS = 2
