import type { FastifyReply } from 'fastify'

/** Answers with a page, which the browser asks for again each time. */
export function sendPage(reply: FastifyReply, policy: string, text: string): FastifyReply {
  return reply
    .headers({
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
      'Cache-Control': 'no-cache',
    })
    .send(text)
}
