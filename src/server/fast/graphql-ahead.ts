import type { FastifyRequest } from 'fastify'
import type { ExecutionResult, GraphQLSchema } from 'graphql'
import type { CompiledQuery } from '../../execute/compile-query.ts'
import { type CostReport, costOf } from '../../execute/cost-report.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import { withheldIn } from '../../graph/kit/withheld.ts'
import { type GraphqlMediaType, graphqlMediaType } from '../graphql/graphql-media-type.ts'
import type { TrustedDocuments } from '../graphql/trusted-documents.ts'
import type { KnownQueries } from './graphql-known-queries.ts'
import { type GraphqlQuestion, graphqlQuestion } from './graphql-question.ts'
import { createTextCache } from './text-cache.ts'

/** An answer with status 200. */
export interface GraphqlAnswer {
  type: GraphqlMediaType
  /** JSON. */
  body: string
}

/** What answers queries ahead of yoga. */
export interface GraphqlAhead {
  /**
   * Answers a request for a query that yoga has run before by its compiled form, byte for byte as yoga would. Null
   * where the request is left to yoga. Rejects with BAD_USER_INPUT where the address holds what is not JSON.
   */
  answer(request: FastifyRequest): Promise<GraphqlAnswer | null>
  /** The result of a request that was run here and left to yoga to be told, for it holds errors; undefined for others. */
  resultOf(request: FastifyRequest): ExecutionResult | undefined
}

/** What it needs of the door. */
export interface GraphqlAheadOptions {
  schema: GraphQLSchema
  queries: KnownQueries
  /** The operations that clients may name by an id. */
  registered: TrustedDocuments
  contextOf(request: FastifyRequest): RequestContext
}

/** Answers ahead of yoga what is plain: one known query, asked as most clients ask, whose result holds no error. */
export function createGraphqlAhead(options: GraphqlAheadOptions): GraphqlAhead {
  const { schema, queries, registered, contextOf } = options
  const results = new WeakMap<FastifyRequest, ExecutionResult>()
  const priceOf = createPrices(schema)
  return {
    async answer(request) {
      const type = graphqlMediaType(request.headers.accept)
      const question = graphqlQuestion(request, registered)
      const query = question && queries.compiled(question)
      if (!type || !question || !query) return null
      const { variables } = question
      const context = contextOf(request)
      const cost = priceOf(question, query, context)
      context.isWithinBudget = cost !== null && cost.requested <= cost.budget
      const result = await query.run(variables, context)
      // Nothing ran: yoga says what is wrong with the variables.
      if (result === null) return null
      if (result.errors !== undefined) {
        results.set(
          request,
          context.withheld === null ? result : { ...result, extensions: withheldIn(context) },
        )
        return null
      }
      if (cost === null && context.withheld === null) return { type, body: JSON.stringify(result) }
      const extensions = { ...withheldIn(context), ...(cost && { cost }) }
      return { type, body: JSON.stringify({ ...result, extensions }) }
    },
    resultOf: (request) => results.get(request),
  }
}

/** What an operation costs a tier with its variables: nothing else decides it, so it is found once. */
function createPrices(schema: GraphQLSchema) {
  const known = createTextCache<CostReport>()
  return (question: GraphqlQuestion, { document }: CompiledQuery, context: RequestContext) => {
    const { variables, operationName, query } = question
    // No line but the query's own holds a line break, so no two questions have one key.
    const key = `${context.caller.tier}\n${operationName ?? ''}\n${query}\n${JSON.stringify(variables)}`
    const before = known.get(key)
    if (before !== undefined) return before
    const cost = costOf({ schema, document, variableValues: variables }, context)
    if (cost !== null) known.set(key, cost)
    return cost
  }
}
