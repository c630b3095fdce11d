import { Writable } from 'node:stream'
import { beforeAll, describe, expect, test } from 'vitest'
import { createApiKeySecret } from '../../src/accounts/api-key.ts'
import { createLogger } from '../../src/server/http/create-logger.ts'
import { closeServed, type Served, serveNothing } from './support/served-world.ts'

const TOKEN =
  'eyJhbGciOiJSUzI1NiIsImtpZCI6IjEifQ.eyJzdWIiOiJhaGFiIiwiaXNzIjoieCJ9.c2lnbmF0dXJlLXRoYXQtbm9ib2R5LW1hZGU'
const KEY = createApiKeySecret().key

describe('a secret in a refused request', () => {
  closeServed()
  const lines: string[] = []
  let served: Served
  beforeAll(async () => {
    const sink = new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    })
    served = await serveNothing({ parts: { logger: createLogger('trace', sink) } })
  })

  const json = { 'content-type': 'application/json' }
  const places: [string, (secret: string) => Record<string, unknown>][] = [
    ['X-API-Key', (secret) => ({ url: '/v1/leaderboard', headers: { 'x-api-key': secret } })],
    [
      'Authorization',
      (secret) => ({ url: '/v1/leaderboard', headers: { authorization: `Bearer ${secret}` } }),
    ],
    ['Authorization without a scheme', (secret) => ({ url: '/graphql', headers: { authorization: secret } })],
    ['a header of its own', (secret) => ({ url: '/v1/nothing', headers: { 'x-token': secret } })],
    ['a cookie', (secret) => ({ url: '/v1/nothing', headers: { cookie: `key=${secret}` } })],
    ['a parameter', (secret) => ({ url: `/v1/leaderboard?api_key=${secret}` })],
    ['a parameter’s name', (secret) => ({ url: `/v1/leaderboard?${secret}=1` })],
    ['a search', (secret) => ({ url: `/v1/trader?query=${secret}&limit=1` })],
    ['a path', (secret) => ({ url: `/v1/leaderboard/${secret}` })],
    ['a path that is nothing', (secret) => ({ url: `/${secret}` })],
    ['a path that cannot be read', (secret) => ({ url: `/v1/trader/${secret}%` })],
    ['a page’s address', (secret) => ({ url: `/?key=${secret}` })],
    ['an argument', (secret) => body(`{ leaderboard(id: "${secret}") { id } }`)],
    ['a field’s name', (secret) => body(`{ ${secret.split('.', 1)} }`)],
    ['a syntax error', (secret) => body(`{ "${secret}" }`)],
    [
      'a variable',
      (secret) => ({
        ...body('query ($n: Int) { traders(first: $n) { edges { cursor } } }'),
        payload: JSON.stringify({
          query: 'query ($n: Int) { traders(first: $n) { edges { cursor } } }',
          variables: { n: secret },
        }),
      }),
    ],
    ['a cursor', (secret) => body(`{ traders(after: "${secret}") { edges { cursor } } }`)],
    [
      'a body that is not JSON',
      (secret) => ({ url: '/graphql', method: 'POST', payload: secret, headers: json }),
    ],
    [
      'a body of another type',
      (secret) => ({
        url: '/graphql',
        method: 'POST',
        payload: secret,
        headers: { 'content-type': 'text/plain' },
      }),
    ],
  ]
  function body(query: string) {
    return { url: '/graphql', method: 'POST', payload: JSON.stringify({ query }), headers: json }
  }

  test.each(places)('in %s is in no log line and in no answer', async (_place, request) => {
    for (const secret of [KEY, TOKEN]) {
      lines.length = 0
      const answer = await served.app.inject(request(secret))
      const shown = [...lines, answer.body, JSON.stringify(answer.headers)].join('\n')
      for (const part of [secret, secret.slice(-24), secret.slice(20, 44)]) expect(shown).not.toContain(part)
    }
  })

  test('does not hide the rest of the log line', async () => {
    lines.length = 0
    await served.app.inject('/v1/leaderboard?limit=3')
    expect(lines.join('')).toContain('/v1/leaderboard?limit=3')
  })
})
