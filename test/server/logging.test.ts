import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import * as fc from 'fast-check'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { createLogger, REDACTION } from '../../src/server/http/create-logger.ts'

test('credentials never reach the log, in any header', () => {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const log = pino({ redact: REDACTION }, sink)
  const headers = { authorization: 'Bearer secret-1', 'x-api-key': 'secret-2', cookie: 'secret-3' }
  log.info({ headers }, 'headers alone')
  log.info({ req: { headers } }, 'a request')
  expect(lines).toHaveLength(2)
  expect(lines.join('')).not.toContain('secret-')
})

/** The lines that a logger writes where its destination is a terminal, or is not. */
function linesOf(isTTY: boolean, write: (log: ReturnType<typeof createLogger>) => void): string[] {
  const lines: string[] = []
  write(createLogger('info', { isTTY, write: (line) => void lines.push(line) }))
  return lines
}

test('log lines are readable on a terminal, and JSON elsewhere', () => {
  const write = (log: ReturnType<typeof createLogger>) => {
    const req = { method: 'GET', url: '/v1/leaderboard?key=pq_live_abc', ip: '127.0.0.1' }
    log.info({ reqId: 'a1', req }, 'incoming request')
    log.info({ reqId: 'a1', res: { statusCode: 200 }, responseTime: 3.21 }, 'request completed')
    log.error(Object.assign(new Error('no'), { stack: 'Error: no\n    at here' }), 'a request failed')
    log.warn('alone')
  }
  const shown = linesOf(true, write).map((line) => stripVTControlCharacters(line))
  expect(shown).toEqual([
    expect.stringMatching(
      /^\d\d:\d\d:\d\d INFO {2}incoming request: GET \/v1\/leaderboard\?… from 127\.0\.0\.1, reqId=a1\n$/,
    ),
    expect.stringContaining('INFO  request completed: 200, 3.2 ms, reqId=a1\n'),
    expect.stringMatching(/ERROR a request failed\n {4}Error: no\n {8}at here\n$/),
    expect.stringMatching(/WARN {2}alone\n$/),
  ])
  expect(shown.join('')).not.toContain('pq_live_abc')
  expect(linesOf(false, write).map((line) => JSON.parse(line).level)).toEqual([30, 30, 50, 40])
})

test('no caller’s text controls a terminal through the log', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const said = (log: ReturnType<typeof createLogger>) => log.info({ text }, `said ${text}`)
      const [line = ''] = linesOf(true, said)
      const [json = ''] = linesOf(false, said)
      for (const own of [stripVTControlCharacters(line), json])
        expect(own.slice(0, -1)).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
      expect(JSON.parse(json)).toMatchObject({
        text: text.toWellFormed(),
        msg: `said ${text}`.toWellFormed(),
      })
    }),
    { numRuns: 30, examples: [['\u001b[2J\u202e\n\r\u2028']] },
  )
})
