import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { Verdict } from '../../access/limits/rate-limit.ts'
import type { Caller } from '../../access/tier.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import { isObject } from '../../is-object.ts'
import { chooseEncoding } from '../../rest/answers/choose-encoding.ts'
import { PACKED_FROM, packBody } from '../../rest/answers/pack-body.ts'
import { graphqlMediaType } from '../graphql/graphql-media-type.ts'
import type { TrustedDocuments } from '../graphql/trusted-documents.ts'
import type { Admission } from '../http/admission.ts'
import type { Load } from '../http/load.ts'
import type { RequestLabels } from '../metrics/request-labels.ts'
import { type Ahead, type Exchange, hasPlainHeaders } from './ahead-of-routes.ts'
import { beforeRoutes } from './before-routes.ts'
import type { GraphqlShortcut } from './graphql-shortcut.ts'
import { plainRequest } from './plain-request.ts'
import { replayedHeads } from './replay.ts'

/** What answering GraphQL ahead of the routes needs of the service. */
export interface GraphqlAheadOptions {
  ahead: Ahead
  load: Load
  /** The operations that clients may name by an id. */
  registered: TrustedDocuments
  contextFor(caller: Caller, request: IncomingMessage): RequestContext
  /** Told of each request that was counted here and is left to the routes. */
  noteAdmitted: Admission['note']
  labelOf: RequestLabels
}

/** Headers that are of one body. */
const OF_ONE_BODY: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding'])

/**
 * Answers plain POSTs of known queries ahead of the HTTP layer's hooks and routes, with the headers that the ordinary
 * way wrote before. Who asks is told, and counted by the limiter, as ever. Whatever differs in the least, and what
 * fails, is left to the ordinary way, which takes over what was done: no request is counted or run twice.
 */
export function answerGraphqlAhead(
  app: FastifyInstance,
  shortcut: GraphqlShortcut,
  { ahead, load, registered, contextFor, noteAdmitted, labelOf }: GraphqlAheadOptions,
): void {
  const heads = new Map<string, readonly string[]>()
  app.addHook('onResponse', async (request, reply) => {
    const type = shortcut.typeOf(request)
    if (type === undefined || !isPlain(request.raw) || reply.statusCode !== 200) return
    const headers = Object.entries(reply.getHeaders()).filter(([name]) => !OF_ONE_BODY.has(name))
    const { head } = replayedHeads(Object.fromEntries(headers))
    heads.set(headKey(type, reply.getHeader('content-encoding')), head)
  })
  beforeRoutes(app, {
    isFor: (request) => request.url === '/graphql' && heads.size > 0 && isPlain(request),
    async answer(exchange) {
      const { request } = exchange
      // What came in one packet with the headers is there one tick after them.
      await null
      const body = peekJson(request)
      const asked = isObject(body) && plainRequest({ method: 'POST', body, query: null }, registered)
      const operation = asked && shortcut.find(asked)
      if (!operation || (await load.begin(request)) !== null) return false
      const caller = ahead.knownCaller(request) ?? (await ahead.findCaller(request))
      const verdict = await ahead.hit(caller)
      // A refused request does not count: the ordinary way refuses it once more, in words.
      if (!verdict.allowed) return false
      noteAdmitted(request, { caller, verdict })
      const context = contextFor(caller, request)
      const result = await shortcut.run(request, operation, asked.variables, context)
      if (result.errors !== undefined) return false
      const label = labelOf({ url: '/graphql', body, query: null })
      return send(exchange, { text: JSON.stringify(result), label, caller, verdict, context })
    },
  })

  async function send(
    exchange: Exchange,
    { text, label, caller, verdict, context }: Result,
  ): Promise<boolean> {
    const { request } = exchange
    const length = Buffer.byteLength(text)
    const taken = chooseEncoding(request.headers['accept-encoding'])
    const encoding = length < PACKED_FROM ? null : taken
    const head = heads.get(headKey(graphqlMediaType(request.headers.accept), encoding))
    if (head === undefined) return false
    const body = encoding === null ? text : await packBody(Buffer.from(text), encoding, 'once')
    const bytes = String(typeof body === 'string' ? length : body.length)
    // The body was looked at and left where it was.
    request.resume()
    load.end(request)
    const cost = context.spending?.spent?.verdict ?? null
    const answer = { operation: label, status: 200, head: [...head, 'content-length', bytes], body, cost }
    ahead.send(exchange, answer, caller, verdict)
    return true
  }
}

/** What is to be sent to whom. */
interface Result {
  /** JSON. */
  text: string
  /** What it is counted as. */
  label: string
  caller: Caller
  verdict: Verdict
  context: RequestContext
}

function headKey(type: string | null, encoding: unknown): string {
  return `${type} ${encoding ?? 'identity'}`
}

/** The body of a request where the whole of it is there; it stays there for whoever reads it next. */
function peekJson(request: IncomingMessage): unknown {
  if (request.readableLength !== Number(request.headers['content-length'])) return undefined
  const bytes: Buffer | null = request.read()
  if (bytes === null) return undefined
  request.unshift(bytes)
  return JSON.parse(bytes.toString())
}

function isPlain(request: IncomingMessage): boolean {
  const { method, headers } = request
  if (graphqlMediaType(headers.accept) === null) return false
  if (method !== 'POST' || headers['content-type'] !== 'application/json') return false
  if (headers['content-encoding'] !== undefined || headers['content-length'] === undefined) return false
  return headers['x-graphql-event-stream-token'] === undefined && hasPlainHeaders(request)
}
