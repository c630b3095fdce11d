import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { urlWithoutCredentials } from '../access/credential-in-url.ts'
import { hideSecrets } from '../access/hide-secrets.ts'

/** Where credentials of a request could stand in a log line: never shown. */
export const REDACTION: string[] = ['authorization', 'x-api-key', 'cookie'].flatMap((name) => [
  `headers["${name}"]`,
  `*.headers["${name}"]`,
])

/** A request as a log line shows it; fastify's own would show the whole address. */
export function loggedRequest({ method, url, ip }: { method: string; url: string; ip: string }) {
  return { method, url: urlWithoutCredentials(url), remoteAddress: ip }
}

/**
 * A pino logger that never shows credentials: not the headers and addresses that hold them, and no key or token
 * anywhere else in a line.
 * @param destination where lines go; standard output unless given
 */
export function createLogger(level: string, destination?: DestinationStream): FastifyBaseLogger {
  const serializers = { req: loggedRequest }
  const options = { level, redact: REDACTION, serializers, hooks: { streamWrite: hideSecrets } }
  return destination === undefined ? pino(options) : pino(options, destination)
}
