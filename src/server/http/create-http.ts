import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { hideSecrets } from '../../access/identity/hide-secrets.ts'
import {
  ANSWER_HEADERS,
  ENCODINGS,
  errorAnswer,
  PACKED_FROM,
  SECURITY_HEADERS,
} from '../../answers/headers.ts'
import type { CorsOrigins } from '../../config/config-values.ts'
import { failureFrame, failurePage } from '../../pages/kit/failure-page.ts'
import { EXPLORER_POLICY } from '../../pages/kit/layout.ts'
import { sendPage } from '../../pages/kit/send-page.ts'
import { ROUTES } from '../../rest/routes/routes.ts'
import { type Admission, withoutLink } from './admission.ts'
import { requestId } from './create-logger.ts'
import type { Shedding } from './load.ts'
import { createKnownPaths, refuseMalformed, refuseUnknown, requestFailure } from './refusals.ts'

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
  const answerUnknown = refuseUnknown({ known, routes: ROUTES })
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
