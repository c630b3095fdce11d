import type { FastifyRequest } from 'fastify'
import { getOperationAST } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Executor } from '../../execute/executor.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import type { GraphqlShortcut } from '../fast/graphql-shortcut.ts'

/** What a request to yoga carries from the HTTP layer. */
export interface GraphqlRequest {
  httpRequest: FastifyRequest
}

/**
 * Runs what yoga has parsed and found valid by the executor. Queries are noted, so that they take the shortcut from then
 * on; where one took it and failed, yoga takes its result, so that errors are masked and formatted like all others.
 */
export function useExecutor(
  executor: Executor,
  shortcut: GraphqlShortcut | null,
): Plugin<GraphqlRequest & RequestContext> {
  return {
    onExecute({ args, setExecuteFn }) {
      const { document, operationName = null, variableValues, contextValue } = args
      const operation = { document, name: operationName }
      const { httpRequest, params } = contextValue
      const failed = shortcut?.resultOf(httpRequest)
      if (failed === undefined && getOperationAST(document, operationName)?.operation === 'query')
        shortcut?.note(params.query, operation)
      setExecuteFn(() => failed ?? executor.run(operation, variableValues ?? {}, contextValue))
    },
  }
}
