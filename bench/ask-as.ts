import type { FastifyInstance } from 'fastify'
import type { Ask } from './link-boards.ts'

/** Asks a service over GraphQL with a caller's headers. */
export function askAs(app: FastifyInstance, headers: Record<string, string>): Ask {
  return async (query, variables = {}) =>
    (await app.inject({ method: 'POST', url: '/graphql', headers, payload: { query, variables } })).json()
}
