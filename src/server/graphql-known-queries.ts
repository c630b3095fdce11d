import type { GraphQLSchema } from 'graphql'
import { type CompiledQuery, compileQuery } from '../graph/compile-query.ts'
import { createTextCache } from './text-cache.ts'

/** What names an operation: its document's text, and its name where the caller gave one. */
export interface OperationText {
  readonly query: string
  readonly operationName: string | null
}

/** Queries that yoga has parsed, found valid and run, in their compiled form. */
export interface KnownQueries {
  /** Notes that yoga ran a query. */
  note(operation: OperationText): void
  /** The compiled form of a query; null where yoga has not run it yet, or it does not compile. */
  compiled(operation: OperationText): CompiledQuery | null
}

/** What is known of a query. */
interface Known {
  /** Undefined until it is asked for again: what is asked once is not worth compiling. Null where it does not compile. */
  compiled: CompiledQuery | null | undefined
}

/** Queries of a schema, none known yet; only so many, and none longer than 10,000 characters, are ever kept. */
export function createKnownQueries(schema: GraphQLSchema): KnownQueries {
  const known = createTextCache<Known>()
  return {
    note(operation) {
      const name = keyOf(operation)
      if (known.get(name) === undefined) known.set(name, { compiled: undefined })
    },
    compiled(operation) {
      const own = known.get(keyOf(operation))
      if (own === undefined) return null
      own.compiled ??=
        own.compiled === null ? null : compileQuery(schema, operation.query, operation.operationName)
      return own.compiled
    },
  }
}

/** A name holds no line break, so no two operations have one key. */
function keyOf({ query, operationName }: OperationText): string {
  return `${operationName ?? ''}\n${query}`
}
