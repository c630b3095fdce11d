import { envelop, useEngine, useSchema } from '@envelop/core'
import { useGenericAuth } from '@envelop/generic-auth'
import { GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql'
import { requireBearer } from '../access/identity/identify.ts'
import type { Caller } from '../access/tier.ts'
import type { RequestContext } from '../graph/kit/context.ts'
import type { Execute } from './operation.ts'

/** The result of what may run. */
const ADMITTED = {}

/**
 * Runs operations, and refuses a mutation before any of it runs unless its caller came with a bearer token, wherever the
 * schema says `authenticated`: on the type of mutations, so that a new one is closed until it is opened. Queries and
 * subscriptions pass as they are: to walk their documents would cost them, and nothing of them is protected.
 * @param run never called for what is refused
 */
export function protectMutations(schema: GraphQLSchema, run: Execute): Execute {
  const enveloped = envelop({
    plugins: [
      useEngine({ execute: () => ADMITTED }),
      useSchema(schema),
      useGenericAuth<Caller, RequestContext, 'caller'>({
        mode: 'protect-granular',
        contextFieldName: 'caller',
        // Callers are identified for every endpoint alike, before their requests are read.
        resolveUserFn: ({ caller }) => caller,
        validateUser: ({ user, fieldNode, typeAuthArgs, fieldAuthArgs }) =>
          typeAuthArgs === undefined && fieldAuthArgs === undefined ? undefined : refusal(user, fieldNode),
      }),
    ],
  })
  return async (operation, variables, context) => {
    const { document, name: operationName } = operation
    if (getOperationAST(document, operationName)?.operation !== 'mutation')
      return run(operation, variables, context)
    // The plugin marks a context as checked: a copy, for the next mutation of the same request is another.
    const { execute, contextFactory } = enveloped({ ...context })
    const contextValue = await contextFactory()
    const result = await execute({
      schema,
      document,
      operationName,
      variableValues: variables,
      contextValue,
    })
    // Run as it was sent: the plugin's copy of the document would be priced as another one.
    return result === ADMITTED ? run(operation, variables, context) : result
  }
}

function refusal(
  caller: Caller,
  field: NonNullable<GraphQLError['nodes']>[number],
): GraphQLError | undefined {
  try {
    requireBearer(caller)
    return undefined
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return new GraphQLError(error.message, { nodes: [field], originalError: error })
  }
}
