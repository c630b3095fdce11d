import type { Executor } from '../../execute/executor.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import type { RestRoute } from '../routes/route.ts'
import { operationFailure } from './operation-failure.ts'
import { compileWireMapper } from './wire-mapper.ts'

/**
 * Runs a route's operation and answers the body of its answer. Rejects with the operation's first failure, told of
 * parameters: see {@link operationFailure}.
 */
export type BodyOf = (
  variables: Readonly<Record<string, unknown>>,
  context: RequestContext,
) => Promise<unknown>

/** What answers a route. @throws Error where its operation has no body: see {@link compileWireMapper} */
export function createBodyOf(executor: Executor, { operation: document, parameters }: RestRoute): BodyOf {
  const operation = { document, name: null, isOurs: true }
  const toBody = compileWireMapper(executor.schema, document)
  return async (variables, context) => {
    const { data, errors } = await executor.run(operation, variables, context)
    if (errors !== undefined && errors.length > 0) throw operationFailure(errors, parameters)
    return toBody(data)
  }
}
