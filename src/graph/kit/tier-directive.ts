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
import { ROUNDED_DIGITS, type TierRule } from './tier-rule.ts'

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
