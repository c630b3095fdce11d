import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LoadingServer, openLoadingServer } from '../../../src/server/http/listen.ts'
import { closeServed, type Served, serveNothing } from '../support/served-world.ts'

closeServed()
let served: Served
let room: LoadingServer
beforeAll(async () => {
  served = await serveNothing()
  room = await openLoadingServer({ host: '127.0.0.1', port: 0 })
})
afterAll(() => room.close())

const AS_BROWSER = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

test('a request before the service is ready is 503, in the shape of errors of its path', async () => {
  const detail = 'The service is starting: retry in 2 seconds.'
  const rest = await fetch(`${room.url}/v1/leaderboard`)
  expect([rest.status, rest.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await rest.json()).toEqual({ detail, code: 'SERVICE_UNAVAILABLE' })
  const graphql = await fetch(`${room.url}/graphql`, { method: 'POST', body: '{"query":"{ __typename }"}' })
  expect(graphql.status).toBe(503)
  expect(await graphql.json()).toEqual({
    errors: [{ message: detail, extensions: { code: 'SERVICE_UNAVAILABLE' } }],
  })
})

test('the process is live before the service is ready', async () => {
  const live = await fetch(`${room.url}/health/live`)
  const ready = await fetch(`${room.url}/health/ready`)
  expect([live.status, await live.json(), ready.status]).toEqual([200, { status: 'ok' }, 503])
})

test('a browser gets a page that reloads itself before the service is ready, with its style', async () => {
  for (const path of ['/', '/graphql', '/docs']) {
    const page = await fetch(room.url + path, AS_BROWSER)
    expect([page.status, page.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
    const shown = await page.text()
    expect(shown).toContain('<meta http-equiv="refresh" content="2">')
    for (const [, asset] of shown.matchAll(/href="(\/assets\/[^"]+)"/g))
      expect((await fetch(room.url + asset)).status, asset).toBe(200)
  }
})

test('the service answers at the same address once ready, and asks earlier clients to retry', async () => {
  const { port } = new URL(room.url)
  const early = connect(Number(port), '127.0.0.1')
  await once(early, 'connect')
  // Its answer shows that what connected before it has been accepted too.
  expect((await fetch(room.url)).status).toBe(503)
  await room.admit(served.app)
  expect((await fetch(`${room.url}/v1/leaderboard`)).headers.get('x-request-id')).not.toBeNull()
  early.write('GET /v1/leaderboard HTTP/1.1\r\nHost: x\r\n\r\n')
  expect(await text(early)).toMatch(/^HTTP\/1\.1 503 /)
  await served.app.close()
  await expect(fetch(room.url)).rejects.toThrow()
})

test('a port in use fails in one sentence before the service is loaded', async () => {
  const other = await openLoadingServer({ host: '127.0.0.1', port: 0 })
  const port = Number(new URL(other.url).port)
  await expect(openLoadingServer({ host: '127.0.0.1', port })).rejects.toThrow(`port ${port} is in use.`)
  other.close()
  const again = await openLoadingServer({ host: '127.0.0.1', port })
  again.close()
})
