import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { RestRoute } from '../../rest/route.ts'
import { isTracing, type ReceivedSpan, receivedSpan } from '../../trace.ts'

export interface RequestSpans {
  /** Names a request's span once its route is known. */
  describe(
    request: IncomingMessage,
    asked: { operation: string; tier: string; route?: string | undefined },
  ): void
}

/**
 * Gives each request on the app's server a span, from its first byte to the end of its answer, however it is answered.
 * Loads and adds nothing while tracing is off.
 */
export function createRequestSpans(app: FastifyInstance, routes: readonly RestRoute[]): RequestSpans {
  if (!isTracing()) return { describe: () => undefined }
  const spans = new WeakMap<IncomingMessage, ReceivedSpan>()
  const paths = new Map(routes.map(({ name, path }) => [name, path]))
  // Once ready, the server has all its listeners, including those that answer before the routes.
  app.addHook('onReady', async () => {
    const handlers = app.server.listeners('request')
    app.server.removeAllListeners('request')
    app.server.on('request', (request, response) => {
      const answer = () => {
        for (const handler of handlers) handler.call(app.server, request, response)
      }
      const span = begin(request, response)
      if (span === null) answer()
      else span.run(answer)
    })
  })
  // A body's events come from the connection, outside the span.
  app.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request.raw)
    if (span === undefined) done()
    else span.run(done)
  })
  return {
    describe(request, { operation, tier, route = paths.get(operation) }) {
      const attributes = { 'pequod.operation': operation, 'pequod.tier': tier }
      const pattern = route?.replaceAll(/:(\w+)/g, '{$1}')
      const name = [request.method, pattern].filter(Boolean).join(' ')
      spans.get(request)?.describe(name, { ...attributes, ...(pattern && { 'http.route': pattern }) })
    },
  }

  function begin(request: IncomingMessage, response: ServerResponse): ReceivedSpan | null {
    const method = request.method ?? 'GET'
    const span = receivedSpan(method, request.headers, { 'http.request.method': method })
    if (span === null) return null
    spans.set(request, span)
    response.once('close', () => {
      const { statusCode } = response
      span.end({ 'http.response.status_code': statusCode }, statusCode >= 500)
    })
    return span
  }
}
