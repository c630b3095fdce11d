import { type GraphQLSchema, specifiedDirectives } from 'graphql'
import { builder } from './builder.ts'
import './date.ts'
import './date-time.ts'
import './metric.ts'
import './mutation.ts'
import './alert-config-mutation.ts'
import './query.ts'
import './smart-money-query.ts'
import './subscription.ts'
import { TIER_DIRECTIVE } from './tier-directive.ts'
import './viewer.ts'
import './whale-query.ts'

/** The schema that both doors serve. Types and fields stand in it as they are declared. */
export const schema: GraphQLSchema = builder.toSchema({
  sortSchema: false,
  directives: [...specifiedDirectives, TIER_DIRECTIVE],
})
