import type { GraphQLSchema } from 'graphql'
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

/** What is known of an operation. */
interface Known {
  /** Null where it does not compile; undefined until it is asked for again: what is asked once is not worth it. */
  compiled: CompiledQuery | null | undefined
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
  const known = createTextCache<Known>()
  const compiled = new Set<Known>()
  let fields = 0
  let restsUntil = 0
  const forget = (own: Known) => {
    compiled.delete(own)
    fields -= own.compiled?.fields ?? 0
    own.compiled = undefined
  }
  const compileCallers = (own: Known, operation: Operation) => {
    const from = performance.now()
    if (from < restsUntil) return
    own.compiled = compile(schema, operation)
    const until = performance.now()
    restsUntil = until + rest * (until - from)
    fields += own.compiled?.fields ?? 0
  }
  const compiledOf = (operation: Operation): CompiledQuery | null => {
    const key = operationKey(operation)
    const own = known.get(key)
    if (own === undefined) {
      const compiledNow = operation.isOurs ? compile(schema, operation) : undefined
      known.set(key, { compiled: compiledNow })
      return compiledNow ?? null
    }
    if (own.compiled === undefined) compileCallers(own, operation)
    if (!own.compiled || operation.isOurs) return own.compiled ?? null
    compiled.delete(own)
    compiled.add(own)
    // Those that were asked for longest ago first, and never the one that is asked for.
    for (const other of compiled) {
      if (fields <= mostFields || other === own) break
      forget(other)
    }
    return own.compiled
  }
  return async (operation, variables, context) => {
    const result = await compiledOf(operation)?.run(variables, context)
    return result ?? execute(operation, variables, context)
  }
}
