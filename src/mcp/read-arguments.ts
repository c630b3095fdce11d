import type { InputProblem } from '../errors.ts'
import { PequodError } from '../errors.ts'
import { readParameters } from '../rest/parameters/read-parameters.ts'
import type { RestParameter } from '../rest/routes/route.ts'

/**
 * The variables of an operation from a tool's arguments, which are values of JSON: as the texts that an address of REST
 * would hold for them, and read by the same rules. Null is as good as left out: models fill in every argument they know.
 * @param parameters by the name of the variable that each one sets
 * @throws PequodError BAD_USER_INPUT that names every argument that is unknown, missing or malformed
 */
export function readArguments(
  parameters: Readonly<Record<string, RestParameter>>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const texts = Object.entries(given).flatMap(([name, value]) =>
    value === null ? [] : [[name, textOf(value)]],
  )
  try {
    return readParameters(inOnePlace(parameters), { path: {}, query: Object.fromEntries(texts) })
  } catch (error) {
    throw error instanceof PequodError ? ofArguments(error) : error
  }
}

/** A tool has arguments, where an address has a path and a query. */
function inOnePlace(parameters: Readonly<Record<string, RestParameter>>): Record<string, RestParameter> {
  return Object.fromEntries(
    Object.entries(parameters).map(([variable, parameter]) => [variable, { ...parameter, in: 'query' }]),
  )
}

/** A list or an object becomes a text that no parameter accepts. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function ofArguments(error: PequodError): PequodError {
  const problems = error.problems.map((problem): InputProblem => ({ ...problem, in: 'argument' }))
  return new PequodError(error.code, error.message, { problems, cause: error })
}
