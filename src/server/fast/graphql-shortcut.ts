import type { Answer, Executor } from '../../execute/executor.ts'
import type { Operation } from '../../execute/operation.ts'
import { createTextCache } from '../../execute/text-cache.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import type { PlainRequest } from './plain-request.ts'

/** The way to the executor past yoga, for queries that yoga has parsed and found valid before. */
export interface GraphqlShortcut {
  /** Runs a query that is known; null where yoga must read it first. */
  run(asked: PlainRequest, context: RequestContext): Promise<Answer> | null
  /** Makes a query known by its text. */
  note(text: string | null | undefined, operation: Operation): void
}

/** A shortcut that knows no query yet. */
export function createGraphqlShortcut(executor: Executor): GraphqlShortcut {
  const known = createTextCache<Operation>()
  return {
    run({ query, operationName, variables }, context) {
      const operation = known.get(keyOf(query, operationName))
      return operation ? executor.run(operation, variables, context) : null
    },
    note(text, operation) {
      if (typeof text === 'string') known.set(keyOf(text, operation.name), operation)
    },
  }
}

/** A name holds no line break, so no two operations have one key. */
function keyOf(text: string, name: string | null): string {
  return `${name ?? ''}\n${text}`
}
