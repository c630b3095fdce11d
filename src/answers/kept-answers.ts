import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext } from '../graph/kit/context.ts'
import type { Snapshot } from '../store/snapshot/snapshot-reader.ts'
import type { Answer, AnswerCache } from './answer-cache.ts'
import {
  chooseEncoding,
  type Encoding,
  entityTag,
  keptHeaders,
  namesTag,
  nextLink,
  PACKED_FROM,
  packBody,
} from './headers.ts'

/** An answer from memory for a request. */
export interface KeptAnswer {
  operation: string
  key: string
  snapshot: Pick<Snapshot, 'id' | 'generatedAt'>
  answer: Answer
  encoding: Encoding | null
}

export interface KeptPath {
  path: string
  name: string
  /** True: the operation counts its calls, so its answers are never cached. @default false */
  isCounted?: boolean
}

/** A computed answer: its bytes, and the cursor of the next page if any. */
export type MadeAnswer = Omit<Answer, 'tag'>

export interface KeptAnswersOptions {
  make: (variables: Readonly<Record<string, unknown>>, context: RequestContext) => Promise<MadeAnswer>
  contentType: string
  /** True: it is compressed already, and sent unchanged. @default false */
  isPacked?: boolean
  version: string
  /** Null: every answer is computed. */
  answers: AnswerCache | null
  /** Called before each answer from memory. @default ignored */
  onKept?: (request: FastifyRequest, answer: KeptAnswer) => void
}

/** The variables that make an answer one of a past day. */
const DAYS = ['asOf', 'from', 'to']

export interface KeptQuestion {
  variables: Readonly<Record<string, unknown>>
  context: RequestContext
}

/**
 * Answers a path with cacheable answers: with cached bytes for this request, tier and snapshot, compressed as the
 * caller accepts, or with 304 if the caller has them already.
 */
export function createKeptAnswers(
  route: KeptPath,
  { make: makeBody, contentType, isPacked = false, version, answers, onKept = () => {} }: KeptAnswersOptions,
) {
  const make = async ({ variables, context }: KeptQuestion): Promise<Answer> => {
    const made = await makeBody(variables, context)
    const question = { operation: route.name, variables, tier: context.caller.tier, version }
    return { ...made, tag: entityTag(question, made.body) }
  }
  const answerTo = async (question: KeptQuestion): Promise<Taken> => {
    const { variables, context } = question
    // Counted operations run for each request; a past day's answer can change within one snapshot.
    if (answers === null || route.isCounted || DAYS.some((name) => variables[name] !== undefined))
      return { answer: await make(question), from: null }
    const { tier } = context.caller
    const snapshot = await context.snapshot()
    const key = JSON.stringify([route.name, tier, snapshot.id, snapshot.generatedAt, variables])
    const pinned = pinnedContext(context, snapshot)
    const answer = await answers.take(key, () => make({ variables, context: pinned }))
    return { answer, from: { operation: route.name, key, snapshot } }
  }
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    question: KeptQuestion,
  ): Promise<FastifyReply> => {
    const { answer, from } = await answerTo(question)
    reply.headers(keptHeaders(answer.tag, question.context.caller.tier))
    if (answer.next !== null) reply.header('Link', nextLink(route.path, request.url, answer.next))
    if (answer.modified !== undefined) reply.header('Last-Modified', answer.modified)
    if (isHeld(request, answer)) return reply.code(304).send()
    const { body } = answer
    const encoding =
      isPacked || body.length < PACKED_FROM ? null : chooseEncoding(request.headers['accept-encoding'])
    if (from !== null) onKept(request, { ...from, answer, encoding })
    reply.header('Content-Type', contentType)
    if (encoding === null) return reply.send(body)
    return reply
      .header('Content-Encoding', encoding)
      .send(await (answers?.packed(answer, encoding) ?? packBody(body, encoding)))
  }
}

/** Whether the caller has the answer already: by its tag, or by its time if it sends no tag. */
function isHeld({ headers }: FastifyRequest, { tag, modified }: Answer): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined || modified === undefined) return namesTag(tags, tag)
  // Exactly equal, since another process may have made another answer later.
  return headers['if-modified-since'] === modified
}

/** An answer, and its key in memory; null for an answer only to this request. */
interface Taken {
  answer: Answer
  from: Pick<KeptAnswer, 'operation' | 'key' | 'snapshot'> | null
}

/** A context pinned to a snapshot: answers that several requests share are read from one. */
function pinnedContext(context: RequestContext, snapshot: Snapshot): RequestContext {
  return { ...context, snapshot: async (asOf = null) => (asOf === null ? snapshot : context.snapshot(asOf)) }
}
