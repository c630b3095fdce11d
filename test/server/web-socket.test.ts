import { connect } from 'node:net'
import { type Client, createClient, type ExecutionResult } from 'graphql-ws'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import type { Tier } from '../../src/access/tier.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { CHALLENGE } from '../../src/errors.ts'
import { ROUTES } from '../../src/rest/routes/routes.ts'
import { persistedOperations } from '../../src/server/graphql/persisted-operations.ts'
import { listen } from '../../src/server/http/listen.ts'
import { type AlertIds, readAlertIds } from '../../src/whales/alerts/alert-reader.ts'
import { until } from '../delivery/support/delivery-world.ts'
import { type AlertWriter, createAlertWriter, type WrittenTerms } from '../whales/support/alert-writer.ts'
import { closeServed, type Served, serveNothing, serveWorld } from './support/served-world.ts'
import { tierCallers } from './support/tier-callers.ts'

closeServed()

const ONE: WrittenTerms = { owner: 0, token: 0, dollars: 50, isBuy: true }
const ALERTS =
  'subscription ($filter: WhaleAlertFilter, $after: String) { whaleAlerts(filter: $filter, after: $after) { id usd } }'

let served: Served
let url: string
let writer: AlertWriter
let ids: AlertIds
let callers: Record<Tier, Record<string, string>>

beforeAll(async () => {
  served = await serveNothing()
  url = `${await listen(served.app, { host: '127.0.0.1', port: 0 })}/graphql`.replace('http', 'ws')
  writer = await createAlertWriter(served.store.db)
  ids = await readAlertIds(served.store.db)
  callers = await tierCallers(served)
})

/** A client of a tier, which names its key as it opens. */
function clientOf(
  tier: Tier,
  apiKey = callers[tier]['x-api-key'],
  at = url,
): { client: Client; closed: number[] } {
  const closed: number[] = []
  const client = createClient({
    url: at,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: { apiKey },
    on: { closed: (event) => void closed.push((event as { code: number }).code) },
  })
  onTestFinished(async () => client.dispose())
  return { client, closed }
}

/** Collects the messages of an operation and its end. */
function ask(client: Client, query: string, variables: Record<string, unknown> = {}) {
  const results: ExecutionResult[] = []
  let stop = () => {}
  const ended = new Promise<unknown>((resolve) => {
    stop = client.subscribe(
      { query, variables },
      {
        next: (result) => void results.push(result as ExecutionResult),
        error: resolve,
        complete: () => resolve(null),
      },
    )
  })
  const codes = () => results.map(({ errors }) => errors?.[0]?.extensions?.code)
  return { results, ended, stop: () => stop(), codes }
}

async function openStreams(): Promise<number> {
  const text = (await served.app.inject('/metrics')).body
  return Number(/^pequod_alert_streams (\d+)$/m.exec(text)?.[1])
}

const write = async (...terms: WrittenTerms[]) => (await writer.append(terms)).map(ids.of)

