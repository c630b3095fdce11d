import { messageStatus } from '../../errors.ts'
import { requestFailure } from '../http/request-failure.ts'

/** An answer of the GraphQL endpoint to a request that reached no operation. */
export interface GraphqlFailure {
  status: number
  headers: Readonly<Record<string, string>>
  body: { errors: [{ message: string; extensions: { code: string } }] }
}

/** The catalogue has no code for a wrong media type: GraphQL over HTTP gives it a status of its own. */
const GRAPHQL_STATUS: Readonly<Record<string, number>> = { FST_ERR_CTP_INVALID_MEDIA_TYPE: 415 }

/** The answer to a request that failed before or outside an operation, in the shape of GraphQL errors. */
export function graphqlFailure(error: unknown): GraphqlFailure {
  const { code, message, retryAfter } = requestFailure(error)
  const own = error instanceof Error && 'code' in error ? GRAPHQL_STATUS[String(error.code)] : undefined
  return {
    status: own ?? messageStatus(code),
    headers: {
      'Content-Type': 'application/graphql-response+json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(retryAfter === null ? {} : { 'Retry-After': String(retryAfter) }),
    },
    body: { errors: [{ message, extensions: { code } }] },
  }
}
