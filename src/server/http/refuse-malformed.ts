import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '../../answers/headers.ts'
import { ERROR_CATALOGUE } from '../../errors.ts'
import { newRequestId } from './request-id.ts'

/** What is not a whole HTTP request, by Node's code; MALFORMED_REQUEST for every other. */
const FAILURES: Readonly<Record<string, 'REQUEST_TIMEOUT' | 'HEADERS_TOO_LARGE'>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
}

/**
 * Answers what never became a request (too slow, headers too large, not HTTP) in the shape of every error, and ends
 * the connection. Nothing is logged: anybody can send any bytes.
 */
export function refuseMalformed(error: Error & { code?: string }, socket: Socket): void {
  if (socket.destroyed) return
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = FAILURES[error.code ?? ''] ?? 'MALFORMED_REQUEST'
  const { status, sentence: detail } = ERROR_CATALOGUE[code]
  const body = JSON.stringify({ detail, code } satisfies ErrorBody)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    `X-Request-Id: ${newRequestId()}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
}
