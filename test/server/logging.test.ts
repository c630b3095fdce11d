import { Writable } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { REDACTION } from '../../src/server/create-logger.ts'

test('credentials never reach the log, wherever headers stand', () => {
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
