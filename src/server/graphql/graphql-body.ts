import type { FastifyRequest } from 'fastify'
import { readJsonBody } from '../../rest/parameters/read-json-body.ts'

/** Reads the JSON body of a GraphQL request. It must be an object that asks for something. Rejects with BAD_USER_INPUT. */
export async function parseGraphqlBody(_request: FastifyRequest, text: string | Buffer): Promise<unknown> {
  return readJsonBody(text, problemOf)
}

function problemOf(body: unknown): string | null {
  if (Array.isArray(body)) return 'Send one operation a request: batches are not taken.'
  if (typeof body === 'object' && body !== null && Object.keys(body).length > 0) return null
  return 'The body must be an object such as {"query": "{ service { name } }"}.'
}
