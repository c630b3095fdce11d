import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { namesTag } from '../../answers/headers.ts'

/** A large file in the two encodings that browsers accept, with its entity tag. */
export interface PackedFile {
  tag: string
  gzipped: Buffer
  /**
   * Returns the unpacked file, for the rare client without gzip; it is unpacked each time, since it may be 9
   * MB.
   */
  plain(): Promise<Buffer>
}

/** Packs a file once, to be sent many times. */
export async function packFile(content: string | Buffer): Promise<PackedFile> {
  const gzipped = await promisify(gzip)(content)
  return {
    // Weak, since both forms carry it.
    tag: `W/"${createHash('sha256').update(gzipped).digest('base64url').slice(0, 27)}"`,
    gzipped,
    plain: () => promisify(gunzip)(gzipped),
  }
}

/** The headers of a file beside its tag. */
interface PackedHeaders {
  'Content-Type': string
  'Content-Security-Policy'?: string
  /** @default the file is revalidated each time */
  'Cache-Control'?: string
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
  reply.headers({ 'Cache-Control': 'no-cache', ...headers, Vary: vary, ETag: tag })
  if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
  if (!takesGzip(request.headers['accept-encoding'])) return reply.send(await plain())
  return reply.header('Content-Encoding', 'gzip').send(gzipped)
}

function takesGzip(accepted: string | string[] | undefined): boolean {
  return /(^|[\s,])gzip(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(accepted ?? ''))
}
