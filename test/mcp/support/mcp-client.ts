import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { type CallToolResult, CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'

/** A client as hosts have it. */
export interface McpClient {
  client: Client
  call(name: string, given?: Record<string, unknown>): Promise<CallToolResult>
}

/** Connects a client of the official SDK; who connects it closes it. */
export async function connectClient(transport: Transport): Promise<McpClient> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  return {
    client,
    call: async (name, given = {}) =>
      CallToolResultSchema.parse(await client.callTool({ name, arguments: given })),
  }
}

/** The text that a model reads of a result. */
export function textOf({ content: [block] }: CallToolResult): string {
  return block?.type === 'text' ? block.text : ''
}
