import { isObject } from '../checks.ts'
import type { Executor } from '../execute/executor.ts'
import type { RequestContext } from '../graph/kit/context.ts'
import { type BodyOf, operationFailure } from '../rest/operations/body-of.ts'
import { compileWireMapper } from '../rest/operations/wire-mapper.ts'
import type { RestRoute } from '../rest/route.ts'

/** Messages of one part at most. */
const MOST_MESSAGES = 50
/** Milliseconds after which a part ends without a message: a stream says how far it has come as soon as it is level. */
const LONGEST_MS = 10_000

/**
 * Returns a part of a stream: the messages after a cursor, up to the newest event or {@link MOST_MESSAGES}. A caller that passes
 * `nextCursor` on, as often as it likes, misses no message and gets none twice.
 * @throws Error if the operation has no body
 */
export function createStreamReader(
  executor: Executor,
  { operation: document, parameters }: RestRoute,
): BodyOf {
  const operation = { document, name: null, isOurs: true }
  const toBody = compileWireMapper(executor.schema, document)
  type Variables = Parameters<Executor['subscribe']>[1]

  async function* messages(variables: Variables, context: RequestContext, ending: AbortSignal) {
    const items = await executor.subscribe(operation, variables, context)
    if (!(Symbol.asyncIterator in items)) throw operationFailure(items.errors ?? [], parameters)
    const iterator = items[Symbol.asyncIterator]()
    // A generator would end only after its pending wait.
    ending.addEventListener('abort', () => void iterator.return?.(), { once: true })
    for (;;) {
      const next = await iterator.next()
      if (next.done === true) return
      const { data, errors } = await executor.answerEvent(operation, variables, context, next.value)
      if (errors !== undefined && errors.length > 0) throw operationFailure(errors, parameters)
      const body = toBody(data)
      if (isObject(body)) yield body
    }
  }
  return async (variables, context) => {
    const ending = new AbortController()
    const end = setTimeout(() => ending.abort(), LONGEST_MS)
    const items: object[] = []
    let nextCursor: unknown = variables.cursor ?? null
    let isNewest = false
    try {
      for await (const message of messages(variables, context, ending.signal)) {
        nextCursor = message.cursor
        isNewest = message.kind === 'position'
        if (!isNewest) items.push(message)
        if (isNewest || items.length >= MOST_MESSAGES) break
      }
    } finally {
      clearTimeout(end)
      ending.abort()
    }
    return { items, nextCursor, isNewest }
  }
}
