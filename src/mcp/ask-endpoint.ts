import {
  JSONRPCErrorResponseSchema,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { FastifyInstance } from 'fastify'

/**
 * Sends messages through the MCP endpoint of an app that need not listen, so that they are admitted, counted and answered as
 * over HTTP. A refusal of the endpoint becomes the error of the message that was refused.
 * @param headers by which the endpoint knows the caller
 */
export function askEndpoint(app: FastifyInstance, headers: Readonly<Record<string, string>>) {
  return async (message: JSONRPCMessage): Promise<JSONRPCMessage | null> => {
    const { body } = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        ...headers,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      payload: JSON.stringify(message),
    })
    if (body === '' || !('id' in message) || message.id === undefined) return null
    const answer: unknown = JSON.parse(body)
    const refused = JSONRPCErrorResponseSchema.safeParse({ ...Object(answer), id: message.id })
    return refused.success ? refused.data : JSONRPCMessageSchema.parse(answer)
  }
}
