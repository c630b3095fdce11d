import type { FastifyReply, FastifyRequest } from 'fastify'
import { namesTag } from '../rest/entity-tag.ts'
import type { StoredPage } from './graphiql-page.ts'

/** GraphiQL needs inline script and style and workers from blobs; nothing may come from, or go to, another host. */
const GRAPHIQL_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline' 'unsafe-eval' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  'font-src data:',
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Answers with the page, packed where the browser takes gzip, or with 304 where it has it. */
export async function sendGraphiql(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, gzipped, plain }: StoredPage,
): Promise<FastifyReply> {
  reply.headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': GRAPHIQL_POLICY,
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-cache',
    Vary: 'Accept, Accept-Encoding',
    ETag: tag,
  })
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (!takesGzip(request.headers['accept-encoding'])) return reply.send(await plain())
  return reply.header('Content-Encoding', 'gzip').send(gzipped)
}

function takesGzip(accepted: string | string[] | undefined): boolean {
  return /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(accepted ?? ''))
}
