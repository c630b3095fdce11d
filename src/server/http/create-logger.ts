import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { styleText } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { hideSecrets, urlWithoutCredentials } from '../../access/identity/hide-secrets.ts'
import { printable } from '../../text.ts'

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

/** Levels as pino numbers them, by the word and the style that a terminal shows. */
const LEVELS: Readonly<Record<number, readonly [word: string, style: Parameters<typeof styleText>[0]]>> = {
  10: ['TRACE', 'dim'],
  20: ['DEBUG', 'dim'],
  30: ['INFO', 'green'],
  40: ['WARN', 'yellow'],
  50: ['ERROR', 'red'],
  60: ['FATAL', 'red'],
}

/** Fields of our own log lines; others are printed by name. */
interface LogLine {
  level: number
  time: number
  msg?: string
  req?: { method: string; url: string; remoteAddress: string }
  res?: { statusCode: number }
  responseTime?: number
  err?: { stack?: string; message?: string }
  [name: string]: unknown
}

/**
 * A log line for a person at a terminal: `09:38:47 INFO  incoming request: GET /v1/leaderboard from 127.0.0.1`, and the
 * stack of an error on lines of its own. JSON escapes terminal controls; after parsing they are escaped again.
 * @param line one JSON object of pino's
 */
export function formatLogLine(line: string): string {
  const { level, time, msg, req, res, responseTime, err, pid, hostname, ...rest }: LogLine = JSON.parse(line)
  const [word, style] = LEVELS[level] ?? [String(level), 'green']
  const details = [
    req && `${req.method} ${req.url} from ${req.remoteAddress}`,
    res && String(res.statusCode),
    responseTime !== undefined && `${responseTime.toFixed(1)} ms`,
    ...Object.entries(rest).map(
      ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
  ].filter((detail) => typeof detail === 'string')
  const clock = styled('dim', new Date(time).toTimeString().slice(0, 8))
  const text = [msg, details.join(', ')].filter(Boolean).join(': ')
  const lines = [`${clock} ${styled(style, word.padEnd(5))} ${printable(text)}`]
  const stack = err?.stack ?? err?.message
  if (stack !== undefined) lines.push(...stack.split('\n').map((one) => `    ${printable(one)}`))
  return `${lines.join('\n')}\n`
}

function styled(style: Parameters<typeof styleText>[0], text: string): string {
  return styleText(style, text, { stream: process.stdout })
}

/** A caller's own id: short, and of characters that mean nothing to a log, a shell or a header. */
const PLAIN = /^[A-Za-z0-9][\w.:=+/-]{0,99}$/

/** Random bytes of one id, and of how many ids they are fetched at a time: one by one costs ten times as much. */
const BYTES = 12
const IDS = 256
let pool = Buffer.alloc(0)
let used = 0

/** An id that no other request has, in 24 hex digits, which does not reveal how many there were. */
export function newRequestId(): string {
  if (used === pool.length) {
    pool = randomBytes(BYTES * IDS)
    used = 0
  }
  used += BYTES
  return pool.toString('hex', used - BYTES, used)
}

/**
 * What a request is known by in our logs and in the header X-Request-Id of its answer: the caller's own X-Request-Id
 * where that is up to 100 letters, digits and `_.:=+/-` and holds no key or token, else a new one.
 */
export function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const own = headers['x-request-id']
  if (own === undefined) return newRequestId()
  return typeof own === 'string' && PLAIN.test(own) && hideSecrets(own) === own ? own : newRequestId()
}
