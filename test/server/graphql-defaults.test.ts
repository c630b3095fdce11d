import { createClient } from 'graphql-sse'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTextCache } from '../../src/execute/operation.ts'
import { graphiqlHtml } from '../../src/pages/graphiql/graphiql-page.ts'
import { listen } from '../../src/server/http/listen.ts'
import { closeServed, type Served, serveNothing } from './support/served-world.ts'

/**
 * Defaults of yoga that this service turns off. Bodies, batches and origins: graphql.test.ts and
 * cross-origin.test.ts; the budget of each tier, although yoga caches validated documents:
 * graphql-cost.test.ts.
 */
describe('yoga’s defaults are off', () => {
  closeServed()
  let served: Served
  beforeAll(async () => {
    served = await serveNothing()
  })
  const ask = (parameters: string, headers: Record<string, string> = {}) =>
    served.app.inject({ url: `/graphql?query=%7B__typename%7D&${parameters}`, headers })

  test.each(['x=/health', 'x=/graphql/health', 'x=/ready'])(
    'no answer for health to an address that ends in %s',
    async (end) => {
      expect((await ask(end)).json().data).toEqual({ __typename: 'Query' })
    },
  )

  test.each(['/graphql/health', '/x/health', '/graphql/x'])('no route at %s', async (url) => {
    expect((await served.app.inject(url)).statusCode).toBe(404)
  })

  test.each(['variables', 'extensions'])(
    'no words of the JSON parser where %s in an address are not JSON',
    async (name) => {
      const answer = await ask(`${name}=${encodeURIComponent('{"secret":')}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().errors).toEqual([
        {
          message: `The parameter ${name} is not valid JSON: send an object such as {"id": "pnl-7d"}, percent-encoded.`,
          extensions: { code: 'BAD_USER_INPUT' },
        },
      ])
    },
  )

  test('for pages and landing pages from elsewhere', async () => {
    const html = await graphiqlHtml(true)
    expect(html).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?\/\//)
    const answer = await served.app.inject({ url: '/graphql', headers: { accept: 'text/html' } })
    expect(answer.body).not.toContain('unpkg.com')
  })

  test.each(['application/graphql', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
    'no body of %s',
    async (type) => {
      const request = {
        method: 'POST',
        url: '/graphql',
        payload: '{__typename}',
        headers: { 'content-type': type },
      } as const
      expect((await served.app.inject(request)).statusCode).toBe(415)
    },
  )

  test('for mutations by GET', async () => {
    const answer = await served.app.inject(`/graphql?query=${encodeURIComponent('mutation { __typename }')}`)
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST'])
    expect(answer.json().errors[0].extensions.code).toBe('BAD_USER_INPUT')
  })

  const SSE = /Accept: text\/event-stream \(server-sent events\)/
  const upgrade = (to: string) => ask('', { connection: 'Upgrade', upgrade: to })

  test('for other protocols, which are refused', async () => {
    expect((await upgrade('h2c')).json().data).toEqual({ __typename: 'Query' })
  })

  test('for shared connections of subscriptions, with the same sentence', async () => {
    const url = `${await listen(served.app, { host: '127.0.0.1', port: 0 })}/graphql`
    const told: [number, string][] = []
    const fetchFn: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      told.push([response.status, await response.clone().text()])
      return response
    }
    const client = createClient({ url, singleConnection: true, retryAttempts: 0, fetchFn })
    const query = 'subscription { whaleAlerts { id } }'
    await new Promise<void>((resolve) => {
      client.subscribe({ query }, { next() {}, complete() {}, error: () => resolve() })
    })
    expect(told).toEqual([[405, expect.stringMatching(SSE)]])
    expect(told[0]?.[1]).toContain('This path supports only GET')
    const shared = await ask('', { 'x-graphql-event-stream-token': 'x' })
    expect([shared.statusCode, shared.json().errors[0].message]).toEqual([400, expect.stringMatching(SSE)])
    client.dispose()
  })

  test('for empty answers when no accepted type exists', async () => {
    const answer = await ask('', { accept: 'text/plain' })
    expect(answer.statusCode).toBe(406)
    expect(answer.json().errors[0].message).toContain('send one of them in Accept')
  })

  test('for unbounded caches: long texts are not kept, others only up to a number', () => {
    const cache = createTextCache<{ n: number }>()
    cache.set('x'.repeat(10_001), { n: 0 })
    expect(cache.get('x'.repeat(10_001))).toBeUndefined()
    for (let n = 0; n < 1_000; n++) cache.set(String(n), { n })
    expect(cache.get('0')).toEqual({ n: 0 })
    cache.set('one more', { n: 1_000 })
    // The least recently used entry was evicted; the first was just used.
    expect([cache.get('0'), cache.get('1'), cache.get('one more')]).toEqual([
      { n: 0 },
      undefined,
      { n: 1_000 },
    ])
  })
})
