import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'

/** The trouble of one request, instead of a good answer. */
export type Trouble =
  | { kind: 'STATUS'; status: number; headers?: Record<string, string>; body?: string }
  /** Say nothing, ever. */
  | { kind: 'SILENCE' }
  /** Send the first half of the true answer, then end as if that were all (CUT), or cut the connection (BREAK). */
  | { kind: 'CUT' }
  | { kind: 'BREAK' }
  /** Answer 200 with this text. */
  | { kind: 'TEXT'; text: string }

/** An API on loopback. */
export interface LoopbackApi {
  url: string
  /** The requested addresses, in order. */
  asked: URL[]
}

/**
 * Serves lists by path until the test is done; a path that is not served is 404. `trouble` decides for each request,
 * numbered from 0: null answers it well.
 */
export async function loopbackApi(
  paths: Readonly<Record<string, (query: URLSearchParams) => unknown>>,
  trouble: (request: number, address: URL) => Trouble | null = () => null,
): Promise<LoopbackApi> {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    const address = new URL(request.url ?? '/', 'http://127.0.0.1')
    const list = paths[address.pathname]
    const inTheWay = trouble(asked.push(address) - 1, address)
    if (inTheWay !== null) return misbehave(inTheWay, JSON.stringify(list?.(address.searchParams)), response)
    if (list === undefined) return void response.writeHead(404).end('{"error":"not found"}')
    send(request, response, JSON.stringify(list(address.searchParams)))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { url: `http://127.0.0.1:${address.port}`, asked }
}

/** Compressed, as the real APIs answer clients that accept it. */
function send(request: IncomingMessage, response: ServerResponse, body: string): void {
  const zipped = request.headers['accept-encoding']?.includes('gzip') ?? false
  response.writeHead(200, {
    'content-type': 'application/json',
    ...(zipped && { 'content-encoding': 'gzip' }),
  })
  response.end(zipped ? gzipSync(body, { level: 1 }) : body)
}

function misbehave(trouble: Trouble, body: string | undefined, response: ServerResponse): void {
  const whole = body ?? '[]'
  const half = whole.slice(0, whole.length >> 1)
  if (trouble.kind === 'SILENCE') return
  if (trouble.kind === 'STATUS')
    return void response.writeHead(trouble.status, trouble.headers).end(trouble.body ?? '')
  if (trouble.kind === 'TEXT') return void response.end(trouble.text)
  if (trouble.kind === 'CUT') return void response.end(half)
  response.writeHead(200, { 'content-length': String(Buffer.byteLength(whole)) })
  response.write(half, () => response.destroy())
}
