import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

/** Where credentials of a request could stand in a log line: never shown. */
export const REDACTION: string[] = ['authorization', 'x-api-key', 'cookie'].flatMap((name) => [
  `headers["${name}"]`,
  `*.headers["${name}"]`,
])

/** A pino logger on standard output that never shows credentials. */
export function createLogger(level: string): FastifyBaseLogger {
  return pino({ level, redact: REDACTION })
}
