import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Answer, Executor } from '../../execute/executor.ts'
import type { Operation, Variables } from '../../execute/operation.ts'
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
  /** The media type of a request that was answered here; undefined for others. */
  typeOf(request: FastifyRequest): GraphqlMediaType | undefined
  /** The query that a request asks for, where it is known. */
  find(asked: PlainRequest): Operation | undefined
  /** Runs a query for a request and keeps the result for it. */
  run(
    request: IncomingMessage,
    operation: Operation,
    variables: Variables,
    context: RequestContext,
  ): Promise<Answer>
  /** The result of a request that was run here; undefined for others. */
  resultOf(request: IncomingMessage): Answer | undefined
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
  const known = createTextCache<Operation>()
  const results = new WeakMap<IncomingMessage, Answer>()
  const types = new WeakMap<FastifyRequest, GraphqlMediaType>()
  const find = ({ query, operationName }: PlainRequest) => known.get(keyOf(query, operationName))
  const run: GraphqlShortcut['run'] = async (request, operation, variables, context) => {
    const result = await executor.run(operation, variables, context)
    results.set(request, result)
    return result
  }
  return {
    async answer(request, asked) {
      const type = graphqlMediaType(request.headers.accept)
      const operation = find(asked)
      if (type === null || operation === undefined) return null
      const { raw } = request
      const result = results.get(raw) ?? (await run(raw, operation, asked.variables, contextOf(request)))
      if (result.errors !== undefined) return null
      types.set(request, type)
      return { type, body: JSON.stringify(result) }
    },
    typeOf: (request) => types.get(request),
    find,
    run,
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
