import {
  DirectiveLocation,
  type DirectiveNode,
  GraphQLDirective,
  GraphQLEnumType,
  GraphQLNonNull,
  GraphQLString,
  getDirectiveValues,
} from 'graphql'
import { z } from 'zod'
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

const RequiredTierEnum = new GraphQLEnumType({
  name: 'RequiredTier',
  description: 'A tier that a field or an argument can require.',
  values: {
    FREE: { description: 'A signed-in caller.' },
    PRO: { description: 'A signed-in caller with a Pro account.' },
  } satisfies Record<AccountTier, { description: string }>,
})

const OtherwiseEnum = new GraphQLEnumType({
  name: 'Otherwise',
  description: 'The result for a caller of a lower tier.',
  values: {
    NULL: { description: 'The field is null; the argument counts as null.' },
    ROUNDED: {
      description: `The field is rounded to ${ROUNDED_DIGITS} significant digits, or as its description says.`,
    },
    FEWER: { description: 'The list has fewer rows.' },
    ERROR: {
      description: 'Error UNAUTHENTICATED without credentials, FORBIDDEN if the tier is too low.',
    },
  } satisfies Record<TierRule<unknown>['otherwise'], { description: string }>,
})

/** `@tier`: who may have a field's value or give an argument, as the printed schema shows it. */
export const TIER_DIRECTIVE = new GraphQLDirective({
  name: 'tier',
  description: "The tier that a field's value or an argument requires.",
  locations: [
    DirectiveLocation.FIELD_DEFINITION,
    DirectiveLocation.ARGUMENT_DEFINITION,
    DirectiveLocation.INPUT_FIELD_DEFINITION,
    DirectiveLocation.ENUM_VALUE,
  ],
  args: {
    requires: { type: new GraphQLNonNull(RequiredTierEnum), description: 'The lowest tier that is allowed.' },
    otherwise: {
      type: new GraphQLNonNull(OtherwiseEnum),
      description: 'The result for callers of a lower tier.',
    },
    where: {
      type: GraphQLString,
      description: 'Where the rule applies, in words. Default: everywhere.',
    },
  },
})

/** `@authenticated`: a type or field that the executor refuses to callers without a bearer token. */
export const AUTHENTICATED_DIRECTIVE = new GraphQLDirective({
  name: 'authenticated',
  description:
    'Requires a bearer token, for a field or for every field of a type: error UNAUTHENTICATED without credentials, FORBIDDEN with an API key.',
  locations: [DirectiveLocation.OBJECT, DirectiveLocation.FIELD_DEFINITION],
})

const DeclaredShape = z.object({
  requires: z.enum(['FREE', 'PRO']),
  otherwise: z.enum(['NULL', 'ROUNDED', 'FEWER', 'ERROR']),
  where: z
    .string()
    .nullish()
    .transform((text) => text ?? null),
})

/** A `@tier` of the schema: `where` in words, null for everywhere. */
export type DeclaredTier = z.infer<typeof DeclaredShape>

/** A definition of a field or an argument, with its node. */
interface Defined {
  readonly astNode?: { readonly directives?: readonly DirectiveNode[] | undefined } | null | undefined
}

/** Returns the `@tier` of a field or an argument of the built schema, null if it is public. */
export function declaredTier({ astNode }: Defined): DeclaredTier | null {
  const values = getDirectiveValues(TIER_DIRECTIVE, { directives: astNode?.directives ?? [] })
  return values ? DeclaredShape.parse(values) : null
}
