import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { CorsOrigins } from '../config-values.ts'
import { PequodError } from '../errors.ts'
import type { Executor } from '../execute/executor.ts'
import type { RequestContext } from '../graph/kit/context.ts'
import { readJsonBody } from '../rest/parameters/read-json-body.ts'
import type { RestRoute } from '../rest/routes/route.ts'
import { acceptsOrigin } from './accepts-origin.ts'
import { createMcpServer, mcpOffer } from './create-mcp-server.ts'
import { createTool } from './create-tool.ts'
import { mcpFailure } from './mcp-failure.ts'

/** What the MCP endpoint needs of the service around it. */
export interface McpOptions {
  executor: Executor
  routes: readonly RestRoute[]
  /** The context of one request; the caller is known from it. */
  contextOf(request: FastifyRequest): RequestContext
  /** The program's version. */
  version: string
  /** The sites whose scripts may ask. */
  origins: CorsOrigins
  /** What a caller sees of any failure. */
  shown(error: unknown): PequodError
}

/**
 * `/mcp`: every path of REST as a tool of the Model Context Protocol, with resources and prompts, over streamable HTTP. There are no sessions: each
 * request is one message, is counted and answered on its own, and what a caller may see is decided anew each time.
 * @throws Error where an operation of REST does not fit the schema
 */
export async function registerMcp(app: FastifyInstance, options: McpOptions): Promise<void> {
  const { executor, routes, contextOf, version, origins } = options
  const offer = mcpOffer(routes.map((route) => createTool(executor, route)))
  const shown = (error: unknown, request: FastifyRequest) => {
    const failure = options.shown(error)
    if (failure.code === 'INTERNAL') request.log.error(error, 'a tool failed')
    return failure
  }
  await app.register(async (scope) => {
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, readMessage)
    scope.setErrorHandler((error, request, reply) => {
      const { status, headers, body } = mcpFailure(shown(error, request))
      reply.code(status).headers(headers).send(body)
    })
    scope.addHook('onRequest', async ({ headers }) => {
      if (!acceptsOrigin(headers, origins)) throw foreignPage()
    })
    scope.post('/mcp', async (request, reply) => {
      const server = createMcpServer({
        ...{ offer, version, context: contextOf(request) },
        shown: (error) => shown(error, request),
      })
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
      try {
        await server.connect(transport)
        const response = await transport.handleRequest(webRequest(request), { parsedBody: request.body })
        return await sendResponse(reply, response)
      } finally {
        await server.close()
      }
    })
    // Nothing is told unasked, so there is no stream to open, and no session to end.
    const onRequest = async () => Promise.reject(onlyPost())
    scope.route({ method: ['GET', 'DELETE'], url: '/mcp', onRequest, handler: onRequest })
  })
}

/** What the transport looks at: the method and the headers. The body goes beside it, read already. */
function webRequest({ headers }: FastifyRequest): Request {
  const plain = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new Request('http://localhost/mcp', { method: 'POST', headers: plain })
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  for (const [name, value] of response.headers) reply.header(name, value)
  // What a tier is told is for nobody else, and may be another thing a moment later.
  reply.header('Cache-Control', 'private, no-store')
  const text = await response.text()
  return reply.code(response.status).send(text === '' ? undefined : text)
}

function foreignPage(): PequodError {
  const message = 'Requests from this site are not allowed: the operator can add it to CORS_ORIGINS.'
  return new PequodError('FORBIDDEN', message)
}

function onlyPost(): PequodError {
  return new PequodError(
    'METHOD_NOT_ALLOWED',
    'Send messages to /mcp by POST: the server sends none of its own.',
  )
}

/**
 * Reads the body of a request to `/mcp`: one message of JSON-RPC. A batch is refused: the protocol no longer knows
 * them, and many calls in one request would be counted as one. Rejects with BAD_USER_INPUT.
 */
async function readMessage(_request: FastifyRequest, text: string | Buffer): Promise<unknown> {
  return readJsonBody(text, (body) =>
    Array.isArray(body) ? 'Send one message per request: batching is not supported.' : null,
  )
}
