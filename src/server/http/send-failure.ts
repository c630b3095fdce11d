import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorAnswer } from '../../rest/answers/error-answer.ts'
import { doorError } from './door-error.ts'

/** Answers a failed request in the one shape of errors; what is our fault is logged with its cause. */
export function sendFailure(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const shown = doorError(error)
  if (shown.code === 'INTERNAL') request.log.error(error, 'a request failed')
  const { status, headers, body } = errorAnswer(shown)
  reply.code(status).headers(headers).send(body)
}
