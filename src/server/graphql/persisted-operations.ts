import { createHash } from 'node:crypto'
import { getOperationAST, print } from 'graphql'
import type { RestRoute } from '../../rest/routes/route.ts'

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
