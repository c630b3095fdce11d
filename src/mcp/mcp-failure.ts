import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import { messageStatus, type PequodError } from '../errors.ts'

/** An answer of the MCP endpoint to a request that reached no tool. */
export interface McpFailure {
  status: number
  headers: Readonly<Record<string, string>>
  /** An error of JSON-RPC, of no request in particular: the request was not read. */
  body: { jsonrpc: '2.0'; id: null; error: { code: number; message: string; data: { code: string } } }
}

/** The first number that JSON-RPC leaves to servers. */
const SERVER_ERROR = -32_000

/** The shape of every refusal at `/mcp`: our status, sentence and code as an error of JSON-RPC. */
export function mcpFailure({ code, message, headers }: PequodError): McpFailure {
  return {
    status: messageStatus(code),
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      ...(code === 'METHOD_NOT_ALLOWED' ? { Allow: 'POST' } : {}),
      ...headers,
    },
    body: {
      jsonrpc: '2.0',
      id: null,
      error: {
        code: code === 'BAD_USER_INPUT' ? ErrorCode.InvalidRequest : SERVER_ERROR,
        message,
        data: { code },
      },
    },
  }
}
