import { messageStatus } from '../../errors.ts'
import { requestFailure } from '../http/request-failure.ts'

/** An answer of the GraphQL endpoint to a request that reached no operation. */
export interface GraphqlFailure {
  status: number
  headers: Readonly<Record<string, string>>
  body: { errors: [{ message: string; extensions: { code: string; retryAfter?: number } }] }
}

/** The answer to a request that failed before or outside an operation, in the shape of GraphQL errors. */
export function graphqlFailure(error: unknown): GraphqlFailure {
  const { code, message, headers, retryAfter } = requestFailure(error)
  const extensions = { code, ...(retryAfter !== null && { retryAfter }) }
  return {
    status: messageStatus(code),
    headers: {
      'Content-Type': 'application/graphql-response+json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...headers,
    },
    body: { errors: [{ message, extensions }] },
  }
}
