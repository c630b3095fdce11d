import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { ResourceUpdatedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Tier } from '../../src/access/tier.ts'
import { WALL_CLOCK } from '../../src/clock.ts'
import { MICRO } from '../../src/ledger/quantities.ts'
import { askEndpoint } from '../../src/mcp/ask-endpoint.ts'
import { createMcpSessions, type SessionChange, type SessionLimits } from '../../src/mcp/mcp-sessions.ts'
import { createReader } from '../../src/numbers/profiles/create-reader.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { listen } from '../../src/server/http/listen.ts'
import { ingestEventLines } from '../../src/sources/files/ingest.ts'
import { keepRadar } from '../../src/whales/radar/keep-radar.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'
import { plantMembers } from '../whales/support/plant-members.ts'
import { connectClient, type McpClient } from './support/mcp-client.ts'

const BOARD = 'pequod://leaderboard/pnl-all'
const WHALES = 'pequod://whales'
const ID = '00000000-0000-4000-8000-000000000000'

describe('a session of MCP', () => {
  closeServed()
  let served: Served
  let origin: string
  let headers: Record<Tier, Record<string, string>>
  const open: McpClient[] = []
  /** The service's clock: at 0 nothing is public. */
  let now = 0
  beforeAll(async () => {
    const sessionLimits = { everyMs: 20, streamsOfCaller: 3, watched: 4 }
    served = await serveWorld({ parts: { sessionLimits, clock: () => now } })
    await plantMembers(served.store.db)
    origin = await listen(served.app, { host: '127.0.0.1', port: 0 })
    headers = await tierCallers(served)
  })
  afterEach(async () => {
    for (const { client } of open.splice(0)) await client.close()
  })

  /** Opens a client's stream and collects its messages. */
  async function watcher(tier: Tier) {
    const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), {
      requestInit: { headers: headers[tier] },
    })
    const connected = await connectClient(transport)
    open.push(connected)
    const told: string[] = []
    connected.client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
      told.push(params.uri)
    })
    return { ...connected, transport, told, session: transport.sessionId ?? '' }
  }
  /** Adds an event after the newest, and publishes. */
  async function publish(): Promise<void> {
    const { db } = served.store
    const cutoff = (await createReader(db).current())?.cutoff
    const [block, time] = [(cutoff?.block ?? 0) + 1, (cutoff?.time ?? 0) + 60]
    const [tx, owner] = [`0x${'5'.repeat(64)}`, `0x${'7'.repeat(40)}`]
    const event = { kind: 'INCOME', block, logIndex: 0, tx, time, owner, amount: '1', reason: 'REWARD' }
    await ingestEventLines(db, { stream: Readable.from([Buffer.from(`${JSON.stringify(event)}\n`)]) })
    await refresh(db)
  }
  /** Time for several notifications, since snapshots are read once a second. */
  const quiet = () => sleep(1_300)

  test('is notified of new snapshots by its watched resources only', async () => {
    now = WALL_CLOCK()
    await quiet()
    const { client, told } = await watcher('ANONYMOUS')
    const other = await watcher('PRO')
    for (const uri of [BOARD, 'pequod://methodology/3-mark']) await client.subscribeResource({ uri })
    await other.client.subscribeResource({ uri: 'pequod://leaderboards' })
    await quiet()
    expect([told, other.told]).toEqual([[], []])
    await publish()
    await expect.poll(() => [told, other.told]).toEqual([[BOARD], ['pequod://leaderboards']])
    await client.unsubscribeResource({ uri: BOARD })
    await publish()
    await expect.poll(() => other.told).toHaveLength(2)
    expect(told).toEqual([BOARD])
    now = 0
  })

  test('is notified over standard input and output, too', async () => {
    const messages: unknown[] = []
    const ask = askEndpoint({ app: served.app, headers: headers.PRO, onMessage: (one) => messages.push(one) })
    const clientInfo = { name: 'test', version: '1.0.0' }
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo }
    await ask({ jsonrpc: '2.0', id: 1, method: 'initialize', params })
    const watched = await ask({
      jsonrpc: '2.0',
      id: 2,
      method: 'resources/subscribe',
      params: { uri: BOARD },
    })
    expect(watched).toEqual({ jsonrpc: '2.0', id: 2, result: {} })
    await quiet()
    await publish()
    await expect
      .poll(() => messages)
      .toEqual([{ jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: BOARD } }])
  })

  test('is notified of alerts when its tier may see them', async () => {
    const [pro, anybody] = [await watcher('PRO'), await watcher('ANONYMOUS')]
    for (const { client } of [pro, anybody]) await client.subscribeResource({ uri: WHALES })
    await quiet()
    const db = served.store.db
    await keepRadar(db, { minUsd: 100 * MICRO })
    // Alerts that are read one after the other are several notices.
    await expect.poll(() => new Set(pro.told)).toEqual(new Set([WHALES]))
    expect(anybody.told).toEqual([])
  })

  test('watches up to a limit, and existing resources only', async () => {
    const { client } = await watcher('FREE')
    for (const uri of ['pequod://nope', 'https://example.com/'])
      await expect(client.subscribeResource({ uri })).rejects.toMatchObject({ code: -32_002 })
    const boards = ['pnl-7d', 'pnl-30d', 'pnl-90d', 'pnl-all'].map((id) => `pequod://leaderboard/${id}`)
    for (const uri of [...boards, ...boards]) await client.subscribeResource({ uri })
    await expect(client.subscribeResource({ uri: WHALES })).rejects.toThrow(/maximum of subscribed resources/)
    await client.unsubscribeResource({ uri: boards[0] ?? '' })
    await client.subscribeResource({ uri: WHALES })
  })

  test('belongs to its caller only, and ends when its client deletes it', async () => {
    const { transport, session } = await watcher('PRO')
    expect(session).toMatch(/^[0-9a-f-]{36}$/)
    const get = (by: Record<string, string>, id = session) =>
      fetch(`${origin}/mcp`, { headers: { accept: 'text/event-stream', 'mcp-session-id': id, ...by } })
    for (const [by, id, status] of [
      [headers.FREE, session, 404],
      [{}, session, 404],
      [headers.PRO, ID, 404],
      [headers.PRO, 'x', 405],
    ] as const) {
      const refused = await get(by, id)
      expect([refused.status, await refused.json()]).toMatchObject([
        status,
        { error: { message: expect.stringMatching(/\.$/) } },
      ])
    }
    await transport.terminateSession()
    expect((await get(headers.PRO)).status).toBe(404)
  })

  test('has one stream, and its caller a limited number', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => watcher('FREE')))
    const statuses = async () =>
      Promise.all(
        all.map(async ({ session }) => {
          const gone = new AbortController()
          const { status } = await fetch(`${origin}/mcp`, {
            headers: { ...headers.FREE, accept: 'text/event-stream', 'mcp-session-id': session },
            signal: gone.signal,
          })
          return status
        }),
      )
    expect((await statuses()).sort()).toEqual([200, 200, 200, 429])
  })
})

