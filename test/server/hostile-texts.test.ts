import { Writable } from 'node:stream'
import type { InjectOptions } from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { createLogger } from '../../src/server/http/create-logger.ts'
import { closeServed, type Served, serveNothing } from './support/served-world.ts'

/** No text is repeated by more than this. */
const MOST = 200
/** Milliseconds of the processor for one request; each took thousands where an expression was quadratic. */
const TIME = 1_000

const lines: string[] = []
let served: Served
closeServed()
beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  served = await serveNothing({ parts: { logger: createLogger('trace', sink) } })
})

const post = (url: string, payload: unknown): InjectOptions => ({
  url,
  method: 'POST',
  payload: JSON.stringify(payload),
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
})
const query = (text: string, variables = {}) => post('/graphql', { query: text, variables })
const call = (name: string, given: unknown) =>
  post('/mcp', {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given },
  })

const BODIES: [string, (text: string) => InjectOptions][] = [
  ['a text in a query', (text) => query(`{ "${text}" }`)],
  ['an argument', (text) => query(`{ traders(first: "${text}") { edges { cursor } } }`)],
  ['an id', (text) => query(`{ leaderboard(id: "${text}") { id } }`)],
  ['a node’s id', (text) => query(`{ node(id: "${text}") { id } }`)],
  ['a cursor', (text) => query(`{ traders(after: "${text}") { edges { cursor } } }`)],
  ['a comment', (text) => query(`# ${text}`)],
  ['a field’s name', (text) => query(`{ ${text.replaceAll('-', '_')} }`)],
  ['an operation’s name', (text) => post('/graphql', { query: '{ service { name } }', operationName: text })],
  ['a variable', (text) => query('query ($n: Int) { traders(first: $n) { edges { cursor } } }', { n: text })],
  [
    'an object',
    (text) => query('query ($n: Int) { traders(first: $n) { edges { cursor } } }', { n: { [text]: 1 } }),
  ],
  [
    'an id of an operation',
    (text) => post('/graphql', { extensions: { persistedQuery: { sha256Hash: text } } }),
  ],
  ['a body that is not JSON', (text) => ({ ...query(''), payload: text })],
  ['a tool’s name', (text) => call(text, {})],
  ['a tool’s argument', (text) => call('getLeaderboard', { id: text, limit: text })],
  ['the name of a tool’s argument', (text) => call('getLeaderboard', { [text]: 1 })],
]
const ADDRESSES: [string, (text: string) => InjectOptions][] = [
  ['a parameter', (text) => ({ url: `/v1/trader?limit=${text}` })],
  ['a parameter’s name', (text) => ({ url: `/v1/trader?${text}=1` })],
  ['a path', (text) => ({ url: `/v1/${text}` })],
  ['a page’s address', (text) => ({ url: `/health/live?${text}` })],
  ['a method’s path', (text) => ({ url: `/v1/leaderboard?${text}`, method: 'DELETE' })],
]
const LINES: [string, (text: string) => InjectOptions][] = [
  ['lines of a query', (text) => query(text.replaceAll(/.{4}/g, '\n'))],
]

test.each([
  ...[...BODIES, ...LINES].map(([place, request]) => [place, '-eyJ'.repeat(24_000), request] as const),
  ...ADDRESSES.map(([place, request]) => [place, '-eyJ'.repeat(3_750), request] as const),
])('%s takes little time, and comes back at no length', async (_place, text, request) => {
  lines.length = 0
  const sent = request(text)
  const before = process.threadCpuUsage()
  const answer = await served.app.inject(sent)
  const { user, system } = process.threadCpuUsage(before)
  expect((user + system) / 1_000).toBeLessThan(TIME)
  // Some answers precede the first refresh, and some are about unknown names: neither is a fault of ours.
  expect(answer.statusCode === 503 || answer.statusCode < 500).toBe(true)
  const repeated = text.slice(0, MOST + 1)
  for (const shown of [answer.body, JSON.stringify(answer.headers)])
    for (const one of [repeated, repeated.replaceAll('-', '_')]) expect(shown).not.toContain(one)
  // A log line shows the requested text shortened.
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(2_000)
})
