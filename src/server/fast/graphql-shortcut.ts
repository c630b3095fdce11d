import type { FastifyRequest } from 'fastify'
import type { Answer, Executor } from '../../execute/executor.ts'
import type { Operation } from '../../execute/operation.ts'
import { createTextCache } from '../../execute/text-cache.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import { type GraphqlMediaType, graphqlMediaType } from '../graphql/graphql-media-type.ts'
import type { PlainRequest } from './plain-request.ts'

/** An answer with status 200. */
export interface GraphqlAnswer {
  type: GraphqlMediaType
  /** JSON. */
  body: string
}

/** The way to the executor past yoga, for queries that yoga has parsed and found valid before. */
export interface GraphqlShortcut {
  /** Answers a plain request for a query that is known, byte for byte as yoga would; null where it is left to yoga. */
  answer(request: FastifyRequest, asked: PlainRequest): Promise<GraphqlAnswer | null>
  /** The result of a request that was run here and left to yoga to be formatted, because it holds errors; undefined for others. */
  resultOf(request: FastifyRequest): Answer | undefined
  /** Makes a query known by its text. */
  note(text: string | null | undefined, operation: Operation): void
}

/** What the shortcut needs of the endpoint. */
export interface GraphqlShortcutOptions {
  executor: Executor
  contextOf(request: FastifyRequest): RequestContext
}

/** A shortcut that knows no query yet. */
export function createGraphqlShortcut({ executor, contextOf }: GraphqlShortcutOptions): GraphqlShortcut {
  const results = new WeakMap<FastifyRequest, Answer>()
  const known = createTextCache<Operation>()
  return {
    async answer(request, { query, operationName, variables }) {
      const type = graphqlMediaType(request.headers.accept)
      const operation = known.get(keyOf(query, operationName))
      if (!type || !operation) return null
      const result = await executor.run(operation, variables, contextOf(request))
      if (result.errors === undefined) return { type, body: JSON.stringify(result) }
      results.set(request, result)
      return null
    },
    resultOf: (request) => results.get(request),
    note(text, operation) {
      if (typeof text === 'string') known.set(keyOf(text, operation.name), operation)
    },
  }
}

/** A name holds no line break, so no two operations have one key. */
function keyOf(text: string, name: string | null): string {
  return `${name ?? ''}\n${text}`
}
