import type { FastifyRequest } from 'fastify'
import { isObject } from '../../checks.ts'
import { type InputProblem, PequodError } from '../../errors.ts'
import type { Answer, Executor } from '../../execute/executor.ts'
import { createTextCache, type Operation } from '../../execute/operation.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import { registeredId, type TrustedDocuments } from './persisted-operations.ts'

/** A request for one operation that needs none of yoga's checks. */
export interface PlainRequest {
  readonly query: string
  /** Null if absent. */
  readonly operationName: string | null
  readonly variables: Readonly<Record<string, unknown>>
}

const PARAMETERS: ReadonlySet<string> = new Set([
  'query',
  'operationName',
  'variables',
  'extensions',
  'documentId',
])

/**
 * Reads the operation that a request names in its body or, by GET, its address; null unless it is plainly a text or a
 * registered id, optionally with a name and variables. Yoga refuses or handles the other requests.
 * @param registered the operations by id
 * @throws PequodError BAD_USER_INPUT for invalid JSON in a parameter of the address
 */
export function plainRequest(
  { method, body, query }: Pick<FastifyRequest, 'method' | 'body' | 'query'>,
  registered: TrustedDocuments,
): PlainRequest | null {
  if (method === 'POST') return isObject(body) ? requestOf(body, registered) : null
  return method === 'GET' && isObject(query) ? requestOf(readAddress(query), registered) : null
}

function requestOf(given: Record<string, unknown>, registered: TrustedDocuments): PlainRequest | null {
  const { operationName = null, variables } = given
  if (Object.keys(given).some((name) => !PARAMETERS.has(name))) return null
  const query = textOf(given, registered)
  if (query === null) return null
  if (operationName !== null && (typeof operationName !== 'string' || operationName === '')) return null
  if (variables === undefined || variables === null) return { query, operationName, variables: {} }
  return isObject(variables) ? { query, operationName, variables } : null
}

function textOf(given: Record<string, unknown>, { texts, only }: TrustedDocuments): string | null {
  const { query, extensions = null } = given
  if (extensions !== null && !isObject(extensions)) return null
  if (typeof query === 'string') return only ? null : query
  if (query !== undefined && query !== null) return null
  const id = registeredId(given)
  return id === null ? null : (texts.get(id) ?? null)
}

/** In an address, variables and extensions are JSON. */
function readAddress(query: Record<string, unknown>): Record<string, unknown> {
  return { ...query, ...parsed('variables', query), ...parsed('extensions', query) }
}

function parsed(name: string, query: Record<string, unknown>): Record<string, unknown> {
  const text = query[name]
  // Yoga handles repeated and empty parameters.
  if (typeof text !== 'string' || text === '') return {}
  try {
    return { [name]: JSON.parse(text) }
  } catch {
    throw notJson(name)
  }
}

/** The JSON parser's message would quote the input. */
function notJson(name: string): PequodError {
  const message = `The parameter ${name} is not valid JSON: send an object such as {"id": "pnl-7d"}, percent-encoded.`
  const problems: InputProblem[] = [{ in: 'query', name, message }]
  return new PequodError('BAD_USER_INPUT', message, { problems })
}

/** The shortcut around yoga, for queries that yoga has parsed and validated before. */
export interface GraphqlShortcut {
  /** Runs a known query; null if yoga must parse it first. */
  run(asked: PlainRequest, context: RequestContext): Promise<Answer> | null
  /** Remembers a query by its text. */
  note(text: string | null | undefined, operation: Operation): void
}

/** Makes an empty shortcut. */
export function createGraphqlShortcut(executor: Executor): GraphqlShortcut {
  const known = createTextCache<Operation>()
  return {
    run({ query, operationName, variables }, context) {
      const operation = known.get(keyOf(query, operationName))
      return operation ? executor.run(operation, variables, context) : null
    },
    note(text, operation) {
      if (typeof text === 'string') known.set(keyOf(text, operation.name), operation)
    },
  }
}

/** A name holds no line break, so the keys of two operations always differ. */
function keyOf(text: string, name: string | null): string {
  return `${name ?? ''}\n${text}`
}
