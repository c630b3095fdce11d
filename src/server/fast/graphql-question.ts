import type { FastifyRequest } from 'fastify'
import { type InputProblem, PequodError } from '../../errors.ts'
import { isObject } from '../../is-object.ts'
import { registeredId } from '../graphql/registered-id.ts'
import type { OperationText } from './graphql-known-queries.ts'

/** A request for one operation, with nothing about it that needs a second look. */
export interface GraphqlQuestion extends OperationText {
  readonly variables: Readonly<Record<string, unknown>>
}

const PARAMETERS: ReadonlySet<string> = new Set(['query', 'operationName', 'variables', 'extensions'])

/**
 * What a request asks for, from its body or, by GET, its address; null where it is not plainly a text or a registered
 * id with perhaps a name and variables. Yoga refuses or understands what is null here.
 * @param registered texts of operations by their ids
 * @throws PequodError BAD_USER_INPUT for a parameter in the address that should be JSON and is not
 */
export function graphqlQuestion(
  { method, body, query }: Pick<FastifyRequest, 'method' | 'body' | 'query'>,
  registered: ReadonlyMap<string, string>,
): GraphqlQuestion | null {
  if (method === 'POST') return isObject(body) ? questionOf(body, registered) : null
  return method === 'GET' && isObject(query) ? questionOf(readAddress(query), registered) : null
}

function questionOf(
  given: Record<string, unknown>,
  registered: ReadonlyMap<string, string>,
): GraphqlQuestion | null {
  const { operationName = null, variables } = given
  if (Object.keys(given).some((name) => !PARAMETERS.has(name))) return null
  const query = textOf(given, registered)
  if (query === null) return null
  if (operationName !== null && (typeof operationName !== 'string' || operationName === '')) return null
  if (variables === undefined || variables === null) return { query, operationName, variables: {} }
  return isObject(variables) ? { query, operationName, variables } : null
}

function textOf(
  { query, extensions = null }: Record<string, unknown>,
  registered: ReadonlyMap<string, string>,
): string | null {
  if (extensions !== null && !isObject(extensions)) return null
  if (typeof query === 'string') return query
  if (query !== undefined && query !== null) return null
  const id = registeredId(extensions)
  return id === null ? null : (registered.get(id) ?? null)
}

/** In an address, variables and extensions are JSON. */
function readAddress(query: Record<string, unknown>): Record<string, unknown> {
  return { ...query, ...parsed('variables', query), ...parsed('extensions', query) }
}

function parsed(name: string, query: Record<string, unknown>): Record<string, unknown> {
  const text = query[name]
  // What is given twice, or as nothing, is yoga's.
  if (typeof text !== 'string' || text === '') return {}
  try {
    return { [name]: JSON.parse(text) }
  } catch {
    throw notJson(name)
  }
}

/** In our words: the JSON parser's quote what was sent. */
function notJson(name: string): PequodError {
  const message = `The parameter ${name} is not valid JSON: send an object such as {"id": "pnl-7d"}, percent-encoded.`
  const problems: InputProblem[] = [{ in: 'query', name, message }]
  return new PequodError('BAD_USER_INPUT', message, { problems })
}
