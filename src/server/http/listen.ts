import { once } from 'node:events'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { CommandError } from '../../errors.ts'

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
export async function bind(server: Server, place: { host: string; port: number }): Promise<string> {
  server.listen({ ...place, backlog: BACKLOG })
  await once(server, 'listening').catch((error) => refuse(error, place))
  return urlOf(server, place)
}

/** Moves another server's open socket to the service; the other server answers no more requests and is not closed. */
export async function takeOver(app: FastifyInstance, opened: Server): Promise<void> {
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
