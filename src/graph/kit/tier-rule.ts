import type { AccountTier } from '../../accounts/account-store.ts'

/** The condition of a rule, as code and in words. */
export interface TierCondition<Given extends readonly unknown[]> {
  /** A phrase that completes "where …"; printed in the schema. */
  says: string
  holds(...given: Given): boolean
}

interface Rule<Otherwise, Given extends readonly unknown[]> {
  /** The lowest tier that is allowed. */
  requires: AccountTier
  /** The result for callers of a lower tier. */
  otherwise: Otherwise
  /** The condition of the rule. @default always; for an argument whenever it is given and not its default */
  where?: TierCondition<Given>
}

/**
 * The tier rule of a field's value. For lower tiers NULL returns null, ROUNDED the result of `round`, ERROR
 * an UNAUTHENTICATED or (with credentials) a PRO_REQUIRED error, and FEWER a list from which the field's
 * resolver omits rows.
 */
export interface TierRule<Parent>
  extends Rule<'NULL' | 'ROUNDED' | 'FEWER' | 'ERROR', [parent: Parent, args: object]> {
  /** Rounds a value; the field's description says how. @default to {@link ROUNDED_DIGITS} significant digits */
  round?: (value: number) => number
}

/** The tier rule of an argument. For lower tiers NULL ignores it, and ERROR is as of a field. */
export type ArgumentTier<Value> = Rule<'NULL' | 'ERROR', [value: Value, parent: unknown, args: object]>

/** Makes a field public in a type that withholds its other fields. */
export const FOR_EVERYBODY = 'EVERYBODY'

/** The rule of a field: its own, or that of its type's fields. */
export type FieldTier<Value> = TierRule<Value> | typeof FOR_EVERYBODY

/** Significant digits of a number that is rounded for the caller's tier. */
export const ROUNDED_DIGITS = 2

/**
 * Returns a required tier as a sentence.
 * @param where a phrase that completes "where …"; omitted for everywhere
 */
export function requiresTier(tier: AccountTier, where?: string | null): string {
  return `Requires ${tier === 'PRO' ? 'Pro' : 'sign-in'}${where ? ` where ${where}` : ''}.`
}
