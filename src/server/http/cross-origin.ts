import type { FastifyReply, FastifyRequest } from 'fastify'
import { ANSWER_HEADERS } from '../../answers/headers.ts'
import type { CorsOrigins } from '../../config/config-values.ts'

/** What a script of another origin may read besides the body. */
const EXPOSED = [...ANSWER_HEADERS.map(({ name }) => name), 'Mcp-Session-Id'].join(', ')

/** The answer to a preflight; browsers keep it for an hour. */
const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, DELETE',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, If-None-Match, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id, X-API-Key, X-Request-Id',
  'Access-Control-Max-Age': '3600',
}

/** What lets scripts of chosen origins read the answers of every endpoint. */
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
