import { createInterface } from 'node:readline'
import {
  JSONRPCErrorResponseSchema,
  type JSONRPCMessage,
  JSONRPCMessageSchema,
} from '@modelcontextprotocol/sdk/types.js'
import type { FastifyInstance } from 'fastify'

/** An endpoint that is asked without a network. */
export interface AskOptions {
  /** It need not listen. */
  app: FastifyInstance
  /** The headers that identify the caller. */
  headers: Readonly<Record<string, string>>
  /** Receives messages that the endpoint sends on its own. @default they are dropped */
  onMessage?: (message: JSONRPCMessage) => void
}

/**
 * Sends messages through the MCP endpoint of an app, so that they are admitted, counted and answered as over HTTP. A refusal of
 * the endpoint becomes the error of the message that was refused. The session that begins with `initialize` is kept to.
 */
export function askEndpoint({ app, headers, onMessage }: AskOptions) {
  let session: Record<string, string> = {}
  let protocol: Record<string, string> = {}
  return async (message: JSONRPCMessage): Promise<JSONRPCMessage | null> => {
    const { body, headers: answered } = await app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        ...headers,
        ...session,
        ...protocol,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      payload: JSON.stringify(message),
    })
    const id = answered['mcp-session-id']
    if (typeof id === 'string') {
      session = { 'mcp-session-id': id }
      // Over at its end: later requests are answered without it.
      if (onMessage !== undefined)
        listenTo({ app, headers: { ...headers, ...session }, onMessage }).catch(() => {})
    }
    if (body === '' || !('id' in message) || message.id === undefined) return null
    const answer: unknown = JSON.parse(body)
    const version = initializedVersion(message, answer)
    if (version !== null) protocol = { 'mcp-protocol-version': version }
    const refused = JSONRPCErrorResponseSchema.safeParse({ ...Object(answer), id: message.id })
    return refused.success ? refused.data : JSONRPCMessageSchema.parse(answer)
  }
}

/** The version of the protocol that an answer to `initialize` agrees on; null for any other message. */
function initializedVersion(message: JSONRPCMessage, answer: unknown): string | null {
  if (!('method' in message) || message.method !== 'initialize') return null
  const { protocolVersion } = Object(Object(answer).result)
  return typeof protocolVersion === 'string' ? protocolVersion : null
}

/** Passes on a session's notifications, over one stream after the other, until it is refused one. */
async function listenTo({ app, headers, onMessage }: Required<AskOptions>): Promise<void> {
  for (;;) {
    const answer = await app.inject({
      method: 'GET',
      url: '/mcp',
      headers: { ...headers },
      payloadAsStream: true,
    })
    const body = answer.stream()
    if (answer.statusCode !== 200) return void body.resume()
    for await (const line of createInterface({ input: body }))
      if (line.startsWith(DATA)) onMessage(JSONRPCMessageSchema.parse(JSON.parse(line.slice(DATA.length))))
  }
}

const DATA = 'data: '
