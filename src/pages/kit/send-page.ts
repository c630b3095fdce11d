import type { FastifyReply } from 'fastify'

/** Answers with a page, which the browser asks for again each time; a failure says itself that it is not kept. */
export function sendPage(reply: FastifyReply, policy: string, text: string): FastifyReply {
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-cache')
  return reply
    .headers({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy })
    .send(text)
}
