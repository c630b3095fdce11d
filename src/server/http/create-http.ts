import { randomBytes } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteOptions,
} from 'fastify'
import { hideSecrets } from '../../access/identity/hide-secrets.ts'
import {
  ANSWER_HEADERS,
  ENCODINGS,
  type ErrorBody,
  errorAnswer,
  PACKED_FROM,
  SECURITY_HEADERS,
} from '../../answers/headers.ts'
import type { CorsOrigins } from '../../config/config-values.ts'
import { ERROR_CATALOGUE, INTERNAL_MESSAGE, PequodError } from '../../errors.ts'
import { failureFrame, failurePage, notFoundPage } from '../../pages/kit/failure-page.ts'
import { EXPLORER_POLICY } from '../../pages/kit/layout.ts'
import { opensPage, sendPage } from '../../pages/kit/send-page.ts'
import { ROUTES } from '../../rest/routes/routes.ts'
import { type Admission, type Shedding, withoutLink } from './admission.ts'

export interface HttpOptions {
  log: FastifyBaseLogger
  timeouts: HttpTimeouts
  crossOrigin: CrossOrigin
  shedding: Shedding
  admit: Admission['admit']
}

/** The largest body of a request, in bytes, chunked ones included. */
const BODY_LIMIT = 100_000

/** The HTTP layer without routes: limits on size and time, and the single entrance. */
export function createHttp({ log, timeouts, crossOrigin, shedding, admit }: HttpOptions): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    genReqId: requestId,
    rewriteUrl: withoutLink,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    // During shutdown, requests on open connections are answered like any other.
    return503OnClosing: false,
    // Longer than any URL that Node accepts: the parameter's own limit refuses it, by name.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 20_000 },
    ...timeoutOptions(timeouts),
    clientErrorHandler: refuseMalformed,
    frameworkErrors: (error, request, reply) => void refuseUnrouted(error, request, reply),
  })
  const known = createKnownPaths()
  const answerUnknown = refuseUnknown(known)
  app.addHook('onRoute', known.note)
  app.removeAllContentTypeParsers()
  app.decorateRequest('caller', null)
  app.setErrorHandler(sendFailure)
  // Every request passes all hooks, so synchronous work makes no promise.
  app.addHook('onRequest', (request, reply, done) => {
    markAnswer(request, reply)
    if (!crossOrigin.answerPreflight(request, reply)) done()
  })
  // Before any costly work, and again after a body has arrived.
  app.addHook('onRequest', (request, _reply, done) => passWith(shedding.enter(request), done))
  // Before any other refusal: a refusal counts, and carries the caller's limit.
  app.addHook('onRequest', admit)
  app.addHook('onRequest', (request, reply, done) => {
    if (!answerUnknown(request, reply)) done()
  })
  app.addHook('preParsing', (request, _reply, payload, done) => {
    shedding.awaitBody(request)
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => passWith(shedding.enter(request), done))
  app.addHook('onSend', (request, reply, payload, done) => {
    shedding.leave(request)
    crossOrigin.markReadable(request, reply)
    done(null, withoutSecrets(reply, payload))
  })
  return app

  /** No hook runs for an unroutable address, so its request is admitted here. */
  async function refuseUnrouted(error: Error, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    markAnswer(request, reply)
    crossOrigin.markReadable(request, reply)
    const refusal = await enter(request, reply).then(
      () => error,
      (refused: unknown) => refused,
    )
    shedding.leave(request)
    sendFailure(refusal, request, reply)
  }

  async function enter(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await shedding.enter(request)
    await admit(request, reply)
  }
}

/** A caller's own id: short, of characters without a meaning in a log, a shell or a header. */
const PLAIN = /^[A-Za-z0-9][\w.:=+/-]{0,99}$/

/** Random bytes of one id, and ids per batch: fetching one by one is ten times slower. */
const BYTES = 12
const IDS = 256
let pool = Buffer.alloc(0)
let used = 0

/** A unique id of 24 hex digits that does not reveal the number of requests. */
function newRequestId(): string {
  if (used === pool.length) {
    pool = randomBytes(BYTES * IDS)
    used = 0
  }
  used += BYTES
  return pool.toString('hex', used - BYTES, used)
}

/**
 * The id of a request in our logs and in the answer's header X-Request-Id: the caller's own X-Request-Id if it is up to
 * 100 letters, digits and `_.:=+/-` without a key or token, else a new one.
 */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const own = headers['x-request-id']
  if (own === undefined) return newRequestId()
  return typeof own === 'string' && PLAIN.test(own) && hideSecrets(own) === own ? own : newRequestId()
}

/** Passes a hook once its promise resolves, or immediately without one. */
function passWith(wait: Promise<void> | null, done: (error?: Error) => void): void {
  if (wait === null) done()
  else wait.then(() => done(), done)
}

/** Headers of every answer; a caller can quote the id to find its log lines. */
function markAnswer({ id }: FastifyRequest, reply: FastifyReply): void {
  reply.headers(SECURITY_HEADERS)
  reply.header('X-Request-Id', id)
}

