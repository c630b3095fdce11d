import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface BotAnswer {
  status: number
  description?: string
  retryAfter?: number
}

/** A server on loopback that speaks the shapes of the Bot API's sendMessage. */
export interface BotApi {
  url: string
  /** Messages that it took or refused, in order. */
  requests: { chat_id: string; text: string }[]
  /** The next answers; without any left, messages are accepted. */
  answers: BotAnswer[]
  close(): Promise<void>
}

/** Starts a Bot API for one bot. */
export async function startBotApi(token: string): Promise<BotApi> {
  const requests: BotApi['requests'] = []
  const answers: BotAnswer[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const reply = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method !== 'POST' || request.url !== `/bot${token}/sendMessage`)
      return reply(401, { ok: false, error_code: 401, description: 'Unauthorized' })
    const message = JSON.parse(Buffer.concat(chunks).toString())
    requests.push(message)
    const next = answers.shift()
    if (next === undefined)
      return reply(200, { ok: true, result: { message_id: requests.length, text: message.text } })
    const { status, description, retryAfter } = next
    const parameters = retryAfter === undefined ? {} : { parameters: { retry_after: retryAfter } }
    return reply(status, { ok: false, error_code: status, description, ...parameters })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    answers,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
