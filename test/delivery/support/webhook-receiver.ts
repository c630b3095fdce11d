import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request that a receiver was sent. */
export interface Received {
  path: string
  headers: Record<string, string>
  body: string
  /** The body's `type`. */
  type: string
}

/** A subscriber's server on loopback. */
export interface WebhookReceiver {
  url: string
  received: Received[]
  /** Received messages of the type `whale.…`. */
  alerts(): Received[]
  /** Answers messages other than verifications; the default is 204. */
  answer: (response: ServerResponse, request: Received) => void
  close(): Promise<void>
}

/** Starts a receiver that echoes challenges, as subscribers do. */
export async function startReceiver({ echo = true }: { echo?: boolean } = {}): Promise<WebhookReceiver> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += String(chunk)
    })
    request.on('end', () => {
      const message = JSON.parse(body)
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      )
      const seen = { path: request.url ?? '', headers, body, type: message.type }
      received.push(seen)
      if (message.type === 'channel.verification' && echo)
        response.end(JSON.stringify({ challenge: message.data.challenge }))
      else receiver.answer(response, seen)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    alerts: () => received.filter(({ type }) => type.startsWith('whale.')),
    answer: (response) => response.writeHead(204).end(),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}
