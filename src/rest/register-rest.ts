import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { meets, tierRefusal } from '../access/tier.ts'
import { type AnswerCache, createKeptAnswers, type KeptAnswer } from '../answers/answer-cache.ts'
import { namesTag, nextCursorOf, nextLink, UNKEPT } from '../answers/headers.ts'
import { isObject } from '../checks.ts'
import { INTERNAL_MESSAGE, PequodError } from '../errors.ts'
import type { Executor } from '../execute/executor.ts'
import type { RequestContext } from '../graph/kit/context.ts'
import { createExport, wrongColumns } from './formats/export-answer.ts'
import { chooseFormat, createExportSlots, type ExportSlots, JSON_FORMAT } from './formats/format.ts'
import type { OpenApiDocument } from './openapi/document.ts'
import { compileWireMapper, createBodyOf, operationFailure } from './operations/wire-mapper.ts'
import { parametersOf } from './parameters/parameters-of.ts'
import { readJsonBody } from './parameters/read-json-body.ts'
import {
  asksOfAccount,
  type RawParameters,
  readParameters,
  variableOf,
} from './parameters/read-parameters.ts'
import { requiredTier } from './parameters/required-tier.ts'
import type { RestRoute } from './route.ts'

export interface RestOptions {
  executor: Executor
  routes: readonly RestRoute[]
  /** Paths that change something. @default none */
  changes?: readonly RestRoute[]
  /** Paths that answer with server-sent events. @default none */
  streams?: readonly RestRoute[]
  /** The context of one request; the caller is known from it. */
  contextOf(request: FastifyRequest): RequestContext
  /** The program's version: a part of every entity tag. */
  version: string
  /** The cache of answers shared by the callers of a tier; null computes each answer. */
  answers: AnswerCache | null
  /** Notified of each cached answer before it is sent. @default no listener */
  onKept?: (request: FastifyRequest, answer: KeptAnswer) => void
}

/**
 * Adds every path of the route table. Failures are thrown as they are: the error handler of the app gives them their
 * shape.
 * @throws Error where an operation does not fit the schema, or its rows cannot be exported
 */
export function registerRest(app: FastifyInstance, options: RestOptions): void {
  const slots = createExportSlots()
  for (const route of options.routes) {
    const answer = createAnswer(route, { ...options, slots })
    for (const { path, params, query } of pathsOf(route))
      app.get<{ Params: Texts; Querystring: RawParameters['query'] }>(fastifyPath(path), (request, reply) => {
        const raw = { path: params(request.params), query: { ...request.query, ...query } }
        return answer(raw, request, reply)
      })
  }
  for (const route of options.streams ?? [])
    app.get(fastifyPath(route.path), createStreamAnswer(route, options))
  const { changes = [] } = options
  if (changes.length > 0)
    app.register(async (scope) => registerChanges(scope, { ...options, changes, slots }))
}

/** A change has a JSON body or none, and its answer is private to the caller. */
function registerChanges(
  scope: FastifyInstance,
  options: RestOptions & { changes: readonly RestRoute[]; slots: ExportSlots },
): void {
  scope.addContentTypeParser(
    'application/json',
    { parseAs: 'string' },
    async (_request: unknown, text: string) =>
      readJsonBody(text, (body) => (isObject(body) ? null : 'The body must be an object.')),
  )
  for (const route of options.changes) {
    const { method = 'PUT' } = route
    const answer = createAnswer(route, options)
    for (const one of pathsOf(route))
      scope.route<{ Params: Texts; Querystring: RawParameters['query']; Body: RawParameters['body'] }>({
        method,
        ...(route.bodyLimit !== undefined && { bodyLimit: route.bodyLimit }),
        url: fastifyPath(one.path),
        handler: (request, reply) => {
          const raw = { path: one.params(request.params), query: request.query, body: request.body ?? {} }
          return answer(raw, request, reply)
        },
      })
  }
}

type Texts = Readonly<Record<string, string>>

/** The paths at which a route answers, and its parameters by those of each: an alias sets some of them. */
function pathsOf({ path, aliases = [] }: RestRoute) {
  const own = { path, params: (given: Texts): Texts => given, query: {} as Texts }
  return [
    own,
    ...aliases.map((alias) => {
      const isSetInPath = Object.keys(alias.set).some((name) => path.includes(`{${name}}`))
      const filled = ({ id = '' }: Texts) =>
        Object.fromEntries(
          Object.entries(alias.set).map(([name, text]) => [name, text.replace('{id}', () => id)]),
        )
      return {
        path: alias.path,
        params: (given: Texts): Texts => (isSetInPath ? filled(given) : {}),
        query: isSetInPath ? {} : alias.set,
      }
    }),
  ]
}

