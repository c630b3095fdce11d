import type { GraphQLSchema } from 'graphql'
import type { RequestContext } from '../../graph/kit/context.ts'
import type { RestRoute } from '../routes/route.ts'
import { compileOperation } from './compile-operation.ts'
import { operationFailure } from './operation-failure.ts'

/**
 * Runs a route's operation and answers the body of its answer. Rejects with the operation's first failure, told of
 * parameters: see {@link operationFailure}.
 */
export type BodyOf = (
  variables: Readonly<Record<string, unknown>>,
  context: RequestContext,
) => Promise<unknown>

/** Compiling every route takes a tenth of a second and some memory: all doors of a schema share what comes of it. */
const compiled = new WeakMap<GraphQLSchema, WeakMap<RestRoute, BodyOf>>()

/** Compiles the operation of a route, once. @throws Error where it does not compile */
export function createBodyOf(schema: GraphQLSchema, route: RestRoute): BodyOf {
  const ofSchema = compiled.get(schema) ?? new WeakMap<RestRoute, BodyOf>()
  compiled.set(schema, ofSchema)
  const known = ofSchema.get(route) ?? compile(schema, route)
  ofSchema.set(route, known)
  return known
}

function compile(schema: GraphQLSchema, route: RestRoute): BodyOf {
  const operation = compileOperation(schema, route.operation)
  return async (variables, context) => {
    const { data, errors } = await operation.run(variables, context)
    if (errors !== undefined && errors.length > 0) throw operationFailure(errors, route.parameters)
    return operation.toBody(data)
  }
}
