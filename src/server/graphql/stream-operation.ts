import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { ExecutionResult, GraphQLFormattedError } from 'graphql'
import { isObject } from '../../checks.ts'

/** The caller, as the HTTP layer identified it. */
export interface Sender {
  headers: IncomingHttpHeaders
  remoteAddress: string
}

/** The answers to an operation as they arrive; `return` ends it immediately. */
export type Answers = AsyncGenerator<ExecutionResult, void, void>

/** The reason that an operation was not run. */
export class NotRun extends Error {
  override name = 'NotRun'
  readonly errors: readonly GraphQLFormattedError[]

  constructor(errors: readonly GraphQLFormattedError[]) {
    super(errors[0]?.message ?? 'The operation was not run.')
    this.errors = errors
  }
}

/**
 * Sends an operation through the app's GraphQL endpoint, as a request of its own: it is admitted, counted, priced and
 * answered as over HTTP. Rejects with NotRun if the request is refused; a refused operation rejects in its answers.
 * @param onEnd called once, after the last answer
 */
export async function streamOperation(
  app: FastifyInstance,
  { headers, remoteAddress }: Sender,
  operation: object,
  onEnd: () => void = () => undefined,
): Promise<Answers> {
  const answer = await app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { ...headers, accept: 'text/event-stream', 'content-type': 'application/json' },
    remoteAddress,
    payload: JSON.stringify(operation),
    payloadAsStream: true,
  })
  const body = answer.stream()
  if (!String(answer.headers['content-type']).startsWith('text/event-stream')) {
    onEnd()
    throw new NotRun(JSON.parse(await textOf(body)).errors)
  }
  const results = resultsOf(body)
  let isEnded = false
  const end = async () => {
    if (!isEnded) {
      isEnded = true
      // A generator would end only after its pending wait, which may be never.
      answer.raw.res.destroy()
      onEnd()
    }
    return { done: true, value: undefined } as const
  }
  const answers: Answers = {
    async next() {
      try {
        const result = await results.next()
        return result.done === true ? await end() : result
      } catch (error) {
        if (isEnded) return end()
        await end()
        throw error
      }
    },
    return: end,
    throw: end,
    [Symbol.asyncIterator]: () => answers,
    [Symbol.asyncDispose]: async () => void (await end()),
  }
  return answers
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

/** The data of the events `next`; an event is a few lines and an empty line. */
async function* resultsOf(body: AsyncIterable<Uint8Array>): Answers {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true })
    const events = text.split('\n\n')
    text = events.pop() ?? ''
    for (const event of events) {
      const lines = event.split('\n')
      const data = lines.find((line) => line.startsWith('data: '))
      const result: unknown = data && lines.includes('event: next') ? JSON.parse(data.slice(6)) : null
      if (!isObject(result)) continue
      if (!('data' in result) && Array.isArray(result.errors)) throw new NotRun(result.errors)
      yield result
    }
  }
}
