import type { GraphQLSchema } from 'graphql'
import { LRUCache } from 'lru-cache'
import { type CompiledQuery, compileQuery } from './compile-query.ts'
import { type Execute, type Operation, operationKey } from './operation.ts'
import { createTextCache } from './text-cache.ts'

/** How much compiling may take, and how it is done. */
export interface CompilingLimits {
  /** Cool-down after a caller's query was compiled, as a multiple of how long that took. @default 20 */
  rest?: number
  /** Fields of all callers' compiled queries together; the code of one takes some 4 KB. @default 10,000 */
  mostFields?: number
  /** @default compileQuery */
  compile?: typeof compileQuery
}

/**
 * Runs queries that are asked again in a compiled form, everything else as before. Callers choose what is compiled, so
 * how much of the time and of the memory that takes is bounded; above it, nothing is compiled. Ours are compiled
 * when they are first asked for.
 */
export function compileQueries(
  schema: GraphQLSchema,
  execute: Execute,
  { rest = 20, mostFields = 10_000, compile = compileQuery }: CompilingLimits,
): Execute {
  const ours = new Map<string, CompiledQuery | null>()
  /** Null until a query is asked for again: what is asked once is not worth compiling. */
  const asked = createTextCache<{ compiles: boolean | null }>()
  const compiled = new LRUCache<string, CompiledQuery>({
    maxSize: mostFields,
    sizeCalculation: (query) => Math.max(query.fields, 1),
  })
  let restsUntil = 0
  const compileAnew = (key: string, operation: Operation): CompiledQuery | null => {
    const from = performance.now()
    if (from < restsUntil) return null
    const query = compile(schema, operation)
    const until = performance.now()
    restsUntil = until + rest * (until - from)
    asked.set(key, { compiles: query !== null })
    if (query !== null) compiled.set(key, query)
    return query
  }
  const compiledOf = (operation: Operation): CompiledQuery | null => {
    const key = operationKey(operation)
    if (operation.isOurs) {
      if (!ours.has(key)) ours.set(key, compile(schema, operation))
      return ours.get(key) ?? null
    }
    const own = asked.get(key)
    if (own === undefined) asked.set(key, { compiles: null })
    if (own === undefined || own.compiles === false) return null
    return compiled.get(key) ?? compileAnew(key, operation)
  }
  return async (operation, variables, context) => {
    const result = await compiledOf(operation)?.run(variables, context)
    return result ?? execute(operation, variables, context)
  }
}