describe('GraphQL over WebSocket', () => {
  it('answers a query as over HTTP, within its caller’s tier', async () => {
    const query = '{ service { name } rateLimit { limit } viewer { tier } }'
    for (const tier of ['PRO', 'FREE', 'ANONYMOUS'] as const) {
      const { results, ended } = ask(clientOf(tier).client, query)
      expect(await ended).toBeNull()
      const http = await served.app.inject({
        method: 'POST',
        url: '/graphql',
        headers: callers[tier],
        payload: { query },
      })
      const { data, errors } = http.json()
      expect(results).toMatchObject([{ data, ...(errors && { errors }) }])
    }
  })

  it('streams alerts, resumes after a cursor, and ends an unread stream', async () => {
    const { client } = clientOf('PRO')
    const first = ask(client, ALERTS)
    await until(async () => (await openStreams()) === 1)
    const live = await write(ONE, { ...ONE, dollars: 60 })
    await until(() => first.results.length === 2)
    expect(first.results).toMatchObject(live.map((id) => ({ data: { whaleAlerts: { id } } })))
    const second = ask(client, ALERTS, { after: live[0], filter: { minUsd: 60 } })
    await until(() => second.results.length === 1)
    expect(second.results).toMatchObject([{ data: { whaleAlerts: { id: live[1], usd: 60 } } }])
    first.stop()
    await until(async () => (await openStreams()) === 1)
    await client.dispose()
    await until(async () => (await openStreams()) === 0)
  })

  it('refuses what HTTP refuses, each operation separately', async () => {
    const { client } = clientOf('FREE')
    const alerts = ask(client, ALERTS)
    expect(await alerts.ended).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    const unknown = await ask(client, '{ nope }').ended
    expect(unknown).toMatchObject([
      { message: expect.stringContaining('nope'), extensions: { code: 'BAD_USER_INPUT' } },
    ])
    const long = await ask(client, `{ ${'__typename '.repeat(2_000)} }`).ended
    expect(long).toMatchObject([{ extensions: { code: 'QUERY_TOO_COSTLY' } }])
    const mutation = ask(client, 'mutation { revokeApiKey(input: { id: "1" }) { apiKey { id } } }')
    expect([await mutation.ended, mutation.codes()]).toEqual([null, ['FORBIDDEN']])
    expect(await ask(client, '{ __typename }').ended).toBeNull()
  })

  it('closes with 4401 for wrong credentials, and before opening for those in the URL', async () => {
    const { client, closed } = clientOf('PRO', 'pq_live_nobody')
    expect(await ask(client, '{ __typename }').ended).toMatchObject({ code: 4401 })
    expect(closed).toEqual([4401])
    for (const [path, status] of [
      ['/graphql?apiKey=x', [401, CHALLENGE]],
      ['/v1/whales', [404, undefined]],
    ] as const) {
      const socket = new WebSocket(url.replace('/graphql', path), 'graphql-transport-ws')
      const answer = await new Promise((resolve) => {
        socket.on('unexpected-response', (_request, { statusCode, headers }) =>
          resolve([statusCode, headers['www-authenticate']]),
        )
        socket.on('error', () => undefined)
      })
      expect([path, answer]).toEqual([path, status])
    }
  })

  it('ends a stream within seconds when its key is revoked', async () => {
    const accounts = createAccountStore(served.store.db)
    const { PRO } = await tierCallers(served, ' over WebSocket')
    const { ended, codes } = ask(clientOf('PRO', PRO['x-api-key']).client, ALERTS)
    await until(async () => (await openStreams()) === 1)
    await accounts.setTier('PRO reader over WebSocket', 'FREE')
    await ended
    expect(codes()).toEqual(['FORBIDDEN'])
  })

  it('limits message size, concurrent operations and messages a second', async () => {
    const raw = async () => {
      const socket = new WebSocket(url, 'graphql-transport-ws', { headers: callers.PRO })
      const closed = new Promise<number>((resolve) => socket.on('close', resolve))
      socket.on('error', () => undefined)
      await new Promise((resolve) => socket.on('open', resolve))
      socket.send(JSON.stringify({ type: 'connection_init' }))
      await new Promise((resolve) => socket.once('message', resolve))
      return { socket, closed }
    }
    const large = await raw()
    large.socket.send(JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(100_000) } }))
    expect(await large.closed).toBe(1009)
    const many = await raw()
    for (let id = 0; id < 21; id++)
      many.socket.send(JSON.stringify({ id: `${id}`, type: 'subscribe', payload: { query: ALERTS } }))
    expect(await many.closed).toBe(1013)
    await until(async () => (await openStreams()) === 0)
    const busy = await raw()
    for (let i = 0; i < 101; i++) busy.socket.send(JSON.stringify({ type: 'ping' }))
    expect(await busy.closed).toBe(1013)
    const beating = await raw()
    let pongs = 0
    beating.socket.on('pong', () => pongs++)
    // A few at a time: the package itself ends a WebSocket with many pongs unsent.
    for (let sent = 0; sent < 300 && beating.socket.readyState === WebSocket.OPEN; sent += 20) {
      for (let i = 0; i < 20; i++) beating.socket.ping()
      await until(() => pongs >= sent + 20 || beating.socket.readyState !== WebSocket.OPEN)
    }
    expect(await beating.closed).toBe(1013)
    expect(pongs).toBeLessThan(201)
    const answering = await raw()
    for (let i = 0; i < 101; i++) answering.socket.pong()
    expect(await answering.closed).toBe(1013)
  })

  it('opens where only registered operations run, and runs those by their ids', async () => {
    const strict = await serveWorld({ env: { TRUSTED_DOCUMENTS: 'only' } })
    const at = `${await listen(strict.app, { host: '127.0.0.1', port: 0 })}/graphql`.replace('http', 'ws')
    const { client } = clientOf('PRO', (await tierCallers(strict)).PRO['x-api-key'], at)
    expect(await ask(client, '{ __typename }').ended).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }])
    const { id: sha256Hash } = persistedOperations(ROUTES).find(({ name }) => name === 'Leaderboards') ?? {}
    const results: unknown[] = []
    const extensions = { persistedQuery: { version: 1, sha256Hash } }
    const ended = new Promise((resolve) => {
      const next = (result: unknown) => void results.push(result)
      client.subscribe({ query: '', extensions }, { next, error: resolve, complete: () => resolve(null) })
    })
    expect(await ended).toBeNull()
    expect(results).toMatchObject([{ data: { leaderboards: expect.any(Array) } }])
  })

  it('leaves requests for another protocol to HTTP', async () => {
    const port = Number(new URL(url).port)
    const text = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      const chunks: Buffer[] = []
      socket
        .on('data', (chunk) => chunks.push(chunk))
        .on('close', () => resolve(Buffer.concat(chunks).toString()))
      socket.write(
        'GET /health/live HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n',
      )
    })
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('notifies streams that the service ends, and closes with 1001', async () => {
    const other = await serveNothing()
    const at = `${await listen(other.app, { host: '127.0.0.1', port: 0 })}/graphql`.replace('http', 'ws')
    const key = (await tierCallers(other)).PRO['x-api-key']
    const { client, closed } = clientOf('PRO', key, at)
    const { codes, ended } = ask(client, ALERTS)
    const count = async () => (await other.app.inject('/metrics')).body.includes('pequod_alert_streams 1\n')
    await until(count)
    await other.app.close()
    await ended
    expect(codes()).toEqual(['SERVICE_UNAVAILABLE'])
    await until(() => closed.length > 0)
    expect(closed).toEqual([1001])
  })
})
