import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'

/** One scripted answer to a request. */
export type ScriptedAnswer = (response: ServerResponse, request: IncomingMessage) => void

/** A server on loopback with scripted answers, and the requests it received. */
export interface ScriptedService {
  baseUrl: string
  requests: IncomingMessage[]
  close(): void
}

/** A server that gives one answer after the other, the last one for ever; it ends with the test that starts it. */
export async function serveScript(...answers: readonly ScriptedAnswer[]): Promise<ScriptedService> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests.length, answers.length - 1)]
    requests.push(request)
    answer?.(response, request)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  onTestFinished(close)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return { baseUrl: `http://127.0.0.1:${address.port}`, requests, close }
}

/** An answer with a JSON body. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): ScriptedAnswer {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
}
