import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { costLimitHeaders } from '../../answers/headers.ts'
import { messageStatus, PequodError } from '../../errors.ts'
import type { Executor } from '../../execute/executor.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import { createGraphiqlPages, GRAPHIQL_POLICY } from '../../pages/graphiql/graphiql-page.ts'
import { type PackedFile, sendPacked } from '../../pages/kit/send-packed.ts'
import { opensPage } from '../../pages/kit/send-page.ts'
import { readJsonBody } from '../../rest/parameters/read-json-body.ts'
import type { SnapshotReader } from '../../store/snapshot/snapshot-reader.ts'
import { refuseOtherStreams, requestFailure } from '../http/create-http.ts'
import { createGraphqlServer, createGraphqlShortcut, plainRequest } from './graphql-server.ts'
import type { TrustedDocuments } from './persisted-operations.ts'

export interface GraphqlOptions {
  executor: Executor
  reader: Pick<SnapshotReader, 'current'>
  contextOf(request: FastifyRequest): RequestContext
  /** True: internal errors show their message. */
  development: boolean
  /** False: yoga answers every request. */
  isFast: boolean
  /** The operations that clients may request by id. */
  registered: TrustedDocuments
}

/** `/graphql`: GraphiQL for browsers, the executor for known queries, yoga for all other requests. */
export async function registerGraphql(app: FastifyInstance, options: GraphqlOptions): Promise<void> {
  const { executor, contextOf, development, registered, isFast } = options
  const shortcut = isFast ? createGraphqlShortcut(executor) : null
  const yoga = createGraphqlServer({ executor, development, registered, log: app.log, shortcut })
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    refuseOtherStreams(request)
    const plain = plainRequest(request, registered)
    const context = contextOf(request)
    const type = graphqlMediaType(request.headers.accept)
    const ran = plain && type && shortcut ? await shortcut.run(plain, context) : null
    if (type && ran && ran.errors === undefined) {
      addCost(reply, context)
      // The body, for the HTTP layer to send: fastify watches a returned reply until it has ended.
      reply.headers({ 'Content-Type': `${type}; charset=utf-8`, 'Cache-Control': UNKEPT })
      return JSON.stringify(ran)
    }
    const response = await yoga.handleNodeRequestAndResponse(request, reply, { own: context, ran })
    addCost(reply, context)
    return sendResponse(reply, response)
  }
  const pages = createGraphiqlPages()
  app.addHook('onClose', async () => yoga.dispose())
  await app.register(async (scope) => {
    scope.addContentTypeParser(
      ['application/json', 'application/graphql+json'],
      { parseAs: 'string' },
      parseGraphqlBody,
    )
    scope.setErrorHandler((error, request, reply) => {
      const { status, headers, body } = graphqlFailure(error)
      if (body.errors[0].extensions.code === 'INTERNAL') request.log.error(error, 'a GraphQL request failed')
      reply.code(status).headers(headers).send(body)
    })
    scope.get('/graphql', async (request, reply) => {
      if (!opensPage(request)) return answer(request, reply)
      const snapshot = await options.reader.current()
      return sendGraphiql(request, reply, await pages(snapshot?.simulated ?? false))
    })
    scope.post('/graphql', answer)
  })
}

/** Adds the header of the cost budget after the one of the request limit. */
function addCost(reply: FastifyReply, { spending }: RequestContext): void {
  const spent = spending?.spent
  if (!spent) return
  const headers = costLimitHeaders(spent.verdict)
  for (const name of ['RateLimit-Policy', 'RateLimit'] as const)
    reply.header(name, [reply.getHeader(name), headers[name]].filter(Boolean).join(', '))
}

/** An answer depends on the caller's tier and may change at any moment. */
const UNKEPT = 'private, no-store'

/** Streams are forwarded as they arrive; any other answer is complete text. */
async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.header('Cache-Control', UNKEPT)
  for (const [name, value] of response.headers) reply.header(name, value)
  const streams = response.headers.get('content-type')?.startsWith('text/event-stream') === true
  // Proxies that buffer answers would withhold a stream.
  if (streams) reply.headers({ 'X-Accel-Buffering': 'no', 'Cache-Control': UNKEPT })
  if (response.status === 406) return sendUnacceptable(reply)
  return reply.code(response.status).send(streams ? response.body : await response.text())
}

/** Yoga's answer has an empty body, which helps nobody. */
function sendUnacceptable(reply: FastifyReply): FastifyReply {
  const message =
    'Responses are application/json or application/graphql-response+json: send one of them in Accept.'
  const { status, body } = graphqlFailure(new PequodError('NOT_ACCEPTABLE', message))
  return reply.code(status).type('application/json; charset=utf-8').send(body)
}

/**
 * Parses the JSON body of a GraphQL request. It must be an object with a parameter of GraphQL. Rejects with
 * BAD_USER_INPUT.
 */
async function parseGraphqlBody(_request: FastifyRequest, text: string | Buffer): Promise<unknown> {
  return readJsonBody(text, problemOf)
}

function problemOf(body: unknown): string | null {
  if (Array.isArray(body)) return 'Send one operation per request: batching is not supported.'
  if (typeof body === 'object' && body !== null && Object.keys(body).length > 0) return null
  return 'The body must be an object such as {"query": "{ service { name } }"}.'
}

/** Answers with GraphiQL. The page depends on the Accept header, and `Vary` says so to caches. */
export function sendGraphiql(
  request: FastifyRequest,
  reply: FastifyReply,
  file: PackedFile,
): Promise<FastifyReply> {
  return sendPacked(request, reply, file, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': GRAPHIQL_POLICY,
    Vary: 'Accept',
  })
}

/** Media types of an answer without a stream. */
export type GraphqlMediaType = 'application/json' | 'application/graphql-response+json'

/**
 * The media type of yoga's answer: the first of the Accept header's that an answer without a stream can have. Null for
 * none, and for a header with parameters or patterns that yoga must weigh.
 */
export function graphqlMediaType(accept: string | undefined): GraphqlMediaType | null {
  if (accept === undefined || accept === '') return 'application/json'
  if (accept.includes(';')) return null
  for (const type of accept.toLowerCase().split(',')) {
    const name = type.trim()
    if (name === 'application/graphql-response+json' || name === 'application/json') return name
    if (name === '*/*' || name === 'application/*') return 'application/json'
    if (name.includes('*')) return null
  }
  return null
}

/** An answer of the GraphQL endpoint to a request that reached no operation. */
export interface GraphqlFailure {
  status: number
  headers: Readonly<Record<string, string>>
  body: { errors: [{ message: string; extensions: { code: string; retryAfter?: number } }] }
}

/** The answer to a request that failed before or outside an operation, in the shape of GraphQL errors. */
export function graphqlFailure(error: unknown): GraphqlFailure {
  const { code, message, headers, retryAfter } = requestFailure(error)
  const extensions = { code, ...(retryAfter !== null && { retryAfter }) }
  return {
    status: messageStatus(code),
    headers: {
      'Content-Type': 'application/graphql-response+json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
    body: { errors: [{ message, extensions }] },
  }
}
