import type { GraphQLError } from 'graphql'
import { type ErrorCode, type InputProblem, PequodError } from '../../errors.ts'
import type { Executor } from '../../execute/executor.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import type { ReadParameter } from '../parameters/read-parameters.ts'
import type { RestRoute } from '../route.ts'
import { compileWireMapper } from './wire-mapper.ts'

/**
 * Runs a route's operation and returns the body of its answer. Rejects with the operation's first failure, in
 * terms of parameters: see {@link operationFailure}.
 */
export type BodyOf = (
  variables: Readonly<Record<string, unknown>>,
  context: RequestContext,
) => Promise<unknown>

/**
 * Returns the function that answers a route.
 * @throws Error if its operation has no body: see {@link compileWireMapper}
 */
export function createBodyOf(executor: Executor, { operation: document, parameters }: RestRoute): BodyOf {
  const operation = { document, name: null, isOurs: true }
  const toBody = compileWireMapper(executor.schema, document)
  return async (variables, context) => {
    const { data, errors } = await executor.run(operation, variables, context)
    if (errors !== undefined && errors.length > 0) throw operationFailure(errors, parameters)
    return toBody(data)
  }
}

/**
 * Returns the first error of a failed operation. An error that is not a PequodError is a bug and is returned
 * unchanged, for the endpoint to log and mask. A problem with an argument names the parameter that sets it.
 */
export function operationFailure(
  errors: readonly GraphQLError[],
  parameters: Readonly<Record<string, ReadParameter>>,
): unknown {
  const error = errors[0]?.originalError ?? errors[0]
  if (!(error instanceof PequodError)) return error
  const { retryAfter } = error
  const code = codeOf(error)
  const problems = error.problems.map((problem) => problemOfParameter(problem, parameters))
  const told = problems.map((problem) => problem.message).join(' ')
  return new PequodError(code, told === '' ? error.message : told, { problems, retryAfter, cause: error })
}

/**
 * A public path of REST never asks for credentials: a parameter that requires Pro is refused alike for all
 * callers without it.
 */
function codeOf({ code, requires }: PequodError): ErrorCode {
  return code === 'UNAUTHENTICATED' && requires === 'PRO' ? 'PRO_REQUIRED' : code
}

/** A problem with an argument is a predicate ("must be …"); with a parameter's name before it, it is a sentence. */
function problemOfParameter(
  problem: InputProblem,
  parameters: Readonly<Record<string, ReadParameter>>,
): InputProblem {
  // The parameters of a change are fields of its input.
  const path = problem.name.replace(/^input\./, '')
  const parameter = parameters[path] ?? parameters[variableOf(path)]
  if (parameter === undefined) return problem
  const { in: place, name } = parameter
  const isField = path !== problem.name && path.includes('.')
  const subject = path === 'window' ? 'a window by from or to' : isField ? path : name
  return { in: place, name, message: `${subject} ${problem.message}.` }
}

/** Arguments of connections have their own names in GraphQL, and a window is two parameters; everywhere else a variable is named as its argument. */
function variableOf(argument: string): string {
  const [name = argument] = argument.split('.')
  if (name === 'first') return 'limit'
  if (name === 'window') return 'from'
  return name === 'after' ? 'cursor' : name
}
