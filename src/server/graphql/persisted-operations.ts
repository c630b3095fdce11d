import { createHash } from 'node:crypto'
import { getOperationAST, print } from 'graphql'
import type { RestRoute } from '../../rest/routes/route.ts'

/** An operation that a client may ask for by its id alone. */
export interface PersistedOperation {
  /** The SHA-256 of the text, 64 hex digits. */
  readonly id: string
  /** The operation's name in its text. */
  readonly name: string
  readonly type: 'query'
  /** The text, with the fragments that it uses. */
  readonly body: string
}

/** The operations that REST is made of, in the order of the routes. @throws Error where one is not a query with a name */
export function persistedOperations(routes: readonly RestRoute[]): PersistedOperation[] {
  return routes.map(({ operation }) => {
    const { name, operation: type } = getOperationAST(operation) ?? {}
    if (name === undefined || type !== 'query')
      throw new Error('A persisted operation is a query with a name.')
    const body = print(operation)
    return { id: createHash('sha256').update(body).digest('hex'), name: name.value, type, body }
  })
}
