import type { AccountTier } from '../../access/tier.ts'

/** Where a rule holds, as code and in words. */
export interface TierCondition<Given extends readonly unknown[]> {
  /** A phrase that completes "where …"; printed in the schema. */
  says: string
  /** True where the rule holds. */
  holds(...given: Given): boolean
}

interface Rule<Otherwise, Given extends readonly unknown[]> {
  /** The lowest tier that is allowed. */
  requires: AccountTier
  /** What callers of a lower tier get. */
  otherwise: Otherwise
  /** Where the rule holds. @default everywhere; for an argument wherever it is given and not its default */
  where?: TierCondition<Given>
}

/**
 * Who may have a field's value, and what everybody else gets. NULL: null. ROUNDED: what `round` makes of the number. ERROR: UNAUTHENTICATED where credentials are missing, PRO_REQUIRED where the tier is too low. FEWER: the
 * list without some of its rows, which the field's resolver leaves out.
 */
export interface TierRule<Parent>
  extends Rule<'NULL' | 'ROUNDED' | 'FEWER' | 'ERROR', [parent: Parent, args: object]> {
  /** Rounds a value; the field's description says how. @default to {@link ROUNDED_DIGITS} significant digits */
  round?: (value: number) => number
}

/** Who may give an argument. NULL: for everybody else it counts as null. ERROR: as of a field. */
export type ArgumentTier<Value> = Rule<'NULL' | 'ERROR', [value: Value, parent: unknown, args: object]>

/** A field that everybody may have, of a type that withholds its other fields. */
export const FOR_EVERYBODY = 'EVERYBODY'

/** The rule of a field: its own, or that of its type's fields. */
export type FieldTier<Value> = TierRule<Value> | typeof FOR_EVERYBODY

/** Significant digits of a number that is rounded for the caller's tier. */
export const ROUNDED_DIGITS = 2

/** A tier that is required, as a sentence. @param where a phrase that completes "where …"; none for everywhere */
export function requiresTier(tier: AccountTier, where?: string | null): string {
  return `Requires ${tier === 'PRO' ? 'Pro' : 'sign-in'}${where ? ` where ${where}` : ''}.`
}
