import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GraphiqlPage } from '../../pages/graphiql/graphiql-page.ts'
import { sendPacked } from '../../pages/kit/send-packed.ts'

/** Answers with GraphiQL. Whether `/graphql` is a page depends on what the caller accepts, and the answer says so to caches. */
export function sendGraphiql(
  request: FastifyRequest,
  reply: FastifyReply,
  { file, policy }: GraphiqlPage,
): Promise<FastifyReply> {
  return sendPacked(request, reply, file, {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    Vary: 'Accept',
  })
}
