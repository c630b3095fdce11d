import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { GraphQLSchema } from 'graphql'
import { meets } from '../access/tier.ts'
import { tierRefusal } from '../access/tier-refusal.ts'
import type { RequestContext } from '../graph/context.ts'
import { compileOperation } from './compile-operation.ts'
import { entityTag, namesTag, tagOfBody } from './entity-tag.ts'
import { operationFailure } from './operation-failure.ts'
import type { RawParameters } from './read-parameters.ts'
import { readParameters } from './read-parameters.ts'
import { requiredTier } from './required-tier.ts'
import type { RestRoute } from './route.ts'

/** What the routes need of the service around them. */
export interface RestOptions {
  schema: GraphQLSchema
  routes: readonly RestRoute[]
  /** The context of one request; the caller is known from it. */
  contextOf(request: FastifyRequest): RequestContext | Promise<RequestContext>
  /** The program's version: a part of every entity tag. */
  version: string
}

/**
 * Adds every path of the route table. Failures are thrown as they are: the error handler of the app gives them their
 * shape.
 * @throws Error where an operation does not compile
 */
export function registerRest(app: FastifyInstance, options: RestOptions): void {
  for (const route of options.routes) {
    const answer = createAnswer(route, options)
    app.get<{ Params: RawParameters['path']; Querystring: RawParameters['query'] }>(
      fastifyPath(route.path),
      (request, reply) => {
        const raw = { path: request.params, query: request.query }
        return answer(raw, request, reply)
      },
    )
  }
}

/** `{id}` becomes `:id`. */
function fastifyPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

function createAnswer(route: RestRoute, { schema, contextOf, version }: RestOptions) {
  const operation = compileOperation(schema, route.operation)
  const requires = requiredTier(schema, route.operation)
  const bodyOf = async (variables: Record<string, unknown>, context: RequestContext) => {
    const { data, errors } = await operation.run(variables, context)
    if (errors !== undefined && errors.length > 0) throw operationFailure(errors, route.parameters)
    return operation.toBody(data)
  }
  return async (raw: RawParameters, request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const context = await contextOf(request)
    const { tier } = context.caller
    if (requires !== null && !meets(tier, requires)) throw tierRefusal(tier, requires)
    const variables = readParameters(route.parameters, raw)
    if (route.noStore) return sendJson(reply.headers(UNKEPT), await bodyOf(variables, context))
    const question = { operation: route.name, variables, tier, version }
    const known = request.headers['if-none-match']
    if (variables.asOf !== undefined) {
      const body = await bodyOf(variables, context)
      const tag = tagOfBody(question, body)
      return namesTag(known, tag) ? notModified(reply, tag) : reply.headers(cacheHeaders(tag)).send(body)
    }
    const tag = entityTag({ ...question, snapshot: await context.snapshot(), labels: context.labels.mark })
    // The tag names the question as well, so that whoever sends it has had this answer: no need to find it again.
    if (namesTag(known, tag)) return notModified(reply, tag)
    return reply.headers(cacheHeaders(tag)).send(await bodyOf(variables, context))
  }
}

/** The headers that a caller is known by. */
const VARY = 'Authorization, X-API-Key'

/** An answer that nobody may keep, and that changes at any moment. */
const UNKEPT = { 'Cache-Control': 'private, no-store', Vary: VARY }

/** A body of null is told as null, where the HTTP layer would send none at all. */
function sendJson(reply: FastifyReply, body: unknown): FastifyReply {
  return body === null ? reply.type('application/json; charset=utf-8').send('null') : reply.send(body)
}

function notModified(reply: FastifyReply, tag: string): FastifyReply {
  return reply.code(304).headers(cacheHeaders(tag)).send()
}

/** An answer may be kept, but is asked for again each time: the next snapshot can come at any moment. */
function cacheHeaders(tag: string): Record<string, string> {
  return { ETag: tag, 'Cache-Control': 'private, no-cache', Vary: VARY }
}
