import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

/** One call of a batch, as the proxy sees it. */
export interface SeenCall {
  id: number
  method: string
  params: unknown[]
}

/** One answer of a batch. */
export interface SeenAnswer {
  id: number
  result?: unknown
  error?: { code: number; message: string }
}

/** The trouble of one request, before or instead of forwarding it. */
export type Trouble =
  | { kind: 'STATUS'; status: number; headers?: Record<string, string>; body?: string }
  /** Say nothing, ever. */
  | { kind: 'SILENCE' }
  /** Send the first half of the true answer, then end as if that were all (CUT), or cut the connection (BREAK). */
  | { kind: 'CUT' }
  | { kind: 'BREAK' }
  /** Answer the whole batch with this error. */
  | { kind: 'ERROR'; code: number; message: string }
  /** Change the true answers. */
  | { kind: 'CHANGE'; change: (answers: SeenAnswer[], calls: SeenCall[]) => SeenAnswer[] }

/** A proxy of a node that misbehaves on demand. */
export interface HostileProxy {
  url: string
  /** Requests seen so far. */
  requests: number
  close(): Promise<void>
}

/** Starts the proxy; `trouble` decides for each request, numbered from 0: null passes it on as it is. */
export async function startProxy(
  target: string,
  trouble: (request: number, calls: SeenCall[]) => Trouble | null,
): Promise<HostileProxy> {
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const proxy: HostileProxy = {
    url: `http://127.0.0.1:${address.port}`,
    requests: 0,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request)
    const calls: SeenCall[] = JSON.parse(body)
    const what = trouble(proxy.requests++, calls)
    if (what?.kind === 'SILENCE') return
    if (what?.kind === 'STATUS')
      return void response.writeHead(what.status, what.headers).end(what.body ?? '')
    if (what?.kind === 'ERROR') {
      const error = { code: what.code, message: what.message }
      return void response.end(JSON.stringify(calls.map(({ id }) => ({ jsonrpc: '2.0', id, error }))))
    }
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
    const text = await (await fetch(target, init)).text()
    if (what?.kind === 'CUT') return void response.end(text.slice(0, text.length / 2))
    if (what?.kind === 'BREAK') {
      response.writeHead(200, { 'content-length': text.length })
      response.write(text.slice(0, text.length / 2), () => response.destroy())
      return
    }
    response.end(what === null ? text : JSON.stringify(what.change(JSON.parse(text), calls)))
  }
  return proxy
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
