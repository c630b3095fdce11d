import type { ExecutionArgs, Plugin } from '@envelop/core'
import { useGenericAuth } from '@envelop/generic-auth'
import { GraphQLError, getOperationAST } from 'graphql'
import { requireBearer } from '../../access/identity/require-bearer.ts'
import type { Caller } from '../../access/tier.ts'
import type { RequestContext } from '../../graph/kit/context.ts'

/**
 * Refuses a mutation before any of it runs unless its caller came with a bearer token, whatever the mutation: one
 * that forgets to ask is closed, not open. The caller was identified before, for every endpoint alike.
 */
export function useBearerMutations() {
  return forMutations(
    useGenericAuth<Caller, RequestContext, 'caller'>({
      mode: 'protect-granular',
      contextFieldName: 'caller',
      resolveUserFn: ({ caller }) => caller,
      validateUser: ({ user, fieldNode }) => refusal(user, fieldNode),
    }),
  )
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

/** The plugin walks the document once more, which doubles what a query costs here; queries need no such check. */
function forMutations<Context extends object>({ onPluginInit }: Plugin<Context>): Plugin<Context> {
  return {
    onPluginInit(init) {
      const addPlugin: typeof init.addPlugin = ({ onExecute, onSubscribe: _, ...rest }) =>
        init.addPlugin({
          ...rest,
          onExecute: (payload) => (isMutation(payload.args) ? onExecute?.(payload) : undefined),
        })
      onPluginInit?.({ ...init, addPlugin })
    },
  }
}

function isMutation({ document, operationName }: ExecutionArgs): boolean {
  return getOperationAST(document, operationName)?.operation === 'mutation'
}
