import { getOperationAST } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Answer, Executor } from '../../execute/executor.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import type { GraphqlShortcut } from './plain-request.ts'

/** What a request to yoga carries from the HTTP layer. */
export interface GraphqlRequest {
  /** The request's context. */
  own: RequestContext
  /** What it answered past yoga, where that holds errors for yoga to mask and format; null where it has not run. */
  ran: Answer | null
}

/** Runs what yoga has parsed and found valid by the executor. Queries are noted, so that they go past yoga from then on. */
export function useExecutor(
  executor: Executor,
  shortcut: GraphqlShortcut | null,
): Plugin<GraphqlRequest & RequestContext> {
  return {
    onExecute({ args, setExecuteFn }) {
      const { document, operationName = null, variableValues, contextValue } = args
      const operation = { document, name: operationName }
      const { ran, params } = contextValue
      if (ran === null && getOperationAST(document, operationName)?.operation === 'query')
        shortcut?.note(params.query, operation)
      setExecuteFn(() => ran ?? executor.run(operation, variableValues ?? {}, contextValue))
    },
  }
}
