import type { FastifyBaseLogger } from 'fastify'
import { GraphQLError, getOperationAST } from 'graphql'
import { createYoga, isAsyncIterable, type Plugin, type YogaServerInstance } from 'graphql-yoga'
import { hideSecrets } from '../../access/identity/hide-secrets.ts'
import { isErrorCode } from '../../errors.ts'
import type { Answer, Executor } from '../../execute/executor.ts'
import { limitPlugins } from '../../execute/limits.ts'
import { createTextCache } from '../../execute/text-cache.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import { maskError } from '../../graph/kit/mask-error.ts'
import type { StreamItem } from '../../whales/live/alert-stream.ts'
import type { GraphqlShortcut } from './plain-request.ts'
import type { TrustedDocuments } from './trusted-documents.ts'
import { useRegisteredOperations } from './use-registered-operations.ts'
import { useSharedEvents } from './use-shared-events.ts'

/** Errors quote names, arguments and syntax: a key or token that stood there by mistake does not come back with them. */
export function useHiddenSecrets(): Plugin {
  return {
    onExecutionResult({ result, setResult }) {
      if (result === undefined || isAsyncIterable(result) || Array.isArray(result)) return
      if (result.errors === undefined) return
      setResult({ ...result, errors: result.errors.map(withoutSecrets) })
    },
  }
}

function withoutSecrets(error: GraphQLError): GraphQLError {
  const { message, nodes = null, source = null, positions = null, path = null } = error
  const extensions = JSON.stringify(error.extensions)
  const shown = { message: hideSecrets(message), extensions: hideSecrets(extensions) }
  if (shown.message === message && shown.extensions === extensions) return error
  return new GraphQLError(shown.message, {
    nodes,
    source,
    positions,
    path,
    extensions: JSON.parse(shown.extensions),
  })
}

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

/** What the server needs of the service around it. */
export interface GraphqlServerOptions {
  executor: Executor
  /** True: errors of ours show their message. */
  development: boolean
  /** Hears of every fault of ours. */
  log: FastifyBaseLogger
  /** The operations that clients may name by an id. */
  registered: TrustedDocuments
  /** The way past this server for queries that it has run; null: there is none, and events are answered one by one. */
  shortcut: GraphqlShortcut | null
}

/**
 * Yoga with its defaults changed where they would surprise: no CORS for any origin with credentials, no batches, no
 * uploads, no page from a CDN, no health path of its own; the body's size is limited by the HTTP layer, which is
 * twice as fast.
 */
export function createGraphqlServer({
  executor,
  development,
  log,
  registered,
  shortcut,
}: GraphqlServerOptions): YogaServerInstance<GraphqlRequest, RequestContext> {
  return createYoga<GraphqlRequest, RequestContext>({
    schema: executor.schema,
    context: ({ own }) => own,
    graphqlEndpoint: '/graphql',
    healthCheckEndpoint: '/graphql/health',
    graphiql: false,
    landingPage: false,
    cors: false,
    plugins: [
      useRegisteredOperations(registered),
      ...limitPlugins(),
      useExecutor(executor, shortcut),
      useSharedEvents({ executor, subjectOf: shortcut === null ? () => null : alertOf }),
      useCatalogueCodes(),
      usePartialData(),
      // Last: nothing may put words into an answer behind it.
      useHiddenSecrets(),
    ],
    maskedErrors: {
      maskError(error) {
        const shown = maskError(error, development)
        if (shown.extensions.code === 'INTERNAL') log.error(error, 'a GraphQL operation failed')
        return shown
      },
    },
    extraParamNames: ['documentId'],
    multipart: false,
    batching: false,
    // Those of yoga hold whatever was sent, a hundred megabytes of it.
    parserAndValidationCache: { documentCache: createTextCache(), errorCache: createTextCache() },
    maxRequestBodySize: false,
    logging: false,
  })
}

/** The row of an alert: pushed to all subscribers at once, it is one object. */
function alertOf(event: unknown): object | null {
  return isStreamItem(event) && event.kind === 'ALERT' ? event.row : null
}

function isStreamItem(event: unknown): event is StreamItem {
  return typeof event === 'object' && event !== null && 'kind' in event
}

/** Yoga names a document that is not valid in a code of its own, after masking: every code is one of the catalogue. */
function useCatalogueCodes(): Plugin {
  return {
    onExecutionResult({ result, setResult }) {
      if (result === undefined || isAsyncIterable(result) || Array.isArray(result)) return
      if (!result.errors?.some(({ extensions }) => !isErrorCode(extensions.code))) return
      setResult({ ...result, errors: result.errors.map((error) => maskError(error, false)) })
    },
  }
}

/** Clients read nothing of an answer whose status is no success: data leaves with 200, whatever went wrong beside it. */
function usePartialData(): Plugin {
  return {
    onExecutionResult({ result, setResult }) {
      if (result === undefined || isAsyncIterable(result) || Array.isArray(result)) return
      if (!result.errors || !result.data) return
      setResult({ ...result, errors: result.errors.map(withoutStatus) })
    },
  }
}

/** The error without a status; its headers, such as `Retry-After`, stay. */
function withoutStatus(error: GraphQLError): GraphQLError {
  const { message, nodes = null, source = null, positions = null, path = null } = error
  const { http, ...extensions } = error.extensions
  if (http === undefined) return error
  const { headers } = http as { headers?: Record<string, string> }
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    path,
    extensions: { ...extensions, ...(headers && { http: { headers } }) },
  })
}
