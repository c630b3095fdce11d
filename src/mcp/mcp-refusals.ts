import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'
import type { CorsOrigins } from '../config/config-values.ts'
import { messageStatus, type PequodError } from '../errors.ts'

/** The headers that name the page of a request, and this service as the page calls it. */
interface OriginHeaders {
  origin?: string | undefined
  host?: string | undefined
}

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/

/**
 * Returns whether a web page may use the MCP endpoint. Requests from other sites are refused unless the
 * operator names the site, since a page can point its own name at this computer (DNS rebinding) and would
 * then act with its visitor's reach. Programs send no Origin, and a page of this service on this computer is
 * allowed.
 * @param allowed the sites whose scripts may read answers
 */
export function acceptsOrigin({ origin, host }: OriginHeaders, allowed: CorsOrigins): boolean {
  if (origin === undefined || allowed === 'any' || allowed.includes(origin)) return true
  const site = /^https?:\/\/([^/]+)$/.exec(origin)?.[1]
  return site !== undefined && site === host && LOOPBACK.test(site)
}

/** An answer of the MCP endpoint to a request that reached no tool. */
interface McpFailure {
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
