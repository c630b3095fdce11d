import type { FastifyRequest } from 'fastify'
import { PequodError } from '../errors.ts'

type Done = (error: Error | null, body?: unknown) => void

/**
 * Reads the JSON body of a GraphQL request. It must be an object that asks for something; what is wrong is said in our
 * words, for the JSON parser's quote the body.
 */
export function parseGraphqlBody(_request: FastifyRequest, text: string | Buffer, done: Done): void {
  const body = parseJson(String(text))
  const problem = problemOf(body)
  if (problem === null) done(null, body)
  else done(badBody(problem))
}

function problemOf(body: unknown): string | null {
  if (body === undefined) return 'The body is not valid JSON.'
  if (Array.isArray(body)) return 'Send one operation a request: batches are not taken.'
  if (typeof body === 'object' && body !== null && Object.keys(body).length > 0) return null
  return 'The body must be an object such as {"query": "{ service { name } }"}.'
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function badBody(message: string): PequodError {
  return new PequodError('BAD_USER_INPUT', message, { problems: [{ in: 'body', name: 'body', message }] })
}
