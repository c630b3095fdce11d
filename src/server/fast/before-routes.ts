import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Exchange } from './ahead-of-routes.ts'

/** What answers some requests before the routes do. */
export interface Forerunner {
  /** False for what is certainly the routes'. */
  isFor(request: IncomingMessage): boolean
  /** Answers, or says that it did not, at once where it can. */
  answer(exchange: Exchange): boolean | Promise<boolean>
}

/**
 * Puts a forerunner before the app's own handler on its server; what it does not answer, or fails at, is the app's, and
 * so is everything once the app is about to close.
 */
export function beforeRoutes(app: FastifyInstance, { isFor, answer }: Forerunner): void {
  const { server } = app
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  const handlers = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const passOn = () => {
      // It was answered, and what came behind that failed.
      if (response.headersSent) return
      for (const handler of handlers) handler.call(server, request, response)
    }
    const answered = tryAnswer({ request, response, startedAt: performance.now() })
    if (answered instanceof Promise) answered.then((isAnswered) => isAnswered || passOn(), passOn)
    else if (!answered) passOn()
  })

  function tryAnswer(exchange: Exchange): boolean | Promise<boolean> {
    try {
      return !isClosing && isFor(exchange.request) && answer(exchange)
    } catch {
      return false
    }
  }
}
