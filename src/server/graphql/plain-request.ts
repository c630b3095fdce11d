import type { FastifyRequest } from 'fastify'
import { type InputProblem, PequodError } from '../../errors.ts'
import type { Answer, Executor } from '../../execute/executor.ts'
import type { Operation } from '../../execute/operation.ts'
import { createTextCache } from '../../execute/text-cache.ts'
import type { RequestContext } from '../../graph/kit/context.ts'
import { isObject } from '../../is-object.ts'
import { registeredId } from './registered-id.ts'
import type { TrustedDocuments } from './trusted-documents.ts'

/** A request for one operation, with nothing about it that needs a second look. */
export interface PlainRequest {
  readonly query: string
  /** Null where none was given. */
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
 * What a request asks for, from its body or, by GET, its address; null where it is not plainly a text or a registered
 * id with perhaps a name and variables. Yoga refuses or understands what is null here.
 * @param registered the operations that an id names
 * @throws PequodError BAD_USER_INPUT for a parameter in the address that should be JSON and is not
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

/** The way to the executor past yoga, for queries that yoga has parsed and found valid before. */
export interface GraphqlShortcut {
  /** Runs a query that is known; null where yoga must read it first. */
  run(asked: PlainRequest, context: RequestContext): Promise<Answer> | null
  /** Makes a query known by its text. */
  note(text: string | null | undefined, operation: Operation): void
}

/** A shortcut that knows no query yet. */
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

/** A name holds no line break, so no two operations have one key. */
function keyOf(text: string, name: string | null): string {
  return `${name ?? ''}\n${text}`
}
