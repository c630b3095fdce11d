import { requestFailure } from '../http/request-failure.ts'

/** An answer of the GraphQL endpoint to a request that reached no operation. */
export interface GraphqlFailure {
  status: number
  headers: Readonly<Record<string, string>>
  body: { errors: [{ message: string; extensions: { code: string } }] }
}

/** Statuses that GraphQL over HTTP gives other numbers than REST: a malformed request is 400, a wrong media type 415. */
const GRAPHQL_STATUS: Readonly<Record<string, number>> = { FST_ERR_CTP_INVALID_MEDIA_TYPE: 415 }

/** The answer to a request that failed before or outside an operation, in the shape of GraphQL errors. */
export function graphqlFailure(error: unknown): GraphqlFailure {
  const { code, message, retryAfter, status } = requestFailure(error)
  const own = error instanceof Error && 'code' in error ? GRAPHQL_STATUS[String(error.code)] : undefined
  return {
    status: own ?? (status === 422 ? 400 : status),
    headers: {
      'Content-Type': 'application/graphql-response+json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(retryAfter === null ? {} : { 'Retry-After': String(retryAfter) }),
    },
    body: { errors: [{ message, extensions: { code } }] },
  }
}
