import { styleText } from 'node:util'
import { printable } from '../../text.ts'

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
