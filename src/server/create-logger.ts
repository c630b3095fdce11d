import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { urlWithoutCredentials } from '../access/credential-in-url.ts'

/** Where credentials of a request could stand in a log line: never shown. */
export const REDACTION: string[] = ['authorization', 'x-api-key', 'cookie'].flatMap((name) => [
  `headers["${name}"]`,
  `*.headers["${name}"]`,
])

/** A request as a log line shows it; fastify's own would show the whole address. */
export function loggedRequest({ method, url, ip }: { method: string; url: string; ip: string }) {
  return { method, url: urlWithoutCredentials(url), remoteAddress: ip }
}

/** A pino logger on standard output that never shows credentials. */
export function createLogger(level: string): FastifyBaseLogger {
  return pino({ level, redact: REDACTION, serializers: { req: loggedRequest } })
}