describe('sessions of several processes', () => {
  test('are notified of resources watched in another process, and keep messages until their stream opens', async () => {
    const listeners: ((change: SessionChange) => void)[] = []
    const marks = new Map<string, string>()
    const limits: Partial<SessionLimits> = { everyMs: 5 }
    const looks = [0, 0]
    /** Waits until each process has begun a look and ended it. */
    const looked = async () => {
      const before = [...looks]
      await expect.poll(() => looks.every((count, at) => count > (before[at] ?? 0) + 1)).toBe(true)
    }
    const started = [0, 1].map((at) =>
      createMcpSessions({
        markOf: async (uri) => {
          looks[at] = (looks[at] ?? 0) + 1
          return marks.get(uri) ?? 'first'
        },
        limits,
        peers: {
          send: (change) => void listeners.filter((_, to) => to !== at).map((hear) => hear(change)),
          onChange: (listener) => void listeners.push(listener),
        },
        onError: (error) => expect.unreachable(String(error)),
      }),
    )
    const [one, other] = started
    if (one === undefined || other === undefined) throw new Error('two were started')
    one.open('a', 'FREE', 'x')
    expect(await other.isKnown('a')).toBe(true)
    expect(await other.isKnown('b')).toBe(false)
    one.watch('a', WHALES, true)
    await looked()
    marks.set(WHALES, 'second')
    await looked()
    const told: string[] = []
    let ended = 0
    const stream = { caller: 'x', notify: (uri: string) => void told.push(uri), end: () => void ended++ }
    const hold = other.listen('a', 'FREE', stream)
    expect(told).toEqual([WHALES])
    marks.set(WHALES, 'third')
    await expect.poll(() => told).toEqual([WHALES, WHALES])
    hold?.release()
    marks.set(WHALES, 'fourth')
    await looked()
    other.listen('a', 'FREE', stream)
    expect(told).toHaveLength(3)
    one.end('a')
    expect([await other.isKnown('a'), ended]).toEqual([false, 1])
    for (const sessions of started) sessions.close()
  })

  test('of one caller end only that caller’s oldest beyond a limit, in every process', async () => {
    const listeners: ((change: SessionChange) => void)[] = []
    const limits = { sessionsOfCaller: 3, sessions: 10 }
    const [one, other] = [0, 1].map((at) =>
      createMcpSessions({
        markOf: async () => '',
        limits,
        onError: () => undefined,
        peers: {
          send: (change) => void listeners.filter((_, to) => to !== at).map((hear) => hear(change)),
          onChange: (listener) => void listeners.push(listener),
        },
      }),
    )
    if (one === undefined || other === undefined) throw new Error('two were started')
    one.open('own', 'PRO', 'key:1')
    let ended = 0
    const stream = { caller: 'address:1', notify: () => undefined, end: () => void ended++ }
    for (let i = 0; i < 40; i++) {
      one.open(`flood ${i}`, 'ANONYMOUS', 'address:1')
      if (i === 0) other.listen('flood 0', 'ANONYMOUS', stream)
      // A sign of life does not spare the oldest: processes see them at different times.
      if (i === 2) expect(await one.isKnown('flood 0')).toBe(true)
    }
    const known = [one, other].map((each) =>
      Promise.all(['own', 'flood 36', 'flood 37', 'flood 39'].map((key) => each.isKnown(key))),
    )
    expect(await Promise.all(known)).toEqual([
      [true, false, true, true],
      [true, false, true, true],
    ])
    expect(ended).toBe(1)
    one.end('flood 38')
    one.open('flood 40', 'ANONYMOUS', 'address:1')
    expect(await other.isKnown('flood 37')).toBe(true)
    for (const each of [one, other]) each.close()
  })

  test('expire when idle, and beyond their limit', async () => {
    let now = 1
    const sessions = createMcpSessions({
      markOf: async () => '',
      limits: { sessions: 2, idleMs: 80 },
      onError: () => undefined,
      clock: () => now,
    })
    for (const key of ['a', 'b', 'c']) sessions.open(key, 'FREE', key)
    expect(await Promise.all(['a', 'b', 'c'].map((key) => sessions.isKnown(key)))).toEqual([
      false,
      true,
      true,
    ])
    now += 120
    expect(await sessions.isKnown('c')).toBe(false)
    sessions.close()
  })
})
