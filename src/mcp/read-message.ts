import type { FastifyRequest } from 'fastify'
import { readJsonBody } from '../rest/parameters/read-json-body.ts'

/**
 * Reads the body of a request to the MCP door: one message of JSON-RPC. A batch is refused: the protocol no longer knows
 * them, and many calls in one request would be counted as one. Rejects with BAD_USER_INPUT.
 */
export async function readMessage(_request: FastifyRequest, text: string | Buffer): Promise<unknown> {
  return readJsonBody(text, (body) =>
    Array.isArray(body) ? 'Send one message a request: batches are not taken.' : null,
  )
}
