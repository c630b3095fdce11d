import { randomBytes } from 'node:crypto'
import type { TypedDocumentNode } from '@graphql-typed-document-node/core'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { meets } from '../../access/tier.ts'
import { createKeptAnswers } from '../../answers/answer-cache.ts'
import { UNKEPT } from '../../answers/headers.ts'
import type { Executor } from '../../execute/executor.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import { operationFailure } from '../../rest/operations/wire-mapper.ts'
import { asksOfAccount, type RawParameters } from '../../rest/parameters/read-parameters.ts'
import { fastifyPath, type RestOptions } from '../../rest/register-rest.ts'
import type { Ask, Given, Page } from '../page.ts'
import { EXPLORER_POLICY } from './layout.ts'
import {
  givenOf,
  type PageAmong,
  type PageFrame,
  type PageReader,
  renderPage,
  variablesOf,
} from './render-page.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** True for a page that runs operations: its callers are identified and counted as at the endpoints. */
    isExplorer?: boolean
    /** The policy of a page that other sites may frame, and of its failures. */
    framePolicy?: string
  }
}

export type PageOptions = Omit<RestOptions, 'routes'> & PageFrame & Pick<PageReader, 'hasSignIn'>

const HTML = 'text/html; charset=utf-8'

/** Adds pages, each answered as a path of REST is: by its caller's tier, within its limits, from memory where it can be. */
export function registerPageAnswers(
  app: FastifyInstance,
  pages: readonly Page[],
  options: PageOptions,
): void {
  for (const page of pages) {
    const answer = createAnswer(page, { ...options, pages, log: app.log })
    app.get<{ Params: Record<string, unknown>; Querystring: Record<string, unknown> }>(
      fastifyPath(page.path),
      { config: { isExplorer: true } },
      (request, reply) => answer({ path: request.params, query: request.query }, request, reply),
    )
  }
}

/** Thrown for a page with a part that failed: it is sent, and not kept. */
class PartialPage extends Error {
  readonly body: Buffer

  constructor(body: Buffer) {
    super('A part of the page failed.')
    this.body = body
  }
}

function createAnswer(page: Page, options: PageOptions & PageAmong & { log: FastifyBaseLogger }) {
  const { executor, contextOf, hasSignIn, log } = options
  /** @throws PartialPage where a part failed */
  const make = async (given: Given, context: RequestContext): Promise<Buffer> => {
    const ask = createAsk(executor, page.parameters, context)
    let isPartial = false
    const onFailed = (error: unknown) => {
      isPartial = true
      const reference = randomBytes(4).toString('hex')
      log.error({ err: error, reference }, 'a part of a page failed')
      return reference
    }
    const reader = { ask, caller: context.caller, onFailed, ...(hasSignIn && { hasSignIn }) }
    const body = Buffer.from(await renderPage(page, given, reader, options))
    if (isPartial) throw new PartialPage(body)
    return body
  }
  const answerKept = createKeptAnswers(page, {
    ...options,
    contentType: HTML,
    make: async (given, context) => ({ body: await make(given as Given, context), next: null }),
  })
  return async (raw: RawParameters, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const context = contextOf(request)
    const given = givenOf(page, raw)
    await noteVisit(context)
    reply.header('Content-Security-Policy', EXPLORER_POLICY)
    if (page.movedTo !== undefined) {
      const ask = createAsk(executor, page.parameters, context)
      const place = await page.movedTo({ ask, given, variables: variablesOf(page, given) })
      if (place !== null) return reply.headers(UNKEPT).redirect(place, 303)
    }
    const send = (body: Buffer) => reply.headers({ ...UNKEPT, 'Content-Type': HTML }).send(body)
    const isOfAccount = asksOfAccount(page.parameters, ({ name }) => given[name])
    try {
      if (!isOfAccount && (await isKept(page, context)))
        return await answerKept(request, reply, { variables: given, context })
      return send(await make(given, context))
    } catch (error) {
      if (error instanceof PartialPage) return send(error.body)
      throw error
    }
  }
}

/** Records the view for a reader who signed in and has an account. A failure of the record does not fail the page. */
async function noteVisit({ caller, notifications, snapshot }: RequestContext): Promise<void> {
  if (caller.hasSession !== true || caller.accountId === null) return
  const { accountId } = caller
  await snapshot()
    .then(({ cutoff }) => notifications.follows.visits.note(accountId, cutoff.time))
    .catch(() => undefined)
}

/** Returns whether an answer may be cached: under a snapshot, if there is one. */
async function isKept({ isOwn, isLive }: Page, { caller, snapshot }: RequestContext): Promise<boolean> {
  if (isOwn === true || (isOwn === 'SIGNED_IN' && caller.kind !== 'anonymous')) return false
  if (isLive === true && meets(caller.tier, 'PRO')) return false
  // A page says itself what it cannot show without one.
  return snapshot().then(
    () => true,
    () => false,
  )
}

/**
 * Returns a function that runs operations for a context's caller.
 * @param parameters the parameters that problems name
 */
export function createAsk(executor: Executor, parameters: Page['parameters'], context: RequestContext): Ask {
  return async <Result, Variables>(document: TypedDocumentNode<Result, Variables>, variables: Variables) => {
    const operation = { document, name: null, isOurs: true }
    const { data, errors } = await executor.run(operation, variables ?? {}, context)
    if (errors !== undefined && errors.length > 0) throw operationFailure(errors, parameters)
    // The document's own type says what it answers.
    return data as Result
  }
}
