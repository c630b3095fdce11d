/**
 * One of the servers of `bench/read/hot.ts`, in a process of its own: its first message says which, it replies with its
 * address, and it answers each further message with its processor time so far, in seconds.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createMemoryLimiter } from '../../src/access/limits/rate-limit.ts'
import { rateLimitHeaders } from '../../src/answers/headers.ts'
import { loadConfig } from '../../src/config/config.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { createApp } from '../../src/server/app.ts'
import { listen } from '../../src/server/http/listen.ts'

/** The kind of a server. */
export type HotServer =
  /** The service as it is started, over a store. */
  | { kind: 'service'; path: string }
  /** node:http with one constant answer, headers included; optionally with the limiter and its headers. */
  | { kind: 'bare' | 'limited'; headers: Record<string, string>; body: string }

/** Above one machine's capacity, so that every request is counted and none is refused. */
const LIMIT = 100_000

async function serveService(path: string): Promise<string> {
  const config = loadConfig({
    LOG_LEVEL: 'silent',
    DATABASE_URL: `sqlite:${path}`,
    RATE_LIMIT_ANONYMOUS: String(LIMIT),
  })
  const store = await openStore({ kind: 'sqlite', path })
  return listen(await createApp({ db: store.db, config }), { host: '127.0.0.1', port: 0 })
}

async function serveBare({ kind, headers, body }: Exclude<HotServer, { kind: 'service' }>): Promise<string> {
  const bytes = Buffer.from(body, 'base64')
  const limiter = createMemoryLimiter()
  const bare = (_request: IncomingMessage, response: ServerResponse) =>
    response.writeHead(200, headers).end(bytes)
  const limited = (request: IncomingMessage, response: ServerResponse) => {
    const verdict = limiter.hit(`address ${request.socket.remoteAddress}`, LIMIT)
    response.writeHead(200, { ...headers, ...rateLimitHeaders(verdict) }).end(bytes)
  }
  const server = createServer(kind === 'bare' ? bare : limited)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  return `http://127.0.0.1:${port}`
}

function tell(message: unknown): void {
  process.send?.(message)
}

process.once('message', async (what: HotServer) => {
  tell(await (what.kind === 'service' ? serveService(what.path) : serveBare(what)))
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    tell((user + system) / 1_000_000)
  })
})
process.once('disconnect', () => process.exit(0))
