import { createHash } from 'node:crypto'
import { getOperationAST, print } from 'graphql'
import { isObject } from '../../checks.ts'
import type { RestRoute } from '../../rest/route.ts'

/** An operation that a client may request by id only. */
export interface PersistedOperation {
  /** The SHA-256 of the text, 64 hex digits. */
  readonly id: string
  readonly name: string
  readonly type: 'query'
  /** The text, with the fragments that it uses. */
  readonly body: string
}

/**
 * The operations of REST, in the order of the routes.
 * @throws Error if one is not a named query
 */
export function persistedOperations(routes: readonly RestRoute[]): PersistedOperation[] {
  return routes.map(({ operation }) => {
    const { name, operation: type } = getOperationAST(operation) ?? {}
    if (name === undefined || type !== 'query')
      throw new Error('A persisted operation is a query with a name.')
    const body = print(operation)
    return { id: createHash('sha256').update(body).digest('hex'), name: name.value, type, body }
  })
}

/**
 * The text of `schema/persisted-operations.json`, which gives clients the ids: a manifest in the format of Apollo's
 * tools.
 */
export function persistedManifest(routes: readonly RestRoute[]): string {
  const manifest = {
    format: 'apollo-persisted-query-manifest',
    version: 1,
    operations: persistedOperations(routes),
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

const HASHED = 'sha256:'

/**
 * The id of a registered operation in a request: from `documentId` (with or without the prefix `sha256:`), as in the
 * GraphQL-over-HTTP draft, or from the extension of Apollo's clients. Null for none. The id may be unknown.
 */
export function registeredId({ documentId, extensions }: Readonly<Record<string, unknown>>): string | null {
  if (typeof documentId === 'string')
    return documentId.startsWith(HASHED) ? documentId.slice(HASHED.length) : documentId
  const named = isObject(extensions) ? extensions.persistedQuery : null
  return isObject(named) && named.version === 1 && typeof named.sha256Hash === 'string'
    ? named.sha256Hash
    : null
}