/** A refusal may quote its input; a misplaced key is removed from it. */
function withoutSecrets(reply: FastifyReply, payload: unknown): unknown {
  return reply.statusCode >= 400 && typeof payload === 'string' ? hideSecrets(payload) : payload
}

/**
 * Answers a failed request in the one shape of errors, or with a page; an internal failure is logged with its cause.
 */
function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const shown = requestFailure(error)
  if (shown.code === 'INTERNAL') request.log.error(error, 'a request failed')
  const { status, headers, body } = errorAnswer(shown)
  reply.code(status).headers(headers)
  const { isExplorer, framePolicy } = request.routeOptions?.config ?? {}
  if (framePolicy !== undefined)
    sendPage(reply.removeHeader('X-Frame-Options'), framePolicy, failureFrame(shown))
  else if (isExplorer) sendPage(reply, EXPLORER_POLICY, failurePage(shown))
  else reply.send(body)
}

/** How long a connection may take over each part of a request, in milliseconds. */
export interface HttpTimeouts {
  /** From its first byte to the end of its headers. */
  headers: number
  /** From its first byte to the end of its body. */
  request: number
  /** Without a byte in either direction: a caller that does not read its answer, or is not there any more. */
  idle: number
  /** How often slow connections are looked for. */
  check: number
}

/** Enough for a phone on a bad line; a subscription sends a sign of life more often than `idle`. */
export const HTTP_TIMEOUTS: HttpTimeouts = { headers: 10_000, request: 30_000, idle: 60_000, check: 2_000 }

/** The timeouts as the HTTP layer takes them. */
function timeoutOptions({ headers, request, idle, check }: HttpTimeouts) {
  return {
    connectionTimeout: idle,
    requestTimeout: request,
    http: { headersTimeout: headers, connectionsCheckingInterval: check },
  }
}

/** Headers that a script of another origin may read. */
const EXPOSED = [...ANSWER_HEADERS.map(({ name }) => name), 'Mcp-Session-Id'].join(', ')

/** The answer to a preflight; browsers keep it for an hour. */
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, If-None-Match, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id, X-API-Key, X-Request-Id',
  'Access-Control-Max-Age': '3600',
}

/** Lets scripts of chosen origins read the answers of every endpoint. */
export interface CrossOrigin {
  /**
   * Answers a preflight of an origin that is allowed, and says whether it did; any other is nothing that there is a
   * route for.
   */
  answerPreflight(request: FastifyRequest, reply: FastifyReply): boolean
  /** Marks an answer as readable for the origin that asks, refusals included. */
  markReadable(request: FastifyRequest, reply: FastifyReply): void
}

/**
 * Cross-origin reads, never with cookies: a page of an allowed origin sees what anybody sees who sends the same
 * headers, and every other page sees nothing.
 * @param allowed 'any', or the origins as browsers spell them; none where the list is empty
 */
export function createCrossOrigin(allowed: CorsOrigins): CrossOrigin {
  const readableBy = (origin: string | undefined) =>
    origin !== undefined && (allowed === 'any' || allowed.includes(origin))
  const originHeader = (origin: string) => (allowed === 'any' ? '*' : origin)
  return {
    answerPreflight({ headers, method }, reply) {
      const { origin } = headers
      const asks = method === 'OPTIONS' && headers['access-control-request-method'] !== undefined
      const isAnswered = asks && readableBy(origin)
      if (isAnswered) reply.code(204).headers(PREFLIGHT).send()
      return isAnswered
    },
    markReadable({ headers: { origin } }, reply) {
      // Caches must not hand one origin's answer to another.
      if (allowed !== 'any' && allowed.length > 0) addVary(reply, 'Origin')
      if (origin === undefined || !readableBy(origin)) return
      reply.headers({
        'Access-Control-Allow-Origin': originHeader(origin),
        'Access-Control-Expose-Headers': EXPOSED,
        'Cross-Origin-Resource-Policy': 'cross-origin',
      })
    },
  }
}

function addVary(reply: FastifyReply, name: string): void {
  const given = reply.getHeader('vary')
  reply.header('Vary', given === undefined ? name : `${given}, ${name}`)
}

/**
 * Compresses answers that no route has compressed, as the caller accepts; event streams are not. Compressed requests are
 * not taken: a few bytes could unpack to any size. Routes must be added behind this.
 */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    encodings: [...ENCODINGS],
    threshold: PACKED_FROM,
    globalDecompression: false,
    // Of an answer that is sent once: half the work of the usual levels, a tenth more bytes.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
    zlibOptions: { level: 4 },
  })
}

/** Errors of incomplete HTTP requests, by Node's code; MALFORMED_REQUEST for every other. */
const FAILURES: Readonly<Record<string, 'REQUEST_TIMEOUT' | 'HEADERS_TOO_LARGE'>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
}

/**
 * Answers incomplete requests (too slow, headers too large, not HTTP) in the shape of every error, and closes the
 * connection. Nothing is logged, since anybody can send any bytes.
 */
