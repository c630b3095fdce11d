import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { schema } from '../../src/graph/schema.ts'
import { createKnownQueries, type KnownQueries } from '../../src/server/fast/graphql-known-queries.ts'

/** A way in which a service answers GraphQL. */
export interface GraphqlWay {
  /** For the service to be made with. */
  queries: KnownQueries
  /** Sends a request, as often as it takes to be answered in this way. */
  ask(app: FastifyInstance, request: InjectOptions): Promise<LightMyRequestResponse>
  /** Requests whose query had a compiled form, to prove that it was this way. */
  compiled(): number
}

/** No query is ever known: yoga answers everything. */
export function yogaAlone(): GraphqlWay {
  return {
    queries: { note: () => undefined, compiled: () => null },
    ask: (app, request) => app.inject(request),
    compiled: () => 0,
  }
}

/** Every query was asked before, by the very same request. */
export function knownBefore(): GraphqlWay {
  const queries = createKnownQueries(schema, { rest: 0 })
  let count = 0
  return {
    queries: {
      note: queries.note,
      compiled(operation) {
        const query = queries.compiled(operation)
        if (query !== null) count++
        return query
      },
    },
    async ask(app, request) {
      await app.inject(request)
      return app.inject(request)
    },
    compiled: () => count,
  }
}

/** Both ways, for `describe.each`. */
export const GRAPHQL_WAYS: readonly (readonly [string, () => GraphqlWay])[] = [
  ['by yoga alone', yogaAlone],
  ['by compiled queries', knownBefore],
]
