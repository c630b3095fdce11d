import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import { GraphQLError, getOperationAST } from 'graphql'
import { createYoga, isAsyncIterable, type Plugin, type YogaServerInstance } from 'graphql-yoga'
import { hideSecrets } from '../../access/identity/hide-secrets.ts'
import { isObject } from '../../checks.ts'
import { type InputProblem, isErrorCode, PequodError } from '../../errors.ts'
import type { Answer, Executor } from '../../execute/executor.ts'
import { createTextCache, limitPlugins, type Operation } from '../../execute/operation.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import { maskError } from '../../graph/kit/errors.ts'
import type { StreamItem as EventItem } from '../../streams/event-stream.ts'
import type { StreamItem as AlertItem } from '../../whales/live/alert-stream.ts'
import { registeredId, type TrustedDocuments, useRegisteredOperations } from './persisted-operations.ts'
import { useSharedEvents } from './use-shared-events.ts'

/** Errors quote names, arguments and syntax; a key or token misplaced there is removed from them. */
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

/** The HTTP layer's part of a request to yoga. */
export interface GraphqlRequest {
  own: RequestContext
  /** The answer of the shortcut, if it has errors for yoga to mask and format; null if the shortcut did not run. */
  ran: Answer | null
}

/** Executes operations that yoga has parsed and validated. Queries are noted, so that they bypass yoga from then on. */
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

export interface GraphqlServerOptions {
  executor: Executor
  /** True: internal errors show their message. */
  development: boolean
  /** Receives every internal error. */
  log: FastifyBaseLogger
  /** The operations that clients may request by id. */
  registered: TrustedDocuments
  /** The shortcut for queries that this server has run; null: none, and events are answered one by one. */
  shortcut: GraphqlShortcut | null
}

/**
 * Yoga without its surprising defaults: no CORS for any origin with credentials, no batches, no uploads, no page from a
 * CDN, no health path of its own. The HTTP layer limits the body's size, which is twice as fast.
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
      useSharedEvents({ executor, subjectOf: shortcut === null ? () => null : sharedBy }),
      useCatalogueCodes(),
      usePartialData(),
      // Last, so that no plugin adds words to an answer after it.
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
    // Yoga's own messages quote the input, up to a hundred megabytes.
    parserAndValidationCache: { documentCache: createTextCache(), errorCache: createTextCache() },
    maxRequestBodySize: false,
    logging: false,
  })
}

/** The row of an alert, or the item of a stream, which is one object for all of its subscribers. */
function sharedBy(event: unknown): object | null {
  if (!isStreamItem(event) || event.kind === 'END') return null
  return event.kind === 'ALERT' ? event.row : event
}

function isStreamItem(event: unknown): event is AlertItem | EventItem {
  return typeof event === 'object' && event !== null && 'kind' in event
}

/** Replaces yoga's own code for an invalid document, after masking: every code is in the catalogue. */
function useCatalogueCodes(): Plugin {
  return {
    onExecutionResult({ result, setResult }) {
      if (result === undefined || isAsyncIterable(result) || Array.isArray(result)) return
      if (!result.errors?.some(({ extensions }) => !isErrorCode(extensions.code))) return
      setResult({ ...result, errors: result.errors.map((error) => maskError(error, false)) })
    },
  }
}

/** Clients ignore the data of an answer with an error status, so data leaves with 200, despite any errors. */
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

/** A request for one operation that needs none of yoga's checks. */
interface PlainRequest {
  readonly query: string
  /** Null if absent. */
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
}

const PARAMETERS: ReadonlySet<string> = new Set([
  'query',
  'operationName',
  'variables',
  'extensions',
  'documentId',
])

/**
 * Reads the operation that a request names in its body or, by GET, its address; null unless it is plainly a text or a
 * registered id, optionally with a name and variables. Yoga refuses or handles the other requests.
 * @param registered the operations by id
 * @throws PequodError BAD_USER_INPUT for invalid JSON in a parameter of the address
 */
export function plainRequest(
  { method, body, query }: Pick<FastifyRequest, 'method' | 'body' | 'query'>,
  registered: TrustedDocuments,
): PlainRequest | null {
  if (method === 'POST') return isObject(body) ? requestOf(body, registered) : null
  return method === 'GET' && isObject(query) ? requestOf(readAddress(query), registered) : null
}

function requestOf(given: Record<string, unknown>, registered: TrustedDocuments): PlainRequest | null {
  const { operationName = null, variables } = given
  if (Object.keys(given).some((name) => !PARAMETERS.has(name))) return null
  const query = textOf(given, registered)
  if (query === null) return null
  if (operationName !== null && (typeof operationName !== 'string' || operationName === '')) return null
  if (variables === undefined || variables === null) return { query, operationName, variables: {} }
  return isObject(variables) ? { query, operationName, variables } : null
}

function textOf(given: Record<string, unknown>, { texts, only }: TrustedDocuments): string | null {
  const { query, extensions = null } = given
  if (extensions !== null && !isObject(extensions)) return null
  if (typeof query === 'string') return only ? null : query
  if (query !== undefined && query !== null) return null
  const id = registeredId(given)
  return id === null ? null : (texts.get(id) ?? null)
}

/** In an address, variables and extensions are JSON. */
function readAddress(query: Record<string, unknown>): Record<string, unknown> {
  return { ...query, ...parsed('variables', query), ...parsed('extensions', query) }
}

function parsed(name: string, query: Record<string, unknown>): Record<string, unknown> {
  const text = query[name]
  // Yoga handles repeated and empty parameters.
  if (typeof text !== 'string' || text === '') return {}
  try {
    return { [name]: JSON.parse(text) }
  } catch {
    throw notJson(name)
  }
}

/** The JSON parser's message would quote the input. */
function notJson(name: string): PequodError {
  const message = `The parameter ${name} is not valid JSON: send an object such as {"id": "pnl-7d"}, percent-encoded.`
  const problems: InputProblem[] = [{ in: 'query', name, message }]
  return new PequodError('BAD_USER_INPUT', message, { problems })
}

/** The shortcut around yoga, for queries that yoga has parsed and validated before. */
interface GraphqlShortcut {
  /** Runs a known query; null if yoga must parse it first. */
  run(asked: PlainRequest, context: RequestContext): Promise<Answer> | null
  /** Remembers a query by its text. */
  note(text: string | null | undefined, operation: Operation): void
}

/** Makes an empty shortcut. */
export function createGraphqlShortcut(executor: Executor): GraphqlShortcut {
  const known = createTextCache<Operation>()
  return {
    run({ query, operationName, variables }, context) {
      const operation = known.get(keyOf(query, operationName))
      return operation ? executor.run(operation, variables, context) : null
    },
    note(text, operation) {
      if (typeof text === 'string') known.set(keyOf(text, operation.name), operation)
    },
  }
}

/** A name holds no line break, so the keys of two operations always differ. */
function keyOf(text: string, name: string | null): string {
  return `${name ?? ''}\n${text}`
}
