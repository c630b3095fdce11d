import { styleText } from 'node:util'
import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import { hideSecrets, urlWithoutCredentials } from '../../access/identity/hide-secrets.ts'
import { printable } from '../../text.ts'

/** Fields of a log line that could hold credentials. */
export const REDACTION: string[] = ['authorization', 'x-api-key', 'cookie'].flatMap((name) => [
  `headers["${name}"]`,
  `*.headers["${name}"]`,
])

/** A request in a log line; fastify's own serializer would show the whole address. */
function loggedRequest({ method, url, ip }: { method: string; url: string; ip: string }) {
  return { method, url: urlWithoutCredentials(url), remoteAddress: ip }
}

/**
 * A pino logger that never shows credentials: it omits the headers and addresses that hold them, hides keys and tokens
 * anywhere else in a line, and escapes characters that control a terminal.
 * @param destination receives text for people if it is a terminal, else JSON. @default standard output
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

/** JSON leaves Unicode's control marks unescaped, and a log is read on terminals. */
function jsonLine(line: string): string {
  return `${printable(line.slice(0, -1))}\n`
}

/** The word and the style of pino's numeric levels, for a terminal. */
const LEVELS: Readonly<Record<number, readonly [word: string, style: Parameters<typeof styleText>[0]]>> = {
  10: ['TRACE', 'dim'],
  20: ['DEBUG', 'dim'],
  30: ['INFO', 'green'],
  40: ['WARN', 'yellow'],
  50: ['ERROR', 'red'],
  60: ['FATAL', 'red'],
}

/** Fields of our own log lines; others are printed with their names. */
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
