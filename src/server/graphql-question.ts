import type { FastifyRequest } from 'fastify'
import type { OperationText } from './graphql-known-queries.ts'

/** A request for one operation, with nothing about it that needs a second look. */
export interface GraphqlQuestion extends OperationText {
  readonly variables: Readonly<Record<string, unknown>>
}

const PARAMETERS: ReadonlySet<string> = new Set(['query', 'operationName', 'variables', 'extensions'])

/**
 * What a request asks for, from its body or, by GET, its address; null where it is not plainly a text with perhaps a
 * name and variables. Yoga refuses or understands what is null here.
 */
export function graphqlQuestion({ method, body, query }: FastifyRequest): GraphqlQuestion | null {
  if (method === 'POST') return isObject(body) ? questionOf(body) : null
  return method === 'GET' && isObject(query) ? questionOf(withJson(query)) : null
}

function questionOf(given: Record<string, unknown>): GraphqlQuestion | null {
  const { query, operationName = null, variables, extensions } = given
  if (Object.keys(given).some((name) => !PARAMETERS.has(name))) return null
  if (typeof query !== 'string' || (extensions !== undefined && extensions !== null)) return null
  if (operationName !== null && (typeof operationName !== 'string' || operationName === '')) return null
  if (variables === undefined || variables === null) return { query, operationName, variables: {} }
  return isObject(variables) ? { query, operationName, variables } : null
}

/** In an address, variables and extensions are JSON. What is not is left as it is, which is no object. */
function withJson(query: Record<string, unknown>): Record<string, unknown> {
  return { ...query, ...parsed('variables', query), ...parsed('extensions', query) }
}

function parsed(name: string, query: Record<string, unknown>): Record<string, unknown> {
  const text = query[name]
  if (typeof text !== 'string') return {}
  try {
    return { [name]: JSON.parse(text) }
  } catch {
    return {}
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