function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (socket.destroyed) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = FAILURES[error.code ?? ''] ?? 'MALFORMED_REQUEST'
  const { status, sentence: detail } = ERROR_CATALOGUE[code]
  const body = JSON.stringify({ detail, code } satisfies ErrorBody)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${newRequestId()}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}

/**
 * Refuses requests without a route, before a body is read: an unsupported method gets 405 and OPTIONS an empty answer,
 * both with the header Allow; an unknown path gets 404, with a page for a browser.
 */
function refuseUnknown(known: KnownPaths) {
  const paths = ROUTES.map(({ path }) => path).join(', ')
  return (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (!request.is404) return false
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = known.allowed(path)
    if (allowed !== null) {
      reply.header('Allow', allowed)
      if (request.method === 'OPTIONS') {
        reply.code(204).send()
        return true
      }
      const shared = path === '/graphql' && request.method === 'PUT' ? ` ${SHARED_CONNECTION}` : ''
      throw new PequodError('METHOD_NOT_ALLOWED', `This path supports only ${allowed}.${shared}`)
    }
    if (opensPage(request)) {
      sendPage(reply.code(ERROR_CATALOGUE.NOT_FOUND.status), EXPLORER_POLICY, notFoundPage(path))
      return true
    }
    const remedy = path.startsWith('/v1') ? `the paths are ${paths}` : 'see / for an overview'
    throw new PequodError('NOT_FOUND', `This path does not exist: ${remedy}.`)
  }
}

/** Refusals of the HTTP layer before any endpoint, by the layer's own code. */
const HTTP_FAILURES: Readonly<Record<string, () => PequodError>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () =>
    new PequodError('PAYLOAD_TOO_LARGE', 'The request body exceeds 100 KB: send a smaller one.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    new PequodError('UNSUPPORTED_MEDIA_TYPE', ERROR_CATALOGUE.UNSUPPORTED_MEDIA_TYPE.sentence),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new PequodError(
      'BAD_USER_INPUT',
      'The body is shorter or longer than its Content-Length: send it again.',
    ),
  FST_ERR_BAD_URL: () => {
    const message = 'The path is not valid: check its percent-encoding.'
    return new PequodError('BAD_USER_INPUT', message, { problems: [{ in: 'path', name: 'path', message }] })
  },
  FST_ERR_MAX_PARAM_LENGTH: () => new PequodError('NOT_FOUND', 'The path is too long: shorten it.'),
}

/**
 * The caller's view of any failure of a request: a PequodError unchanged, a refusal of the HTTP layer in our words, and
 * everything else as INTERNAL without details, with the failure as its `cause` for the log.
 */
export function requestFailure(error: unknown): PequodError {
  if (error instanceof PequodError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const known = HTTP_FAILURES[code]
  if (known !== undefined) return known()
  return new PequodError('INTERNAL', INTERNAL_MESSAGE, {
    cause: error,
  })
}

/** The methods of each path, from the routes added so far. */
export interface KnownPaths {
  /** A hook that notes a route as it is added. */
  note(route: Pick<RouteOptions, 'method' | 'url'>): void
  /**
   * The methods of a path as the header Allow lists them, OPTIONS included; null for an unknown path.
   * @param path without its query
   */
  allowed(path: string): string | null
}

/** Learns the paths' methods from the routes themselves, so that no list can become outdated. */
export function createKnownPaths(): KnownPaths {
  const methods = new Map<string, Set<string>>()
  const patterns = new Map<string, RegExp>()
  return {
    note({ method, url }) {
      const known = methods.get(url) ?? new Set()
      for (const one of [method].flat()) known.add(one)
      methods.set(url, known)
      patterns.set(url, patternOf(url))
    },
    allowed(path) {
      const found = [...patterns].flatMap(([url, pattern]) =>
        pattern.test(path) ? [...(methods.get(url) ?? [])] : [],
      )
      return found.length === 0 ? null : [...new Set([...found, 'OPTIONS'])].sort(byCustom).join(', ')
    },
  }
}

/** A route's address as a pattern: `:name` is one part of a path, `*` any rest, and a trailing slash is ignored. */
function patternOf(url: string): RegExp {
  const parts = url.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/\/$/, '')
  return new RegExp(`^${parts.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}/?$`)
}

const CUSTOM = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

function byCustom(one: string, other: string): number {
  return CUSTOM.indexOf(one) - CUSTOM.indexOf(other)
}

/** The refusal for graphql-sse's single connection mode, which begins with a PUT. */
const SHARED_CONNECTION =
  'Subscriptions over a shared connection are not supported: connect by WebSocket in the protocol graphql-transport-ws, or POST each subscription as its own request with Accept: text/event-stream (server-sent events), as graphql-sse does unless singleConnection is set.'

/**
 * Refuses an unsupported protocol: a stream that several subscriptions share.
 * @throws PequodError BAD_USER_INPUT with the supported ones
 */
export function refuseOtherStreams({ headers }: Pick<FastifyRequest, 'headers'>): void {
  if (headers['x-graphql-event-stream-token'] !== undefined)
    throw new PequodError('BAD_USER_INPUT', SHARED_CONNECTION)
}
