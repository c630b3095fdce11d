import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { errorAnswer, SECURITY_HEADERS } from '../../answers/headers.ts'
import { PequodError } from '../../errors.ts'
import { html } from '../../pages/kit/html.ts'
import { htmlDocument } from '../../pages/kit/html-document.ts'
import { opensPage } from '../../pages/kit/opens-page.ts'
import { PAGE_ICON } from '../../pages/kit/page-icon.ts'
import { pagePolicy } from '../../pages/kit/page-policy.ts'
import { PAGE_STYLE } from '../../pages/kit/page-style.ts'
import { bind, takeOver } from './listen.ts'

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
  body: html`<main class="text">
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
