import { describe, expect, test } from 'vitest'
import { createMemoryCache } from '../../src/client/answer-cache.ts'
import { createClient } from '../../src/client/client.ts'
import { json, type ScriptedAnswer, serveScript } from './support/scripted-service.ts'

const REFUSAL = { detail: 'At most 5 requests a second are allowed here.', code: 'RATE_LIMITED' }
const limited = json(429, REFUSAL, { 'retry-after': '0' })
const path = '/v1/leaderboard'

describe('a client', () => {
  test('retries a temporary refusal until it succeeds', async () => {
    const away = json(503, { detail: 'Away.', code: 'SERVICE_UNAVAILABLE' }, { 'retry-after': '0' })
    const { baseUrl, requests } = await serveScript(limited, away, json(200, { items: [] }))
    expect(await createClient({ baseUrl }).get(path)).toEqual({ items: [] })
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual(Array(3).fill(`GET ${path}`))
  })

  test('fails with the last refusal after its retries', async () => {
    const { baseUrl, requests } = await serveScript(limited)
    await expect(createClient({ baseUrl, retries: 2 }).get(path)).rejects.toMatchObject({
      name: 'RequestError',
      message: REFUSAL.detail,
      ...REFUSAL,
      status: 429,
      retryAfter: 0,
      errors: [],
    })
    expect(requests).toHaveLength(3)
  })

  test('does not wait longer than its limit', async () => {
    const { baseUrl, requests } = await serveScript(json(503, REFUSAL, { 'retry-after': '3600' }))
    await expect(createClient({ baseUrl }).get(path)).rejects.toMatchObject({ retryAfter: 3600 })
    expect(requests).toHaveLength(1)
  })

  test('does not retry where that cannot help, and passes the refusal on', async () => {
    const errors = [{ in: 'query', name: 'limit', message: 'limit must be a whole number.' }]
    const body = { detail: 'limit must be a whole number.', code: 'BAD_USER_INPUT', errors }
    const { baseUrl, requests } = await serveScript(json(422, body))
    await expect(createClient({ baseUrl }).get(path)).rejects.toMatchObject({ ...body, status: 422 })
    expect(requests).toHaveLength(1)
  })

  test.each([
    ['a page', (r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Hello</h1>')],
    ['a failure of something else', (r) => r.writeHead(500).end('{"error":"oops"}')],
    [
      'a redirect, which it never follows',
      (r) => r.writeHead(307, { location: 'https://else.example' }).end(),
    ],
    ['a 304 that nobody asked for', (r) => r.writeHead(304).end()],
  ] satisfies [string, ScriptedAnswer][])('calls by its name: %s', async (_, answer) => {
    const { baseUrl, requests } = await serveScript(answer)
    await expect(createClient({ baseUrl, apiKey: 'secret' }).get(path)).rejects.toMatchObject({
      code: 'UNEXPECTED_ANSWER',
    })
    expect(requests).toHaveLength(1)
  })

  test('fails with a timeout if no complete answer came in time', async () => {
    const { baseUrl } = await serveScript(
      () => {},
      (response) => response.writeHead(200).write('{"items"'),
    )
    const client = createClient({ baseUrl, timeout: 50, retries: 0 })
    await expect(client.get(path)).rejects.toMatchObject({ code: 'TIMEOUT', status: null })
    await expect(client.get(path)).rejects.toMatchObject({ code: 'TIMEOUT' })
  })

  test('fails when the connection is refused or cut', async () => {
    const { baseUrl } = await serveScript((response) => response.socket?.destroy())
    await expect(createClient({ baseUrl, retries: 0 }).get(path)).rejects.toMatchObject({ code: 'NETWORK' })
    const { baseUrl: left, close } = await serveScript(() => {})
    close()
    await expect(createClient({ baseUrl: left, retries: 0 }).get(path)).rejects.toMatchObject({
      code: 'NETWORK',
      errors: [],
    })
  })

  test('aborts immediately: before, during and between requests', async () => {
    const { baseUrl } = await serveScript(() => {})
    const waiting = await serveScript(json(429, REFUSAL, { 'retry-after': '20' }))
    const enough = new Error('enough')
    await expect(createClient({ baseUrl }).get(path, {}, { signal: AbortSignal.abort(enough) })).rejects.toBe(
      enough,
    )
    for (const at of [baseUrl, waiting.baseUrl]) {
      const controller = new AbortController()
      const call = createClient({ baseUrl: at }).get(path, {}, { signal: controller.signal })
      setTimeout(() => controller.abort(enough), 30)
      await expect(call).rejects.toBe(enough)
    }
  })

  test('reads its secret before every try', async () => {
    const { baseUrl, requests } = await serveScript(limited, json(200, null))
    const tokens = ['one', 'two']
    await createClient({ baseUrl, token: async () => tokens.shift() ?? '' }).get(path)
    expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer one', 'Bearer two'])
    await createClient({ baseUrl, apiKey: () => 'pq_live_x' }).get(path)
    expect(requests.at(-1)?.headers).toMatchObject({ 'x-api-key': 'pq_live_x' })
    expect(requests.at(-1)?.headers).not.toHaveProperty('authorization')
  })

  test('reuses a cached answer only after a 304, and never returns the same object twice', async () => {
    const { baseUrl, requests } = await serveScript(
      json(200, { items: [1] }, { etag: 'W/"a"' }),
      (response) => response.writeHead(304, { etag: 'W/"a"' }).end(),
      (response) => response.writeHead(304, { etag: 'W/"a"' }).end(),
      json(200, { items: [2] }, { etag: 'W/"b"' }),
      (response) => response.writeHead(304, { etag: 'W/"b"' }).end(),
    )
    const client = createClient({ baseUrl, cache: createMemoryCache() })
    const answers = [await client.get(path), await client.get(path), await client.get(path)]
    expect(answers).toEqual(Array(3).fill({ items: [1] }))
    expect(answers[1]).not.toBe(answers[2])
    expect(await client.get(path)).toEqual({ items: [2] })
    expect(await client.get(path)).toEqual({ items: [2] })
    const asked = requests.map(({ headers }) => headers['if-none-match'])
    expect(asked).toEqual([undefined, 'W/"a"', 'W/"a"', 'W/"a"', 'W/"b"'])
  })

  test('refuses options that cannot work', () => {
    expect(() => createClient({ baseUrl: 'pequod.example' })).toThrow('baseUrl')
    expect(() => createClient({ baseUrl: 'https://a.example', apiKey: 'a', token: 'b' })).toThrow('not both')
  })

  test('goes on with a stream after a cut, behind the last message, and ends with the loop', async () => {
    const events = (...messages: object[]): ScriptedAnswer => {
      const text = messages.map((one) => `id: 1\ndata: ${JSON.stringify(one)}\n\n`).join('')
      return (response) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' })
        // Half of a message is none, and a comment is none.
        response.end(`retry: 1000\n\n${text}: still here\n\ndata: {"cur`)
      }
    }
    const { baseUrl, requests } = await serveScript(
      events({ cursor: 'a', at: 1 }, { cursor: 'b', at: 2 }),
      limited,
      events({ cursor: 'c', at: 3 }),
    )
    const seen = []
    for await (const message of createClient({ baseUrl }).stream('/v1/trades/stream', { minUsd: 5 })) {
      seen.push(message)
      if (seen.length === 3) break
    }
    expect(seen).toEqual([
      { cursor: 'a', at: 1 },
      { cursor: 'b', at: 2 },
      { cursor: 'c', at: 3 },
    ])
    expect(requests.map(({ url }) => url)).toEqual([
      '/v1/trades/stream?minUsd=5',
      '/v1/trades/stream?minUsd=5&cursor=b',
      '/v1/trades/stream?minUsd=5&cursor=b',
    ])
    expect(requests[0]?.headers.accept).toBe('text/event-stream')
  })

  test('rejects with the reason of a stream that the service ends, and cuts a silent one', async () => {
    const ended = serveScript((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end('event: end\ndata: {"code":"FORBIDDEN","detail":"The key was revoked."}\n\n')
    })
    const next = async (service: Awaited<typeof ended>, timeout = 5_000) =>
      createClient({ baseUrl: service.baseUrl, retries: 0, timeout }).stream('/v1/trades/stream').next()
    await expect(next(await ended)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: 'The key was revoked.',
    })
    const silent = await serveScript((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write('retry: 1000\n\n')
    })
    await expect(next(silent, 200)).rejects.toMatchObject({ code: 'TIMEOUT' })
  })
})
