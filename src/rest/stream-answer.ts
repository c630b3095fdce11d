import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { UNKEPT } from '../answers/headers.ts'
import { isObject } from '../checks.ts'
import { INTERNAL_MESSAGE, PequodError } from '../errors.ts'
import type { Executor } from '../execute/executor.ts'
import type { RequestContext } from '../graph/kit/context.ts'
import { operationFailure } from './operations/body-of.ts'
import { compileWireMapper } from './operations/wire-mapper.ts'
import { parametersOf } from './parameters/parameters-of.ts'
import { type RawParameters, readParameters } from './parameters/read-parameters.ts'
import type { RestRoute } from './route.ts'

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
export function createStreamAnswer(route: RestRoute, { executor, contextOf }: StreamAnswerOptions) {
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
    const variables = readParameters(parameters, { path: {}, query })
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
