import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RequestContext } from '../graph/kit/context.ts'
import type { Snapshot } from '../store/snapshot/snapshot-reader.ts'
import type { Answer, AnswerCache } from './answer-cache.ts'
import { chooseEncoding, type Encoding, PACKED_FROM, packBody } from './encoding.ts'
import { entityTag, keptHeaders, namesTag, nextLink } from './headers.ts'

/** An answer from memory that a request is given. */
export interface KeptAnswer {
  /** The name of the path's operation. */
  operation: string
  /** Its key in the cache. */
  key: string
  snapshot: Pick<Snapshot, 'id' | 'generatedAt'>
  answer: Answer
  /** How it is packed for this request. */
  encoding: Encoding | null
}

/** A path whose answers may be kept. */
export interface KeptPath {
  path: string
  /** The name of its operation. */
  name: string
  /** True: the operation counts its calls itself, so that no answer to it is given from memory. @default false */
  isCounted?: boolean
}

/** An answer as it is made: its bytes, and the cursor of the page behind it where there is one. */
export type MadeAnswer = Omit<Answer, 'tag'>

/** What answers of a path need of the service. */
export interface KeptAnswersOptions {
  /** Makes an answer. */
  make: (variables: Readonly<Record<string, unknown>>, context: RequestContext) => Promise<MadeAnswer>
  contentType: string
  /** True: it is compressed in itself, and sent as it is. @default false */
  isPacked?: boolean
  version: string
  /** Null: every answer is made anew. */
  answers: AnswerCache | null
  /** Told of each answer that is given from memory, before it is. @default nobody */
  onKept?: (request: FastifyRequest, answer: KeptAnswer) => void
}

/** The variables that make an answer one of a day that is past. */
const DAYS = ['asOf', 'from', 'to']

/** What is asked, and for whom. */
export interface KeptQuestion {
  variables: Readonly<Record<string, unknown>>
  context: RequestContext
}

/**
 * Answers a path whose answers may be kept: with the bytes that are held for this question, tier and snapshot where
 * there are any, packed as the caller takes them, or with 304 where the caller holds them already.
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
    // What counts its own calls is asked anew each time; a day's answer can change under one snapshot.
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

/** Whether the caller holds the answer already: by its tag, or by its time alone where it names no tag. */
function isHeld({ headers }: FastifyRequest, { tag, modified }: Answer): boolean {
  const tags = headers['if-none-match']
  if (tags !== undefined || modified === undefined) return namesTag(tags, tag)
  // Exactly: another process may have made another answer later.
  return headers['if-modified-since'] === modified
}

/** An answer, and where in memory it stands; null where it was made for this request alone. */
interface Taken {
  answer: Answer
  from: Pick<KeptAnswer, 'operation' | 'key' | 'snapshot'> | null
}

/** A context whose newest snapshot is one that was taken before: what several requests share is read from one. */
function pinnedContext(context: RequestContext, snapshot: Snapshot): RequestContext {
  return { ...context, snapshot: async (asOf = null) => (asOf === null ? snapshot : context.snapshot(asOf)) }
}
