import type { InputProblem } from '../errors.ts'
import { PequodError } from '../errors.ts'
import { readParameters } from '../rest/parameters/read-parameters.ts'
import type { RestParameter } from '../rest/route.ts'

/** The sentence of a refused address: models call a trader by name. */
const BY_NAME = 'To find a trader by name, use searchTraders.'
const ADDRESSES: ReadonlySet<string> = new Set(['address', 'addresses'])

/** A path's parameters as a tool takes them: several values are a list, under the name of the variable. */
export function asArguments(
  parameters: Readonly<Record<string, RestParameter>>,
): Record<string, RestParameter> {
  return Object.fromEntries(
    Object.entries(parameters).map(([variable, parameter]) => {
      const { list } = parameter.type
      if (list === undefined) return [variable, parameter]
      const isPlural = list.jsonSchema.type === 'array' && parameter.sets === undefined
      const name = isPlural ? variable : parameter.name
      const description = parameter.description.replace(', separated by commas', '')
      return [variable, { ...parameter, name, description, type: list }]
    }),
  )
}

/**
 * Returns an operation's variables from a tool's arguments, which are JSON values. They become the texts that
 * a REST URL would hold, and the same rules apply. Null counts as omitted, because models fill in every
 * argument they know.
 * @param parameters by the name of the variable that each one sets
 * @throws PequodError BAD_USER_INPUT that names every unknown, missing or malformed argument
 */
export function readArguments(
  parameters: Readonly<Record<string, RestParameter>>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const lists = Object.values(parameters).filter(({ type }) => type.jsonSchema.type === 'array')
  const texts = Object.entries(given).flatMap(([name, value]) => {
    if (value === null) return []
    const isList = Array.isArray(value) && lists.some((one) => one.name === name)
    return [[name, isList ? value : textOf(value)]]
  })
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
  const problems = error.problems.map((problem): InputProblem => {
    const message = ADDRESSES.has(problem.name) ? `${problem.message} ${BY_NAME}` : problem.message
    return { ...problem, in: 'argument', message }
  })
  const isOfTrader = problems.some(({ name }) => ADDRESSES.has(name))
  const message = isOfTrader ? `${error.message} ${BY_NAME}` : error.message
  return new PequodError(error.code, message, { problems, cause: error })
}
