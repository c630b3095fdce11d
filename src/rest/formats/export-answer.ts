import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { type Caller, meets } from '../../access/tier.ts'
import { nextCursorOf, UNKEPT } from '../../answers/headers.ts'
import { PequodError } from '../../errors.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import { dayOf, dayText } from '../../ledger/quantities.ts'
import type { BodyOf } from '../operations/body-of.ts'
import type { RestRoute } from '../routes/route.ts'
import { columnsOf } from './columns.ts'
import { type ExportPage, exportPages } from './export-pages.ts'
import type { ExportSlots } from './export-slots.ts'
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

type Variables = Readonly<Record<string, unknown>>

/** What is asked for. */
export interface ExportQuestion {
  format: Format
  variables: Variables
}

/** Rows of a page of a paged list: as many as one may ask for. */
const PAGE = 100

/**
 * Answers a path as a file of rows. A paged list goes on through its pages, unless the caller said how many rows it
 * wants, for as long as the caller has Pro.
 * @throws Error where the route's rows are not all alike
 */
export function createExport(route: RestRoute, { schema, contextOf, bodyOf, slots }: ExportOptions) {
  const columns = columnsOf(schema, route)
  const isPaged = 'cursor' in route.parameters
  const read = async (variables: Variables, context: RequestContext): Promise<ExportPage> => {
    const body = await bodyOf(isPaged ? { limit: PAGE, ...variables } : variables, context)
    return { rows: rowsOf(body, route.rows ?? []), next: nextCursorOf(body) }
  }
  return async (request: FastifyRequest, reply: FastifyReply, { format, variables }: ExportQuestion) => {
    const context = contextOf(request)
    refuseUnlessPro(context.caller, format)
    const headers = headersOf(request.url, await dayOfAnswer(context, variables.to ?? variables.asOf), format)
    const rest = async (cursor: string) => {
      const own = uncounted(contextOf(request))
      refuseUnlessPro(await own.recheck(), format)
      return read({ ...variables, cursor }, own)
    }
    const release = slots.take(context.caller.limiterKey)
    try {
      const first = await read(variables, context)
      const isWhole = variables.limit !== undefined || request.method === 'HEAD'
      const pages = exportPages(isWhole ? { ...first, next: null } : first, rest, rowWriter(format, columns))
      return reply.headers(headers).send(Readable.from(pages).on('close', release))
    } catch (failure) {
      release()
      throw failure
    }
  }
}

/** The day up to which an answer counts, as people write it. */
async function dayOfAnswer(context: RequestContext, asOf: unknown): Promise<string> {
  // Of a time its day.
  if (asOf !== undefined) return String(asOf).slice(0, 10)
  const { cutoff } = await context.snapshot()
  return dayText(dayOf(cutoff.time))
}

function headersOf(url: string, day: string, format: Format): Record<string, string> {
  const name = fileName(url.split('?', 1)[0] ?? '', day, format)
  const disposition = `attachment; filename="${name}"`
  return { ...UNKEPT, 'Content-Type': format.contentType, 'Content-Disposition': disposition }
}

function refuseUnlessPro({ tier }: Caller, { name }: Format): void {
  if (meets(tier, 'PRO')) return
  const message = `Exports as ${name.toUpperCase()} require a Pro account: send its API key as “X-API-Key: <key>”, or request JSON.`
  throw new PequodError('PRO_REQUIRED', message)
}

/**
 * The context of a page behind the first: an export is one search, however many pages it has. Each page has one of its
 * own, with which goes what was loaded, and reads the newest snapshot: an older one may be gone before the end.
 */
function uncounted(context: RequestContext): RequestContext {
  return { ...context, limitField: async () => undefined }
}

/**
 * The name under which an export is saved: its path, the day up to which it counts, and the format, in letters,
 * digits, hyphens and a dot: `pequod-leaderboard-pnl-7d-2026-02-17.csv`.
 * @param path as it was asked for, below `/v1/`
 * @param day as people write it
 */
function fileName(path: string, day: string, { name }: Format): string {
  const about = path.replace(/^\/v1\//, '').replaceAll(/[^A-Za-z0-9]+/g, '-')
  return `pequod-${about.replaceAll(/^-|-$/g, '').slice(0, 100)}-${day}.${name}`
}
