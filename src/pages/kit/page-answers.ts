import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Executor } from '../../execute/executor.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import { UNKEPT } from '../../rest/answers/cache-headers.ts'
import { createKeptAnswers } from '../../rest/answers/kept-answers.ts'
import { operationFailure } from '../../rest/operations/operation-failure.ts'
import { readParameters } from '../../rest/parameters/read-parameters.ts'
import { fastifyPath, type RestOptions } from '../../rest/register-rest.ts'
import { ShellDocument } from '../operations.generated.ts'
import { EXPLORER_POLICY, explorerDocument } from './layout.ts'
import { orNotYet } from './not-yet.ts'
import type { Ask, Given, Page } from './page.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True: the route is a page that asks operations: its callers are told and counted as at the endpoints. */
    isExplorer?: boolean
  }
}

const HTML = 'text/html; charset=utf-8'

/** Adds pages, each answered as a path of REST is: by its caller's tier, within its limits, from memory where it can be. */
export function registerPageAnswers(
  app: FastifyInstance,
  pages: readonly Page[],
  options: Omit<RestOptions, 'routes'>,
): void {
  for (const page of pages) {
    const answer = createAnswer(page, options)
    app.get<{ Params: Record<string, unknown>; Querystring: Record<string, unknown> }>(
      fastifyPath(page.path),
      { config: { isExplorer: true } },
      (request, reply) => answer({ path: request.params, query: request.query }, request, reply),
    )
  }
}

/** A request's parameters; a repeated one is a list. */
interface Raw {
  path: Readonly<Record<string, unknown>>
  query: Readonly<Record<string, unknown>>
}

function createAnswer(page: Page, options: Omit<RestOptions, 'routes'>) {
  const { executor, contextOf } = options
  const make = async (given: Given, context: RequestContext): Promise<Buffer> => {
    const variables = readParameters(page.parameters, placed(page, given))
    const ask = createAsk(executor, page.parameters, context)
    const content = await page.render({ ask, caller: context.caller, variables, given })
    const shell = await orNotYet(ask(ShellDocument, {}))
    return Buffer.from(explorerDocument(content, { service: shell?.service ?? null }))
  }
  const answerKept = createKeptAnswers(page, {
    ...options,
    contentType: HTML,
    make: async (given, context) => ({ body: await make(given as Given, context), next: null }),
  })
  return async (raw: Raw, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const context = contextOf(request)
    const given = givenOf(page, raw)
    reply.header('Content-Security-Policy', EXPLORER_POLICY)
    if (!page.isLive) return answerKept(request, reply, { variables: given, context })
    const body = await make(given, context)
    return reply.headers({ ...UNKEPT, 'Content-Type': HTML }).send(body)
  }
}

/**
 * What an address says that the page knows. A form sends empty fields, and whoever links here adds marks of its own:
 * neither says anything.
 */
function givenOf({ parameters }: Page, raw: Raw): Given {
  const entries = Object.values(parameters).flatMap(({ name, in: place }) => {
    const value = [raw[place][name]].flat()[0]
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  return Object.fromEntries(entries)
}

function placed({ parameters }: Page, given: Given): Raw {
  const inPath = Object.entries(given).filter(([name]) => parameters[name]?.in === 'path')
  const inQuery = Object.entries(given).filter(([name]) => parameters[name]?.in === 'query')
  return { path: Object.fromEntries(inPath), query: Object.fromEntries(inQuery) }
}

/** Asks operations for a context's caller. @param parameters of what problems are told */
export function createAsk(executor: Executor, parameters: Page['parameters'], context: RequestContext): Ask {
  return async <Result, Variables>(document: TypedDocumentNode<Result, Variables>, variables: Variables) => {
    const operation = { document, name: null, isOurs: true }
    const { data, errors } = await executor.run(operation, variables ?? {}, context)
    if (errors !== undefined && errors.length > 0) throw operationFailure(errors, parameters)
    // The document's own type says what it answers.
    return data as Result
  }
}
