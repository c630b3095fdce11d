import type { FastifyReply, FastifyRequest } from 'fastify'
import { namesTag } from '../../answers/headers.ts'
import type { PackedFile } from './packed-file.ts'

/** The headers of a file beside its tag. */
interface PackedHeaders {
  'Content-Type': string
  'Content-Security-Policy'?: string
  /** Beside `Accept-Encoding`. */
  Vary?: string
}

/** Answers with a file, packed where the browser takes gzip, or with 304 where it has it. */
export async function sendPacked(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, gzipped, plain }: PackedFile,
  headers: PackedHeaders,
): Promise<FastifyReply> {
  const vary = [headers.Vary, 'Accept-Encoding'].filter((name) => name !== undefined).join(', ')
  reply.headers({ ...headers, 'Cache-Control': 'no-cache', Vary: vary, ETag: tag })
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (!takesGzip(request.headers['accept-encoding'])) return reply.send(await plain())
  return reply.header('Content-Encoding', 'gzip').send(gzipped)
}

function takesGzip(accepted: string | string[] | undefined): boolean {
  return /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(accepted ?? ''))
}
