import type { IncomingMessage } from 'node:http'
import type { FastifyReply } from 'fastify'

/** Sends a page, which the browser revalidates each time; a failure has its own cache headers. */
export function sendPage(reply: FastifyReply, policy: string, text: string): FastifyReply {
  if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-cache')
  return reply
    .headers({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy })
    .send(text)
}

/** Returns whether a browser follows a link: it accepts HTML, so it gets a page instead of JSON. */
export function opensPage({ headers, method }: Pick<IncomingMessage, 'headers' | 'method'>): boolean {
  return (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true
}
