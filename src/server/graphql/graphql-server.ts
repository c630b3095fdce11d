import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import type { Plugin, YogaServerInstance } from 'graphql-yoga'
import { createYoga, isAsyncIterable } from 'graphql-yoga'
import { ERROR_CATALOGUE } from '../../errors.ts'
import { useCostReport } from '../../execute/cost-report.ts'
import { limitPlugins } from '../../execute/limits.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import { maskError } from '../../graph/kit/mask-error.ts'
import { useWithheldReport } from '../../graph/kit/withheld.ts'
import type { StreamItem } from '../../whales/live/alert-stream.ts'
import type { GraphqlAhead } from '../fast/graphql-ahead.ts'
import type { KnownQueries } from '../fast/graphql-known-queries.ts'
import { createTextCache } from '../fast/text-cache.ts'
import type { TrustedDocuments } from './trusted-documents.ts'
import { useBearerMutations } from './use-bearer-mutations.ts'
import { useHiddenSecrets } from './use-hidden-secrets.ts'
import { useKnownQueries } from './use-known-queries.ts'
import { useRegisteredOperations } from './use-registered-operations.ts'
import { useSharedEvents } from './use-shared-events.ts'

/** What a request to yoga carries from the HTTP layer. */
export interface GraphqlRequest {
  httpRequest: FastifyRequest
}

/** What the server needs of the service around it. */
export interface GraphqlServerOptions {
  schema: GraphQLSchema
  contextOf(request: FastifyRequest): RequestContext
  /** True: errors of ours show their message. */
  development: boolean
  /** Hears of every fault of ours. */
  log: FastifyBaseLogger
  /** The operations that clients may name by an id. */
  registered: TrustedDocuments
  /** Told of every query that is run. */
  queries: KnownQueries
  /** The result of a request whose query was run before it came here; undefined for others. */
  resultOf: GraphqlAhead['resultOf']
}

/**
 * Yoga with its defaults changed where they would surprise: no CORS for any origin with credentials, no batches, no
 * uploads, no page from a CDN, no health path of its own; the body's size is limited by the HTTP layer, which is
 * twice as fast.
 */
export function createGraphqlServer({
  schema,
  contextOf,
  development,
  log,
  registered,
  queries,
  resultOf,
}: GraphqlServerOptions): YogaServerInstance<GraphqlRequest, RequestContext> {
  return createYoga<GraphqlRequest, RequestContext>({
    schema,
    context: ({ httpRequest }) => contextOf(httpRequest),
    graphqlEndpoint: '/graphql',
    healthCheckEndpoint: '/graphql/health',
    graphiql: false,
    landingPage: false,
    cors: false,
    plugins: [
      useRegisteredOperations(registered),
      ...limitPlugins(),
      useWithheldReport(),
      useCostReport(),
      useBearerMutations(),
      useKnownQueries({ queries, resultOf }),
      useSharedEvents({ subjectOf: alertOf }),
      useCatalogueCodes(),
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
      if (!result.errors?.some(({ extensions }) => !(String(extensions.code) in ERROR_CATALOGUE))) return
      setResult({ ...result, errors: result.errors.map((error) => maskError(error, false)) })
    },
  }
}
