import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { meets, tierRefusal } from '../../access/tier.ts'
import { RUN_ID } from '../../accounts/run-queue.ts'
import { namesTag } from '../../answers/headers.ts'
import { PequodError } from '../../errors.ts'
import { type AccountExport, filePath } from '../../exports/exports.ts'
import { accountOf } from '../../graph/accounts/own-account.ts'
import { filePathOf } from '../../graph/exports/export-type.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import type { DuckDb } from '../../store/engine/duckdb.ts'
import type { ExportFormat } from '../../store/export/exports.ts'

const TYPES: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
  parquet: 'application/vnd.apache.parquet',
}
/** Seconds after which to ask again for a file that is being written. */
const RETRY_AFTER = 5

export interface ExportFilesOptions {
  duckdb: Pick<DuckDb, 'folder'>
  contextOf(request: FastifyRequest): RequestContext
}

/**
 * Registers the path of exports' files, for the account that requested them. A file is sent once it is whole, always with its length,
 * and never compressed: a cut download can be recognized, and resumed by Range (RFC 9110 §14).
 */
export function registerExportFiles(app: FastifyInstance, { duckdb, contextOf }: ExportFilesOptions): void {
  app.get<{ Params: { id: string } }>(filePathOf(':id'), { compress: false }, async (request, reply) => {
    const found = await ownExport(request.params.id, contextOf(request))
    const path = filePath(duckdb, found)
    const size = (await stat(path).catch(() => null))?.size
    if (size !== found.byteCount) throw elsewhere()
    return sendFile(request, reply, { path, size, found })
  })
}

/** Returns a finished export of the caller's account. */
async function ownExport(id: string, context: RequestContext): Promise<AccountExport> {
  const { tier } = context.caller
  if (!meets(tier, 'PRO')) throw tierRefusal(tier, 'PRO')
  const account = RUN_ID.test(id) ? await accountOf(context) : null
  const found = account && (await context.exports.find(account.id, id))
  if (found === null) throw unknownFile('Your account has no such export, or it has expired')
  const { state } = found
  if (state === 'DONE') return found
  if (state === 'WAITING' || state === 'RUNNING')
    throw new PequodError(
      'SERVICE_UNAVAILABLE',
      `The file is not whole yet (${state}): retry in a few seconds.`,
      {
        retryAfter: RETRY_AFTER,
      },
    )
  throw unknownFile(found.problem?.replace(/\.$/, '') ?? 'The export was cancelled')
}

function unknownFile(reason: string): PequodError {
  return new PequodError('NOT_FOUND', `${reason}: GET /v1/exports lists yours.`)
}

/** The services of a store share its data folder, where exports are. */
function elsewhere(): PequodError {
  const message =
    "The file is not in this machine's data folder: retry, and if it stays so, start the export again."
  return new PequodError('SERVICE_UNAVAILABLE', message, { retryAfter: RETRY_AFTER })
}

interface WholeFile {
  path: string
  size: number
  found: AccountExport
}

function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { path, size, found }: WholeFile,
): FastifyReply {
  const { id, table, format, sha256 } = found
  const tag = `"${sha256}"`
  reply.headers({
    ETag: tag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache, no-transform',
    'Content-Disposition': `attachment; filename="pequod-${table}-${id}.${format}"`,
  })
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers
  if (namesTag(ifNoneMatch, tag)) return reply.code(304).send()
  const isCurrent = ifRange === undefined || ifRange === tag
  const asked = isCurrent && request.method === 'GET' ? askedRange(range, size) : null
  reply.type(TYPES[format])
  if (asked === 'NONE') {
    reply.removeHeader('Content-Disposition')
    return reply.code(416).header('Content-Range', `bytes */${size}`).send('')
  }
  const { start, end } = asked ?? { start: 0, end: size - 1 }
  if (asked !== null) reply.code(206).header('Content-Range', `bytes ${start}-${end}/${size}`)
  reply.header('Content-Length', end - start + 1)
  // Without a stream, the answer to a HEAD would get the length 0.
  const isEmpty = request.method === 'HEAD' || size === 0
  return reply.send(isEmpty ? Readable.from([]) : createReadStream(path, { start, end }))
}

/**
 * Returns the range of a header that names one range of bytes. Null sends the whole file, as RFC 9110 allows for any other header.
 * @returns `NONE` where the file has no byte of it
 */
export function askedRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'NONE' | null {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return null
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'NONE' : { start: size - length, end: size - 1 }
  }
  const [start, end] = [Number(first), last === '' ? size - 1 : Math.min(Number(last), size - 1)]
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'NONE' : { start, end }
}
