import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'

/** Where a secret of a request could stand in a log line. */
const SECRETS = ['authorization', 'x-api-key', 'cookie'].map((name) => `req.headers["${name}"]`)

/** A pino logger on standard output that never shows credentials. */
export function createLogger(level: string): FastifyBaseLogger {
  return pino({ level, redact: { paths: [...SECRETS, 'headers.authorization', 'headers["x-api-key"]'] } })
}
