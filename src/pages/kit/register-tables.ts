import type { FastifyInstance } from 'fastify'
import { PequodError } from '../../errors.ts'
import { csvWriter, dayOfAnswer, headersOf, refuseUnlessPro } from '../../rest/formats/export-answer.ts'
import { CSV_FORMAT } from '../../rest/formats/format.ts'
import { fastifyPath } from '../../rest/register-rest.ts'
import type { Page } from '../page.ts'
import { createAsk, type PageOptions } from './page-answers.ts'
import { contentOf, givenOf } from './render-page.ts'

/**
 * Adds the tables of pages as files for Pro, `/tape/table.csv?table=trades` and so on: the columns, rows, filters, order and day
 * that the page shows at the same parameters.
 */
export function registerTables(
  app: FastifyInstance,
  pages: readonly Page[],
  { executor, contextOf }: PageOptions,
): void {
  for (const page of pages.filter(({ hasTables }) => hasTables === true))
    app.get<{ Params: Record<string, unknown>; Querystring: Record<string, unknown> }>(
      fastifyPath(`${page.path}/table.csv`),
      { config: { isExplorer: true } },
      async (request, reply) => {
        const context = contextOf(request)
        refuseUnlessPro(context.caller, CSV_FORMAT)
        const given = givenOf(page, { path: request.params, query: request.query })
        const ask = createAsk(executor, page.parameters, context)
        const { tables } = await contentOf(page, given, { ask, caller: context.caller })
        const { table: name } = request.query
        const table = typeof name === 'string' ? tables?.file(name) : null
        if (table == null) throw new PequodError('NOT_FOUND', 'The page has no such table in this view.')
        const headers = headersOf(request.url, await dayOfAnswer(context, given.to ?? given.asOf), CSV_FORMAT)
        return reply.headers(headers).send(csvWriter(table.columns)(table.rows))
      },
    )
}
