import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import { compileQuery } from '../../../src/execute/compiled-queries.ts'
import { createExecutor, type ExecutorOptions } from '../../../src/execute/executor.ts'
import { schema } from '../../../src/graph/schema.ts'
import type { ServedOptions } from './served-world.ts'

/** A way in which a service answers GraphQL. */
export interface GraphqlWay {
  /** For the service to be made with. */
  served: ServedOptions
  /** Sends a request, as often as it takes to be answered in this way. */
  ask(app: FastifyInstance, request: InjectOptions): Promise<LightMyRequestResponse>
  /** Operations that ran in a compiled form, to prove that it was this way. */
  compiled(): number
}

/** With PEQUOD_FAST=off: yoga reads everything, and graphql runs it. */
export function withoutFastPaths(): GraphqlWay {
  return {
    served: { env: { PEQUOD_FAST: 'off' } },
    ask: (app, request) => app.inject(request),
    compiled: () => 0,
  }
}

/** Every query was asked before, by the very same request. */
export function knownBefore(): GraphqlWay {
  const { compile, count } = countCompiled()
  return {
    served: { env: { PEQUOD_FAST: 'on' }, parts: { executor: createExecutor(schema, { rest: 0, compile }) } },
    async ask(app, request) {
      await app.inject(request)
      return app.inject(request)
    },
    compiled: count,
  }
}

/** Compiles queries, and counts how often they run. */
export function countCompiled(): Required<Pick<ExecutorOptions, 'compile'>> & { count(): number } {
  let runs = 0
  return {
    compile(...given) {
      const query = compileQuery(...given)
      if (query === null) return null
      return {
        ...query,
        run(...asked) {
          runs++
          return query.run(...asked)
        },
      }
    },
    count: () => runs,
  }
}

/** Both ways, for `describe.each`. */
export const GRAPHQL_WAYS: readonly (readonly [string, () => GraphqlWay])[] = [
  ['without fast paths', withoutFastPaths],
  ['by compiled queries', knownBefore],
]
