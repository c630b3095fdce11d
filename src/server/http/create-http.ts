import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import fastify from 'fastify'
import { hideSecrets } from '../../access/identity/hide-secrets.ts'
import { errorAnswer } from '../../answers/headers.ts'
import { failurePage } from '../../pages/kit/failure-page.ts'
import { EXPLORER_POLICY } from '../../pages/kit/layout.ts'
import { sendPage } from '../../pages/kit/send-page.ts'
import { ROUTES } from '../../rest/routes/routes.ts'
import type { Admission } from './admission.ts'
import { withoutLink } from './callers.ts'
import { requestId } from './create-logger.ts'
import type { CrossOrigin } from './cross-origin.ts'
import { type HttpTimeouts, timeoutOptions } from './http-timeouts.ts'
import type { Shedding } from './load.ts'
import { createKnownPaths, refuseMalformed, refuseUnknown, requestFailure } from './refusals.ts'
import { securityHeaders } from './security-headers.ts'

/** What every request passes, whatever it asks for. */
export interface HttpOptions {
  log: FastifyBaseLogger
  timeouts: HttpTimeouts
  crossOrigin: CrossOrigin
  shedding: Shedding
  admit: Admission['admit']
}

/** The largest body of a request, in bytes, chunked ones included. */
const BODY_LIMIT = 100_000

/** The HTTP layer, before there is a route: limits on size and time, and the one way in. */
export function createHttp({ log, timeouts, crossOrigin, shedding, admit }: HttpOptions): FastifyInstance {
  const app: FastifyInstance = fastify({
    loggerInstance: log,
    genReqId: requestId,
    rewriteUrl: withoutLink,
    bodyLimit: BODY_LIMIT,
    forceCloseConnections: 'idle',
    // What comes while the service ends, over a connection that is there already, is answered like any other.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
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
  // Every request passes all hooks: what is done at once takes no promise.
  app.addHook('onRequest', (request, reply, done) => {
    markAnswer(request, reply)
    if (!crossOrigin.answerPreflight(request, reply)) done()
  })
  // Before whatever costs time, and again where a body has come in between.
  app.addHook('onRequest', (request, _reply, done) => passWith(shedding.enter(request), done))
  // Before anything else is refused: a refusal counts, and carries the caller's limit.
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

  /** No hook runs for an address that cannot be routed: its request is admitted here. */
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

/** Passes a hook once what it waits for is there; at once where that is nothing. */
function passWith(wait: Promise<void> | null, done: (error?: Error) => void): void {
  if (wait === null) done()
  else wait.then(() => done(), done)
}

/** What every answer carries; by its id the caller can name the request whose log lines it asks about. */
function markAnswer({ id }: FastifyRequest, reply: FastifyReply): void {
  securityHeaders(reply)
  reply.header('X-Request-Id', id)
}

/** A refusal may quote what it refuses; a key that stood in the wrong place must not come back with it. */
function withoutSecrets(reply: FastifyReply, payload: unknown): unknown {
  return reply.statusCode >= 400 && typeof payload === 'string' ? hideSecrets(payload) : payload
}

/** Answers a failed request in the one shape of errors, or a page; what is our fault is logged with its cause. */
function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const shown = requestFailure(error)
  if (shown.code === 'INTERNAL') request.log.error(error, 'a request failed')
  const { status, headers, body } = errorAnswer(shown)
  reply.code(status).headers(headers)
  if (request.routeOptions?.config?.isExplorer) sendPage(reply, EXPLORER_POLICY, failurePage(shown))
  else reply.send(body)
}
