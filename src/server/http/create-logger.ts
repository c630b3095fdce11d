import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { urlWithoutCredentials } from '../../access/identity/credential-in-url.ts'
import { hideSecrets } from '../../access/identity/hide-secrets.ts'
import { printable } from '../../text.ts'
import { formatLogLine } from './format-log-line.ts'

/** Where credentials of a request could stand in a log line: never shown. */
export const REDACTION: string[] = ['authorization', 'x-api-key', 'cookie'].flatMap((name) => [
  `headers["${name}"]`,
  `*.headers["${name}"]`,
])

/** A request as a log line shows it; fastify's own would show the whole address. */
function loggedRequest({ method, url, ip }: { method: string; url: string; ip: string }) {
  return { method, url: urlWithoutCredentials(url), remoteAddress: ip }
}

/**
 * A pino logger that never shows credentials: not the headers and addresses that hold them, and no key or token
 * anywhere else in a line, nor a character that would steer whatever shows it.
 * @param destination where lines go, as text for people where it is a terminal and as JSON elsewhere. @default standard output
 */
export function createLogger(
  level: string,
  destination?: DestinationStream & { isTTY?: boolean },
): FastifyBaseLogger {
  const serializers = { req: loggedRequest }
  const isTerminal = (destination ?? process.stdout).isTTY === true
  const show = isTerminal ? formatLogLine : jsonLine
  const streamWrite = (line: string) => show(hideSecrets(line))
  const options = { level, redact: REDACTION, serializers, hooks: { streamWrite } }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** JSON leaves marks of Unicode as they are, and a log is read on terminals. */
function jsonLine(line: string): string {
  return `${printable(line.slice(0, -1))}\n`
}
