import { connect } from 'node:net'
import { createClient } from 'graphql-sse'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Tier } from '../../src/access/tier.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { listen } from '../../src/server/http/listen.ts'
import { type AlertIds, readAlertIds } from '../../src/whales/alerts/alert-reader.ts'
import { until } from '../delivery/support/delivery-world.ts'
import { type AlertWriter, createAlertWriter, type WrittenTerms } from '../whales/support/alert-writer.ts'
import { CONDITIONS } from '../whales/support/radar-world.ts'
import { type SubscriberOptions, subscribeToAlerts } from './support/alert-subscriber.ts'
import { closeServed, type Served, serveNothing } from './support/served-world.ts'
import { tierCallers } from './support/tier-callers.ts'

closeServed()

const ONE: WrittenTerms = { owner: 0, token: 0, dollars: 50, isBuy: true }

let served: Served
let url: string
let writer: AlertWriter
let ids: AlertIds
let callers: Record<Tier, Record<string, string>>

beforeAll(async () => {
  served = await serveNothing()
  url = await listen(served.app, { host: '127.0.0.1', port: 0 })
  writer = await createAlertWriter(served.store.db)
  ids = await readAlertIds(served.store.db)
  callers = await tierCallers(served)
})

function subscriber(options: Partial<SubscriberOptions> = {}) {
  const one = subscribeToAlerts(url, { headers: callers.PRO, ...options })
  onTestFinished(one.close)
  return one
}

async function openStreams(): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^pequod_alert_streams (\d+)$/m.exec(text)?.[1])
}

async function write(...terms: WrittenTerms[]): Promise<string[]> {
  return (await writer.append(terms)).map(ids.of)
}

