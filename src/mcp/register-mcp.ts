import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Tier } from '../access/tier.ts'
import type { CorsOrigins } from '../config/config-values.ts'
import { messageStatus, PequodError } from '../errors.ts'
import type { Executor } from '../execute/executor.ts'
import type { RequestContext } from '../graph/kit/context.ts'
import { readJsonBody } from '../rest/parameters/read-json-body.ts'
import type { RestRoute } from '../rest/route.ts'
import { createMcpServer, mcpOffer } from './create-mcp-server.ts'
import { createTool } from './create-tool.ts'
import {
  createMcpSessions,
  type McpSessionsOptions,
  type SessionLimits,
  type SessionPeers,
} from './mcp-sessions.ts'
import { sendStream } from './mcp-stream.ts'
import { readsStructured } from './tool-result.ts'

export interface McpOptions {
  executor: Executor
  routes: readonly RestRoute[]
  /** The context of one request; the caller is known from it. */
  contextOf(request: FastifyRequest): RequestContext
  version: string
  /** The sites whose scripts may send requests. */
  origins: CorsOrigins
  /** Returns the error that a caller sees for a failure. */
  shown(error: unknown): PequodError
  /** The version of everything computed that a tier may see: another text with each snapshot; null before the first. */
  snapshotMark(tier: Tier): Promise<string>
  /** The version of the alerts that a tier may see: another text with each new one. */
  alertsMark(tier: Tier): Promise<string>
  /** The other serving processes. @default none */
  peers?: SessionPeers | undefined
  /** @default SESSION_LIMITS */
  sessionLimits?: Partial<SessionLimits> | undefined
}

/**
 * Registers `/mcp`: every path of REST as a tool of the Model Context Protocol, with resources and prompts,
 * over streamable HTTP. Each request is one message that is counted, authorized and answered on its own. A
 * session only watches resources, and nothing else needs one.
 * @throws Error if an operation of REST does not fit the schema
 */
export async function registerMcp(app: FastifyInstance, options: McpOptions): Promise<void> {
  const { executor, routes, contextOf, version, origins } = options
  const offer = mcpOffer(routes.map((route) => createTool(executor, route)))
  const sessions = createMcpSessions({
    markOf: createMarkOf(options),
    peers: options.peers,
    limits: options.sessionLimits,
    onError: (error) => app.log.error(error, 'subscribed resources could not be checked; retrying'),
  })
  app.addHook('preClose', async () => sessions.close())
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
      const context = contextOf(request)
      const server = createMcpServer({
        offer,
        version,
        context,
        sessions,
        session: sessionKey(request, context),
        isStructured: readsStructured(protocolOf(request)),
        shown: (error) => shown(error, request),
      })
      const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
      try {
        await server.connect(transport)
        const response = await transport.handleRequest(webRequest(request), { parsedBody: request.body })
        if (response.status === 200 && isInitialize(request.body)) beginSession(reply, context)
        return await sendResponse(reply, response)
      } finally {
        await server.close()
      }
    })
    // A HEAD would open a stream that is never read.
    scope.get('/mcp', { exposeHeadRoute: false }, async (request, reply) => {
      const context = contextOf(request)
      const key = await knownSession(request, context)
      return sendStream(reply, { sessions, key, context })
    })
    // This runs before the body is read, since the request has none, regardless of its headers.
    const endSession = async (request: FastifyRequest, reply: FastifyReply) => {
      sessions.end(await knownSession(request, contextOf(request)))
      return reply.code(204).send()
    }
    scope.delete('/mcp', { onRequest: endSession }, endSession)
  })

  function beginSession(reply: FastifyReply, { caller }: RequestContext): void {
    const id = randomUUID()
    sessions.open(keyOf(caller, id), caller.tier, caller.limiterKey)
    reply.header('Mcp-Session-Id', id)
  }

  /**
   * Rejects with METHOD_NOT_ALLOWED without a session, and with NOT_FOUND for an expired one, so that its
   * client opens a new one.
   */
  async function knownSession(request: FastifyRequest, context: RequestContext): Promise<string> {
    const key = sessionKey(request, context)
    if (key === null) throw onlyPost()
    if (await sessions.isKnown(key)) return key
    throw new PequodError('NOT_FOUND', 'This session is unknown or has ended: send initialize again.')
  }
}

