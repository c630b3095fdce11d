import type { GraphQLSchema } from 'graphql'
import { type CompiledQuery, compileQuery } from '../../execute/compile-query.ts'
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
  /** The compiled form of a query; null where yoga has not run it yet, it does not compile, or not now. */
  compiled(operation: OperationText): CompiledQuery | null
}

/** How much compiling may take. */
export interface KnownQueriesOptions {
  /** For how many times as long as compiling took nothing is compiled after it. @default 20: a twentieth of the time */
  rest?: number
  /** Fields of all compiled queries together; the code of one takes some 4 KB. @default 10,000 */
  mostFields?: number
}

/** What is known of a query. */
interface Known {
  /** Null where it does not compile; undefined until it is asked for again: what is asked once is not worth it. */
  compiled: CompiledQuery | null | undefined
}

/**
 * Queries of a schema, none known yet. Callers choose what is compiled, so how much of the time and of the memory that
 * takes is bounded: above it, yoga answers.
 */
export function createKnownQueries(schema: GraphQLSchema, options: KnownQueriesOptions = {}): KnownQueries {
  const { rest = 20, mostFields = 10_000 } = options
  const known = createTextCache<Known>()
  const compiled = new Set<Known>()
  let fields = 0
  let restsUntil = 0
  const forget = (own: Known) => {
    compiled.delete(own)
    fields -= own.compiled?.fields ?? 0
    own.compiled = undefined
  }
  const compile = (own: Known, { query, operationName }: OperationText) => {
    const from = performance.now()
    if (from < restsUntil) return
    own.compiled = compileQuery(schema, query, operationName)
    const until = performance.now()
    restsUntil = until + rest * (until - from)
    fields += own.compiled?.fields ?? 0
  }
  return {
    note(operation) {
      const name = keyOf(operation)
      if (known.get(name) === undefined) known.set(name, { compiled: undefined })
    },
    compiled(operation) {
      const own = known.get(keyOf(operation))
      if (own === undefined) return null
      if (own.compiled === undefined) compile(own, operation)
      if (!own.compiled) return null
      compiled.delete(own)
      compiled.add(own)
      // Those that were asked for longest ago first, and never the one that is asked for.
      for (const other of compiled) {
        if (fields <= mostFields || other === own) break
        forget(other)
      }
      return own.compiled
    },
  }
}

/** A name holds no line break, so no two operations have one key. */
function keyOf({ query, operationName }: OperationText): string {
  return `${operationName ?? ''}\n${query}`
}
