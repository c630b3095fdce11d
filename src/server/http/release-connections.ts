import type { FastifyInstance } from 'fastify'

/**
 * From the moment that the service is about to end, each answer is the last of its connection. A caller that keeps a
 * connection open would otherwise send its next request into one that is being closed, and lose it.
 */
export function releaseConnections(app: FastifyInstance, ending: AbortSignal): void {
  // Before every other listener: also what is answered without a route or a hook is answered so.
  app.server.prependListener('request', (_request, response) => {
    if (ending.aborted) response.shouldKeepAlive = false
  })
}