/** `{id}` becomes `:id`. */
export function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function createAnswer(route: RestRoute, options: RestOptions & { slots: ExportSlots }) {
  const { executor, contextOf } = options
  const { schema } = executor
  const requires = requiredTier(schema, route.operation)
  const parameters = parametersOf(route)
  const bodyOf = createBodyOf(executor, route)
  const answerKept = createKeptAnswers(route, {
    ...options,
    contentType: JSON_FORMAT.contentType,
    async make(variables, context) {
      const body = await bodyOf(variables, context)
      return { body: Buffer.from(JSON.stringify(body)), next: nextCursorOf(body) }
    },
  })
  const isOwn = (variables: Readonly<Record<string, unknown>>, { caller }: RequestContext) =>
    (route.hasOwn === true && caller.kind !== 'anonymous') ||
    asksOfAccount(parameters, (one, variable) => variableOf(variables, one, variable))
  const answerExport = route.rows && createExport(route, { ...options, schema, bodyOf })
  return async (raw: RawParameters, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const context = contextOf(request)
    const { tier } = context.caller
    if (requires !== null && !meets(tier, requires)) throw tierRefusal(tier, requires)
    const given = readParameters(parameters, raw)
    const { format: named, columns, ...others } = given
    // A path without rows may have parameters of these names for its operation.
    const variables = answerExport ? others : given
    const format = chooseFormat(route, request.headers.accept, answerExport ? named : undefined)
    if (answerExport && format.name !== 'json')
      return answerExport(request, reply, {
        format,
        variables,
        asked: (columns as string[] | undefined) ?? null,
      })
    if (answerExport && columns !== undefined)
      throw wrongColumns('must come with format=csv or format=ndjson')
    if (!route.noStore && !isOwn(variables, context))
      return answerKept(request, reply, { variables, context })
    const body = await bodyOf(variables, context)
    const next = nextCursorOf(body)
    if (next !== null)
      reply.header('Link', nextLink(request.url.split('?')[0] ?? route.path, request.url, next))
    return sendJson(reply.headers(UNKEPT), body)
  }
}

/** A null body is sent as `null`, for which the HTTP layer would send an empty answer. */
function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return body === null ? reply.type('application/json; charset=utf-8').send('null') : reply.send(body)
}

export interface StreamAnswerOptions {
  executor: Executor
  contextOf(request: FastifyRequest): RequestContext
}

/** Milliseconds after which a client whose line was cut comes again. */
const RETRY_MS = 1_000

/**
 * Answers a route with the messages of its subscription, as server-sent events. A message's `id` is its cursor, so that a
 * client that comes again with `Last-Event-ID` goes on after it. The last message of a stream that failed is `end`.
 */
function createStreamAnswer(route: RestRoute, { executor, contextOf }: StreamAnswerOptions) {
  const operation = { document: route.operation, name: null, isOurs: true }
  const parameters = parametersOf(route)
  const toBody = compileWireMapper(executor.schema, route.operation)
  /** Messages by the item that all subscribers share, and by tier. */
  const shared = new WeakMap<object, Map<string, Promise<string>>>()
  type Variables = Parameters<Executor['subscribe']>[1]

  const messageOf = async (item: unknown, variables: Variables, context: RequestContext) => {
    const { data, errors } = await executor.answerEvent(operation, variables, context, item)
    if (errors !== undefined && errors.length > 0) throw operationFailure(errors, parameters)
    const body = toBody(data)
    const id = isObject(body) ? `id: ${String(body.cursor)}\n` : ''
    return `${id}data: ${JSON.stringify(body)}\n\n`
  }
  const sharedMessage = (item: unknown, variables: Variables, context: RequestContext) => {
    if (!isObject(item) || item.kind === 'END') return messageOf(item, variables, context)
    const known = shared.get(item) ?? new Map<string, Promise<string>>()
    shared.set(item, known)
    const message = known.get(context.caller.tier) ?? messageOf(item, variables, context)
    known.set(context.caller.tier, message)
    return message
  }
  async function* messages(items: AsyncIterable<unknown>, variables: Variables, context: RequestContext) {
    yield `retry: ${RETRY_MS}\n\n`
    try {
      for await (const item of items) yield await sharedMessage(item, variables, context)
    } catch (failure) {
      yield `event: end\ndata: ${JSON.stringify(endOf(failure))}\n\n`
    }
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const context = contextOf(request)
    const last = request.headers['last-event-id']
    const query = { ...(request.query as RawParameters['query']), ...(last && { cursor: last }) }
    const variables = readParameters(parameters, {
      path: request.params as RawParameters['path'],
      query,
    })
    const items = await executor.subscribe(operation, variables, context)
    if (!(Symbol.asyncIterator in items)) throw operationFailure(items.errors ?? [], parameters)
    const body = Readable.from(messages(items, variables, context), { objectMode: false })
    // A generator would end only after its pending wait.
    body.on('close', () => void items[Symbol.asyncIterator]().return?.())
    return reply
      .headers({ ...UNKEPT, 'X-Accel-Buffering': 'no' })
      .type('text/event-stream; charset=utf-8')
      .send(body)
  }
}

/** The body of a failure, as of other answers of REST. */
function endOf(failure: unknown): { detail: string; code: string } {
  return failure instanceof PequodError
    ? { detail: failure.message, code: failure.code }
    : { detail: INTERNAL_MESSAGE, code: 'INTERNAL' }
}

/** The path of the document: public like a page, and not counted by limits. */
export const DOCUMENT_PATH = '/v1/openapi.json'

/** `/v1/openapi.json`: the description of REST, for anyone. It changes only with the program. */
export function registerDocument(app: FastifyInstance, document: OpenApiDocument): void {
  const text = JSON.stringify(document)
  const tag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
  app.get(DOCUMENT_PATH, async (request, reply) => {
    reply.headers({ ETag: tag, 'Cache-Control': 'public, no-cache' })
    if (namesTag(request.headers['if-none-match'], tag)) return reply.code(304).send()
    return reply.type('application/json; charset=utf-8').send(text)
  })
}
