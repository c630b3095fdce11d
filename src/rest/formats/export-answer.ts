import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { meets } from '../../access/tier.ts'
import { PequodError } from '../../errors.ts'
import type { RequestContext } from '../../graph/context.ts'
import { dayOf, dayText } from '../../ledger/quantities.ts'
import type { BodyOf } from '../body-of.ts'
import { UNKEPT } from '../cache-headers.ts'
import { nextCursorOf } from '../next-cursor.ts'
import { pinnedContext } from '../pinned-context.ts'
import type { RestRoute } from '../route.ts'
import { columnsOf } from './columns.ts'
import { type ExportPage, exportPages } from './export-pages.ts'
import type { ExportSlots } from './export-slots.ts'
import { fileName } from './file-name.ts'
import type { Format } from './format.ts'
import { rowWriter } from './row-writer.ts'
import { rowsOf } from './rows-of.ts'

/** What exports of a path need of the service. */
export interface ExportOptions {
  schema: GraphQLSchema
  contextOf(request: FastifyRequest): RequestContext
  bodyOf: BodyOf
  slots: ExportSlots
}

/** What is asked for. */
export interface ExportQuestion {
  format: Format
  variables: Readonly<Record<string, unknown>>
}

/** Rows of a page of a paged list: as many as one may ask for. */
const PAGE = 100

/**
 * Answers a path as a file of rows, all read from one snapshot. A paged list goes on through its pages, unless the
 * caller said how many rows it wants.
 * @throws Error where the route's rows are not all alike
 */
export function createExport(route: RestRoute, { schema, contextOf, bodyOf, slots }: ExportOptions) {
  const columns = columnsOf(schema, route)
  const isPaged = 'cursor' in route.parameters
  return async (request: FastifyRequest, reply: FastifyReply, { format, variables }: ExportQuestion) => {
    const context = contextOf(request)
    const { caller } = context
    if (!meets(caller.tier, 'PRO')) throw proOnly(format)
    const asOf = variables.asOf === undefined ? null : String(variables.asOf)
    const snapshot = await context.snapshot()
    const read = async (
      own: RequestContext,
      page: Readonly<Record<string, unknown>>,
    ): Promise<ExportPage> => {
      const body = await bodyOf({ ...variables, ...page }, pinnedContext(own, snapshot))
      const isLast = !isPaged || variables.limit !== undefined
      return { rows: rowsOf(body, route.rows ?? []), next: isLast ? null : nextCursorOf(body) }
    }
    const size = isPaged ? { limit: variables.limit ?? PAGE } : {}
    const release = slots.take(caller.limiterKey)
    const first = await read(context, size).catch((failure: unknown) => {
      release()
      throw failure
    })
    // An export is one search, however many pages it has; what a page has loaded goes with its context.
    const rest = (cursor: string) => read(uncounted(contextOf(request)), { ...size, cursor })
    const pages = exportPages(
      request.method === 'HEAD' ? { ...first, next: null } : first,
      rest,
      rowWriter(format, columns),
    )
    const path = request.url.split('?', 1)[0] ?? ''
    const name = fileName(path, asOf ?? dayText(dayOf(snapshot.cutoff.time)), format)
    return reply
      .headers({
        ...UNKEPT,
        'Content-Type': format.contentType,
        'Content-Disposition': `attachment; filename="${name}"`,
      })
      .send(Readable.from(pages).on('close', release))
  }
}

function proOnly({ name }: Format): PequodError {
  const message = `Exports as ${name} need a Pro account: send its API key as “X-API-Key: <key>”, or ask for JSON.`
  return new PequodError('PRO_REQUIRED', message)
}

function uncounted(context: RequestContext): RequestContext {
  return { ...context, limitField: async () => undefined }
}
