import { DirectiveLocation, GraphQLDirective, GraphQLEnumType, GraphQLNonNull, GraphQLString } from 'graphql'
import type { AccountTier } from '../../access/tier.ts'
import type { TierRule } from './tier-rule.ts'

const RequiredTierEnum = new GraphQLEnumType({
  name: 'RequiredTier',
  description: 'The tier that a field or an argument is for.',
  values: {
    FREE: { description: 'Whoever is signed in.' },
    PRO: { description: 'Whoever is signed in with a Pro account.' },
  } satisfies Record<AccountTier, { description: string }>,
})

const OtherwiseEnum = new GraphQLEnumType({
  name: 'Otherwise',
  description: 'What a caller of a lower tier gets.',
  values: {
    NULL: { description: 'The field is null; the argument counts as null.' },
    ERROR: {
      description:
        'An error with the code UNAUTHENTICATED where credentials are missing, FORBIDDEN where the tier is too low.',
    },
  } satisfies Record<TierRule<unknown>['otherwise'], { description: string }>,
})

/** `@tier`: who may have a field's value or give an argument, as the printed schema shows it. */
export const TIER_DIRECTIVE = new GraphQLDirective({
  name: 'tier',
  description: 'Who may have the value of a field, or give an argument.',
  locations: [DirectiveLocation.FIELD_DEFINITION, DirectiveLocation.ARGUMENT_DEFINITION],
  args: {
    requires: { type: new GraphQLNonNull(RequiredTierEnum), description: 'The lowest tier that may.' },
    otherwise: { type: new GraphQLNonNull(OtherwiseEnum), description: 'What everybody else gets.' },
    where: {
      type: GraphQLString,
      description: 'Where the rule holds, in words. Everywhere when it is left out.',
    },
  },
})
