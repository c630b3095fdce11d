import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/** What answers some requests before the routes do. */
export interface Forerunner {
  /** False for what is certainly the routes'. */
  isFor(request: IncomingMessage): boolean
  /** Answers, or says that it did not, at once where it can. */
  answer(request: IncomingMessage, response: ServerResponse): boolean | Promise<boolean>
}

/** Puts a forerunner before the app's own handler on its server; what it does not answer, or fails at, is the app's. */
export function beforeRoutes({ server }: FastifyInstance, forerunner: Forerunner): void {
  const handlers = server.listeners('request')
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const passOn = () => {
      // It was answered, and what came behind that failed.
      if (response.headersSent) return
      for (const handler of handlers) handler.call(server, request, response)
    }
    const answered = tryAnswer(forerunner, request, response)
    if (answered instanceof Promise) answered.then((isAnswered) => isAnswered || passOn(), passOn)
    else if (!answered) passOn()
  })
}

function tryAnswer(
  { isFor, answer }: Forerunner,
  request: IncomingMessage,
  response: ServerResponse,
): boolean | Promise<boolean> {
  try {
    return isFor(request) && answer(request, response)
  } catch {
    return false
  }
}
