import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ErrorBody } from '../../rest/answers/error-answer.ts'
import { newRequestId } from './request-id.ts'

/** Statuses of what is not a whole HTTP request, by Node's code; 400 for every other. */
const FAILURES: Readonly<Record<string, { status: number; detail: string }>> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    detail: 'The request took too long to arrive: send it again.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    detail: 'The request headers are too large: send fewer or shorter ones.',
  },
}
const MALFORMED = {
  status: 400,
  detail: 'The HTTP request is malformed: check the client, or the proxy in between.',
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
  const { status, detail } = FAILURES[error.code ?? ''] ?? MALFORMED
  const body = JSON.stringify({ detail, code: 'BAD_USER_INPUT' } satisfies ErrorBody)
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
