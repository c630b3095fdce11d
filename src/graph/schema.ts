import { type GraphQLSchema, specifiedDirectives } from 'graphql'
import { builder } from './kit/builder.ts'
import './kit/date.ts'
import './kit/date-time.ts'
import './leaderboards/metric.ts'
import './accounts/mutation.ts'
import './whales/alert-config-mutation.ts'
import './query.ts'
import './smart-money/smart-money-query.ts'
import './whales/subscription.ts'
import { TIER_DIRECTIVE } from './kit/tier-directive.ts'
import './accounts/viewer.ts'
import './whales/whale-query.ts'

/** The schema that both doors serve. Types and fields stand in it as they are declared. */
export const schema: GraphQLSchema = builder.toSchema({
  sortSchema: false,
  directives: [...specifiedDirectives, TIER_DIRECTIVE],
})