describe('the subscription to whale alerts', () => {
  it('streams new alerts, and resumes after a cursor without loss or repeat', async () => {
    const before = await write(ONE)
    const first = subscriber()
    await until(async () => (await openStreams()) === 1)
    const live = await write(ONE, { ...ONE, owner: 1 })
    await until(() => first.events.length === 2)
    expect(first.events.map(({ id }) => id)).toEqual(live)
    first.close()
    await until(async () => (await openStreams()) === 0)
    const missed = await write(ONE, ONE, ONE)
    const second = subscriber({ after: live[0] ?? '' })
    await until(() => second.events.length === 4)
    const later = await write(ONE)
    await until(() => second.events.length === 5)
    expect(second.events.map(({ id }) => id)).toEqual([live[1], ...missed, ...later])
    expect(second.events.map(({ id }) => id)).not.toContain(before[0])
  })

  it('applies the filter of each subscriber', async () => {
    const filters = [
      { minUsd: 60 },
      { side: 'SELL' },
      { category: 'POLITICS' },
      { qualifying: 'COPYABLE_ALL' },
      { trader: `0x${'0'.repeat(39)}2`.toUpperCase().replace('X', 'x') },
      { market: CONDITIONS.second.toUpperCase().replace('X', 'x') },
    ]
    const all = filters.map((filter) => subscriber({ filter }))
    await until(async () => (await openStreams()) === filters.length)
    const [plain, large, sold, other] = await write(
      ONE,
      { ...ONE, dollars: 60 },
      { ...ONE, isBuy: false },
      { ...ONE, owner: 1, token: 2 },
    )
    const expected = [[large], [sold], [plain, large, sold], [], [other], [other]]
    await until(() => all.every(({ events }, i) => events.length === expected[i]?.length))
    expect(all.map(({ events }) => events.map(({ id }) => id))).toEqual(expected)
  })

  it('answers each subscriber’s own selection, also for the same text', async () => {
    const query = `subscription ($wide: Boolean!, $after: String) {
      whaleAlerts(after: $after) { id usd @include(if: $wide) } }`
    const seen = [true, false, true].map((wide) => {
      const client = createClient({ url: `${url}/graphql`, headers: callers.PRO, retryAttempts: 0 })
      onTestFinished(() => client.dispose())
      const events: unknown[] = []
      const sink = {
        next: ({ data }: { data?: unknown }) => void events.push(data),
        error() {},
        complete() {},
      }
      client.subscribe({ query, variables: { wide, after: null } }, sink)
      return events
    })
    await until(async () => (await openStreams()) === 3)
    const [id] = await write({ ...ONE, dollars: 70 })
    await until(() => seen.every(({ length }) => length === 1))
    const wide = { whaleAlerts: { id, usd: 70 } }
    expect(seen).toEqual([[wide], [{ whaleAlerts: { id } }], [wide]])
  })

  it('requires Pro: others are refused before any stream is open', async () => {
    const free = subscriber({ headers: callers.FREE })
    await free.ended
    expect(free.events).toEqual([{ id: null, code: 'FORBIDDEN' }])
    await expect(subscriber({ headers: {} }).ended).rejects.toMatchObject({ response: { status: 401 } })
    expect(await openStreams()).toBe(0)
  })

  it.each([
    [{ filter: { category: 'GOSSIP' } }, 'filter.category'],
    [{ filter: { trader: '0x12' } }, 'filter.trader'],
    [{ filter: { market: '0x12' } }, 'filter.market'],
    [{ filter: { minUsd: -1 } }, 'filter.minUsd'],
    [{ filter: { qualifying: 'PNL_ALL' } }, 'filter.qualifying'],
    [{ after: 'not an id' }, 'after'],
  ])('refuses %j', async (options, name) => {
    const refused = subscriber(options)
    await refused.ended.catch(() => undefined)
    expect([...refused.events.map(({ code }) => code), name]).toEqual(['BAD_USER_INPUT', name])
  })

  it('ends within seconds when the key is revoked, and when the tier is lowered', async () => {
    const accounts = createAccountStore(served.store.db)
    const [lowered, revoked] = [' whose tier is lowered', ' whose key is revoked']
    const one = subscriber({ headers: (await tierCallers(served, lowered)).PRO })
    const two = subscriber({ headers: (await tierCallers(served, revoked)).PRO })
    await until(async () => (await openStreams()) === 2)
    await accounts.setTier(`PRO reader${lowered}`, 'FREE')
    const { id = 0 } = (await accounts.accountByName(`PRO reader${revoked}`)) ?? {}
    const [key] = await accounts.listKeys(id)
    await accounts.revokeKey(id, key?.id ?? 0, Math.floor(Date.now() / 1_000))
    await Promise.all([one.ended, two.ended])
    expect(one.events).toEqual([{ id: null, code: 'FORBIDDEN' }])
    expect(two.events).toEqual([{ id: null, code: 'UNAUTHENTICATED' }])
    expect(await openStreams()).toBe(0)
  })

  it('allows at most 20 streams for each key', async () => {
    const { PRO } = await tierCallers(served, ' with many streams')
    const many = Array.from({ length: 20 }, () => subscriber({ headers: PRO }))
    await until(async () => (await openStreams()) === 20)
    const over = subscriber({ headers: PRO })
    await expect(over.ended).rejects.toMatchObject({ response: { status: 429 } })
    expect(await openStreams()).toBe(20)
    const other = subscriber()
    await until(async () => (await openStreams()) === 21)
    many[0]?.close()
    await until(async () => (await openStreams()) === 20)
    const again = subscriber({ headers: PRO })
    await until(async () => (await openStreams()) === 21)
    const [id] = await write(ONE)
    await until(() => [again, other].every(({ events }) => events.length === 1))
    expect([again.events, other.events]).toEqual([[{ id, code: null }], [{ id, code: null }]])
  })

  it('sends heartbeats, so that proxies keep it open', async () => {
    const body = JSON.stringify({ query: 'subscription { whaleAlerts { id } }' })
    const headers = { ...callers.PRO, accept: 'text/event-stream', 'content-type': 'application/json' }
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body })
    expect(response.headers.get('cache-control')).toContain('no-')
    expect(response.headers.get('x-accel-buffering')).toBe('no')
    let text = ''
    for await (const chunk of response.body ?? []) {
      text += Buffer.from(chunk).toString()
      if (text.split(':\n\n').length > 3) break
    }
    expect(text.replaceAll(':\n\n', '')).toBe('')
  })

  it('drops slow readers, and not the others', async () => {
    const { hostname, port } = new URL(url)
    const wide = Array.from({ length: 30 }, (_, i) => `a${i}: address`).join(' ')
    const body = JSON.stringify({ query: `subscription { whaleAlerts { ${wide} } }` })
    const socket = connect({ host: hostname, port: Number(port) })
    onTestFinished(() => void socket.destroy())
    socket.pause()
    socket.write(
      `POST /graphql HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nX-API-Key: ${callers.PRO['x-api-key']}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    )
    const reader = subscriber()
    await until(async () => (await openStreams()) === 2)
    let written = 0
    while ((await openStreams()) === 2) {
      await write(...Array<WrittenTerms>(500).fill(ONE))
      written += 500
      await until(() => reader.events.length === written)
    }
    expect(await openStreams()).toBe(1)
    let text = ''
    socket.on('data', (chunk) => {
      text += String(chunk)
    })
    socket.resume()
    await until(() => text.includes('event: complete'))
    expect(text).toContain('SLOW_CONSUMER')
  })
})
