import type { GraphQLSchema } from 'graphql'
import { builder } from './builder.ts'
import './date.ts'
import './date-time.ts'
import './mutation.ts'
import './query.ts'
import './viewer.ts'

/** The schema that both doors serve. Types and fields stand in it as they are declared. */
export const schema: GraphQLSchema = builder.toSchema({ sortSchema: false })