/** Returns the key of a request's session, bound to its caller; null if it names none. */
function sessionKey({ headers }: FastifyRequest, { caller }: RequestContext): string | null {
  const id = headers['mcp-session-id']
  return typeof id === 'string' && /^[0-9a-f-]{36}$/.test(id) ? keyOf(caller, id) : null
}

/** The version of the protocol that a request names. */
function protocolOf({ headers }: FastifyRequest): string | null {
  const version = headers['mcp-protocol-version']
  return typeof version === 'string' ? version : null
}

function keyOf({ limiterKey }: Caller, id: string): string {
  return `${id} ${limiterKey}`
}

function isInitialize(message: unknown): boolean {
  return (
    typeof message === 'object' && message !== null && 'method' in message && message.method === 'initialize'
  )
}

/**
 * Returns the state that a resource's change is recognized by: alerts have their own, the methodology never
 * changes, and all others change with a snapshot.
 */
function createMarkOf({ snapshotMark, alertsMark }: McpOptions): McpSessionsOptions['markOf'] {
  return async (uri, tier) => {
    if (uri.startsWith('pequod://methodology/')) return null
    return uri === 'pequod://whales' ? alertsMark(tier) : snapshotMark(tier)
  }
}

/**
 * Returns the request that the transport reads: the method and the headers. The parsed body is passed beside
 * it.
 */
function webRequest({ headers }: FastifyRequest): Request {
  const plain = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return new Request('http://localhost/mcp', { method: 'POST', headers: plain })
}

async function sendResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  for (const [name, value] of response.headers) reply.header(name, value)
  // An answer is for its tier alone, and may change a moment later.
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
    'Send messages to /mcp by POST; a GET is for the stream of a session, and names it by Mcp-Session-Id.',
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

/** The headers that name the page of a request, and this service as the page calls it. */
interface OriginHeaders {
  origin?: string | undefined
  host?: string | undefined
}

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * Returns whether a web page may use the MCP endpoint. Requests from other sites are refused unless the
 * operator names the site, since a page can point its own name at this computer (DNS rebinding) and would
 * then act with its visitor's reach. Programs send no Origin, and a page of this service on this computer is
 * allowed.
 * @param allowed the sites whose scripts may read answers
 */
export function acceptsOrigin({ origin, host }: OriginHeaders, allowed: CorsOrigins): boolean {
  if (origin === undefined || allowed === 'any' || allowed.includes(origin)) return true
  const site = /^https?:\/\/([^/]+)$/.exec(origin)?.[1]
  return site !== undefined && site === host && LOOPBACK.test(site)
}

/** An answer of the MCP endpoint to a request that reached no tool. */
interface McpFailure {
  status: number
  headers: Readonly<Record<string, string>>
  /** An error of JSON-RPC, of no request in particular: the request was not read. */
  body: { jsonrpc: '2.0'; id: null; error: { code: number; message: string; data: { code: string } } }
}

/** The first number that JSON-RPC leaves to servers. */
const SERVER_ERROR = -32_000

/** The shape of every refusal at `/mcp`: our status, sentence and code as an error of JSON-RPC. */
function mcpFailure({ code, message, headers }: PequodError): McpFailure {
  return {
    status: messageStatus(code),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(code === 'METHOD_NOT_ALLOWED' ? { Allow: 'POST' } : {}),
      ...headers,
    },
    body: {
      jsonrpc: '2.0',
      id: null,
      error: {
        code: code === 'BAD_USER_INPUT' ? ErrorCode.InvalidRequest : SERVER_ERROR,
        message,
        data: { code },
      },
    },
  }
}
