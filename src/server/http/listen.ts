import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { errorAnswer, SECURITY_HEADERS } from '../../answers/headers.ts'
import { CommandError, PequodError } from '../../errors.ts'
import { html } from '../../pages/kit/html.ts'
import { htmlDocument, pagePolicy } from '../../pages/kit/html-document.ts'
import { PAGE_ICON, PAGE_STYLE } from '../../pages/kit/page-style.ts'
import { opensPage } from '../../pages/kit/send-page.ts'

/** The reason that a socket could not be opened, by the system's error code, as the end of a sentence. */
const REASONS: Readonly<Record<string, (place: { host: string; port: number }) => string>> = {
  EADDRINUSE: ({ port }) => `port ${port} is in use. Stop the other program, or set PORT to another port.`,
  EACCES: ({ port }) =>
    `this user has no permission to listen on port ${port}. Set PORT to one from 1024 to 65535.`,
  EADDRNOTAVAIL: ({ host }) =>
    `this computer has no address ${host}. Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`,
  ENOTFOUND: ({ host }) =>
    `${host} is not a known host name. Set HOST to 127.0.0.1, or to 0.0.0.0 for all addresses.`,
}

/**
 * New connections that the system queues, up to its own bound (`somaxconn`, 4,096 on Linux). Beyond the queue it drops
 * some and resets others, and no caller gets a Retry-After.
 */
const BACKLOG = 4_096

/**
 * Opens the service's socket and returns its address as a browser on this computer reaches it, such as
 * `http://127.0.0.1:4000`.
 * @param place.port 0 takes any free port
 * @throws CommandError with one sentence if the port is in use or the host is not this computer's
 */
export async function listen(app: FastifyInstance, place: { host: string; port: number }): Promise<string> {
  await app.listen({ ...place, backlog: BACKLOG }).catch((error) => refuse(error, place))
  return urlOf(app.server, place)
}

/** As {@link listen}, for a server before the service is ready. */
async function bind(server: Server, place: { host: string; port: number }): Promise<string> {
  server.listen({ ...place, backlog: BACKLOG })
  await once(server, 'listening').catch((error) => refuse(error, place))
  return urlOf(server, place)
}

/** Moves another server's open socket to the service; the other server answers no more requests and is not closed. */
async function takeOver(app: FastifyInstance, opened: Server): Promise<void> {
  await app.ready()
  app.server.listen(opened, BACKLOG)
  await once(app.server, 'listening')
}

function refuse(error: unknown, place: { host: string; port: number }): never {
  const reason = REASONS[codeOf(error)]
  if (reason === undefined) throw error
  throw new CommandError(`Cannot serve: ${reason(place)}`, { cause: error })
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return ''
  // getaddrinfo reports EAI_AGAIN instead without a reachable name server.
  return error.code === 'EAI_AGAIN' ? 'ENOTFOUND' : String(error.code)
}

/** Some browsers cannot open 0.0.0.0; every address includes the computer's own. */
function browserHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

function urlOf(server: Server, { host, port }: { host: string; port: number }): string {
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return `http://${browserHost(host)}:${bound}`
}

/** Holds the service's socket while it loads: every request gets 503. */
export interface LoadingServer {
  /** The address of this server, and of the service later. */
  url: string
  /** Hands the socket over to the service. */
  admit(app: FastifyInstance): Promise<void>
  /** Closes the socket, unless it was handed over, and its connections. */
  close(): void
}

/** `Retry-After`, in seconds. */
const ASK_AGAIN = 2

const STARTING = new PequodError(
  'SERVICE_UNAVAILABLE',
  `The service is starting: retry in ${ASK_AGAIN} seconds.`,
  { retryAfter: ASK_AGAIN },
)

const PAGE = htmlDocument({
  title: 'Pequod is starting',
  head: html`<link rel="stylesheet" href="/assets/pequod.css">
    <meta http-equiv="refresh" content="${ASK_AGAIN}">`,
  body: html`<header class="bar"><div><span class="brand"><img src="/assets/pequod.svg" alt="" width="24" height="24">Pequod</span></div></header>
    <main class="text">
      <h1>Pequod is starting</h1>
      <p class="lead">This page reloads automatically until the service is ready.</p>
      <p>The first start of the demo simulates a market world; the terminal shows its progress.</p>
    </main>`,
})

const PAGE_HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': pagePolicy({ 'style-src': "'self'", 'img-src': "'self'" }),
}
const JSON_HEADERS = { 'Content-Type': 'application/json; charset=utf-8' }

/** Paths answered like the service: the page's assets, and liveness. */
const FILES: Readonly<Record<string, { type: string; text: string }>> = {
  '/health/live': { type: 'application/json; charset=utf-8', text: '{"status":"ok"}' },
  '/assets/pequod.css': { type: 'text/css; charset=utf-8', text: PAGE_STYLE },
  '/assets/pequod.svg': { type: 'image/svg+xml', text: PAGE_ICON },
}

/**
 * Listens before anything else is loaded, so that a port in use is reported before any work.
 * @throws CommandError with one sentence if the port is in use or the host is not this computer's
 */
export async function openLoadingServer(place: { host: string; port: number }): Promise<LoadingServer> {
  const server = createServer(answer)
  const url = await bind(server, place)
  let isAdmitted = false
  return {
    url,
    async admit(app) {
      isAdmitted = true
      await takeOver(app, server)
    },
    close() {
      if (!isAdmitted) server.close()
      server.closeAllConnections()
    },
  }
}

function answer(request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, text } = answerTo(request)
  // Closes the connection, so that the next request reaches the service.
  response.writeHead(status, { ...SECURITY_HEADERS, ...headers, Connection: 'close' }).end(text)
}

function answerTo(request: IncomingMessage) {
  const [path = ''] = (request.url ?? '').split('?', 1)
  const file = FILES[path]
  if (file !== undefined) return { status: 200, headers: { 'Content-Type': file.type }, text: file.text }
  const { status, headers, body } = errorAnswer(STARTING)
  if (opensPage(request)) return { status, headers: { ...headers, ...PAGE_HEADERS }, text: PAGE }
  const { detail: message, code } = body
  const shown = path === '/graphql' ? { errors: [{ message, extensions: { code } }] } : body
  return { status, headers: { ...headers, ...JSON_HEADERS }, text: JSON.stringify(shown) }
}
