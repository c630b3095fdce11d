import type { Plugin } from '@envelop/core'
import { getOperationAST } from 'graphql'
import type { GraphqlAhead } from '../fast/graphql-ahead.ts'
import type { KnownQueries } from '../fast/graphql-known-queries.ts'
import type { GraphqlRequest } from './graphql-server.ts'

/** What yoga's context holds of a request. */
interface YogaContext extends GraphqlRequest {
  params?: { query?: string | null; operationName?: string | null }
}

/**
 * Notes each query that yoga runs, so that it can be answered ahead of it the next time, and takes the result of a
 * query that was run already, so that its errors are masked and told like all others.
 */
export function useKnownQueries({
  queries,
  resultOf,
}: Pick<GraphqlAhead, 'resultOf'> & { queries: KnownQueries }): Plugin<YogaContext> {
  return {
    onExecute({ args, setExecuteFn }) {
      const { httpRequest, params } = args.contextValue
      const result = resultOf(httpRequest)
      if (result !== undefined) return setExecuteFn(() => result)
      const { query, operationName = null } = params ?? {}
      if (typeof query !== 'string') return
      if (getOperationAST(args.document, operationName)?.operation === 'query')
        queries.note({ query, operationName })
    },
  }
}
