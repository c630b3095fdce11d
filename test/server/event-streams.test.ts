import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from 'graphql-sse'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Tier } from '../../src/access/tier.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { createScreens } from '../../src/screens/screens.ts'
import { listen } from '../../src/server/http/listen.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { createLedgerWriter } from '../../src/store/ingest/ledger-writer.ts'
import { chainKey } from '../../src/store/ledger/place.ts'
import { MARKET_LINES, takerPurchase, WALLETS } from '../store/support/random-ledger.ts'
import { closeServed, type Served, serveNothing } from './support/served-world.ts'
import { tierCallers } from './support/tier-callers.ts'

closeServed()

let served: Served
let url: string
let callers: Record<Tier, Record<string, string>>

function fillOf(block: number, dollars: number) {
  const fill = takerPurchase(block, 1_770_000_000 + 2 * block, 0, dollars)
  return { ...fill, counterparty: WALLETS[(block + 1) % WALLETS.length] }
}

async function write(...fills: ReturnType<typeof fillOf>[]): Promise<void> {
  await ingestRecords(served.store.db, fills as never)
}

interface Message {
  id: string
  data: {
    cursor: string
    kind: string
    trade?: { usd: number; effect: unknown; realizedPnl: number | null; record: unknown } | null
    detail?: string
    code?: string
  }
}

/** The first messages of a stream of REST that are no positions but for the first. */
async function readMessages(
  path: string,
  headers: Record<string, string>,
  count: number,
  act = async () => {},
) {
  const line = new AbortController()
  const answer = await fetch(`${url}${path}`, { headers, signal: line.signal })
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream'))
    return { status: answer.status, body: await answer.json(), messages: [] }
  const messages: Message[] = []
  let text = ''
  let isFirst = headers['last-event-id'] === undefined
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString()
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const id = /^id: (.*)$/m.exec(part)?.[1] ?? ''
      const data = /^data: (.*)$/m.exec(part)?.[1]
      if (data === undefined) continue
      const message: Message = { id, data: JSON.parse(data) }
      if (message.data.kind !== 'position' || isFirst) messages.push(message)
      isFirst = false
      if (messages.length === 1) await act()
    }
    if (messages.length >= count) break
  }
  line.abort()
  return { status: answer.status, body: null, messages }
}

beforeAll(async () => {
  served = await serveNothing()
  url = await listen(served.app, { host: '127.0.0.1', port: 0 })
  callers = await tierCallers(served)
  await ingestRecords(served.store.db, MARKET_LINES)
  await write(fillOf(1, 5))
  await refresh(served.store.db)
})

describe('streams of events', () => {
  it('send new trades over REST with the cursor as id, and go on after Last-Event-ID', async () => {
    const first = await readMessages('/v1/trades/stream?minUsd=10', callers.PRO, 2, () =>
      write(fillOf(10, 9), fillOf(11, 20)),
    )
    expect(first.messages.map(({ data }) => [data.kind, data.trade?.usd])).toEqual([
      ['position', undefined],
      ['added', 20],
    ])
    expect(first.messages.map(({ id }) => id)).toEqual(first.messages.map(({ data }) => data.cursor))
    const opened = { change: 'opened', sharesBefore: 0, sharesLeft: 40 }
    expect(first.messages[1]?.data.trade).toMatchObject({ effect: opened, realizedPnl: 0, record: null })
    await write(fillOf(12, 30))
    await createLedgerWriter(served.store.db).undo(11, async () => undefined)
    await write(fillOf(13, 40))
    const last = String(first.messages[1]?.id)
    const second = await readMessages(
      '/v1/trades/stream?minUsd=10',
      { ...callers.PRO, 'last-event-id': last },
      2,
    )
    expect(second.messages.map(({ data }) => [data.kind, data.trade?.usd])).toEqual([
      ['retracted', 20],
      ['added', 40],
    ])
    const [taken, next] = second.messages.map(({ data }) => data.trade)
    expect(taken).toMatchObject({ effect: null, realizedPnl: null })
    const held = { change: 'added', sharesBefore: 28, sharesLeft: 108 }
    expect(next).toMatchObject({ effect: held, realizedPnl: 0, record: { pnl: 0, cutoff: { block: 1 } } })
  })

  it('send the same over GraphQL', async () => {
    const client = createClient({ url: `${url}/graphql`, headers: callers.PRO, retryAttempts: 0 })
    const messages: { kind: string; price: number | null }[] = []
    const query =
      'subscription ($markets: [ID!]!) { prices(markets: $markets) { kind price outcome { index } } }'
    const variables = { markets: [String(MARKET_LINES[0]?.condition)] }
    for await (const { data } of client.iterate<{ prices: (typeof messages)[number] }>({
      query,
      variables,
    })) {
      if (data) messages.push(data.prices)
      if (messages.length === 1) await write(fillOf(20, 8))
      if (messages.length === 2) break
    }
    client.dispose()
    expect(messages).toMatchObject([
      { kind: 'POSITION', price: null },
      { kind: 'ADDED', price: 0.5 },
    ])
  })

  it('send an event to callers without Pro when it is public', async () => {
    const heard = readMessages('/v1/activity/stream', callers.FREE, 2, () => write(fillOf(30, 11)))
    const isPro = await readMessages('/v1/activity/stream', callers.PRO, 2, () => write(fillOf(31, 12)))
    expect(isPro.messages).toHaveLength(2)
    expect(await Promise.race([heard, sleep(500)])).toBeUndefined()
    await refresh(served.store.db)
    const { messages } = await heard
    expect(messages.map(({ data }) => data.kind)).toEqual(['position', 'added'])
  })

  it('refuse a cursor that is none, one that is too old, and a parameter that is none', async () => {
    const bad = await readMessages('/v1/trades/stream?cursor=abc', callers.PRO, 1)
    expect([bad.status, bad.body.code]).toEqual([422, 'BAD_USER_INPUT'])
    await write(fillOf(100_000, 7))
    const old = Buffer.from(`0.${chainKey(10, 1)}.0`).toString('base64url')
    const late = await readMessages(`/v1/trades/stream?cursor=${old}`, callers.PRO, 1)
    expect([late.status, late.body.detail]).toEqual([
      422,
      expect.stringContaining('too old: the oldest cursor is'),
    ])
    const oldest = /cursor is (\S+),/.exec(late.body.detail)?.[1]
    // A stream sends its position before the fill if the reader has not come to it: one stream is read until the fill.
    const afterOldest = { ...callers.PRO, 'last-event-id': String(oldest) }
    const again = await readMessages('/v1/trades/stream', afterOldest, 1)
    expect(again.messages.map(({ data }) => [data.kind, data.trade?.usd])).toEqual([['added', 7]])
    const unknown = await readMessages('/v1/trades/stream?colour=red', callers.PRO, 1)
    expect(unknown.status).toBe(422)
  })

  it('send who enters and leaves the first places of a board, and go on after a cut', async () => {
    const path = '/v1/standings/stream?leaderboard=volume-all&limit=2'
    const publish = async (...fills: ReturnType<typeof fillOf>[]) => {
      await write(...fills)
      await refresh(served.store.db)
    }
    const first = await readMessages(path, callers.PRO, 2, () => publish(fillOf(100_001, 5_000)))
    const told = first.messages.map(({ data }) => data as unknown as Record<string, unknown>)
    expect(told.map(({ kind }) => kind)).toEqual(['position', expect.stringMatching(/added|changed/)])
    expect(first.messages.map(({ id }) => id)).toEqual(told.map(({ cursor }) => cursor))
    await publish(fillOf(100_002, 50_000), fillOf(100_003, 900_000))
    const last = String(first.messages[1]?.id)
    const second = await readMessages(path, { ...callers.PRO, 'last-event-id': last }, 1)
    expect(second.messages[0]?.data.kind).toMatch(/added|changed/)
    const bad = await readMessages(`${path}&cursor=abc`, callers.PRO, 1)
    expect([bad.status, bad.body.code]).toEqual([422, 'BAD_USER_INPUT'])
    const none = await readMessages('/v1/standings/stream?leaderboard=nobody-all', callers.PRO, 1)
    expect(none.status).toBe(404)
    const gated = await readMessages('/v1/standings/stream?leaderboard=consistent-all', {}, 1)
    expect(gated.status).toBe(401)
  })

  it('send the trades of the members of a screen, to who may read it', async () => {
    const { db } = served.store
    const [account] = await db.all<{ id: number }>("SELECT id FROM accounts WHERE tier = 'PRO'")
    const question = JSON.stringify({
      where: null,
      orderBy: [{ by: 'volume' }],
      period: 'ALL',
      category: null,
    })
    const given = { name: 'The largest', isPublic: false, top: 1, question }
    const { id } = await createScreens(db).add(account?.id ?? 0, given)
    await write({ ...fillOf(100_010, 5_000_000), owner: WALLETS[0] })
    await refresh(served.store.db)
    const largest = { url: '/v1/traders?order=volume&limit=1', headers: callers.PRO }
    await expect.poll(async () => (await served.app.inject(largest)).body).toContain(WALLETS[0])
    const path = `/v1/trades/stream?screen=${id}`
    const own = await readMessages(path, callers.PRO, 2, () =>
      write(...[1, 2, 3].map((i) => ({ ...fillOf(100_010 + i, 10 + i), owner: WALLETS[i % 3] }))),
    )
    expect(own.messages.map(({ data }) => data.trade?.usd)).toEqual([undefined, 13])
    expect((await readMessages(path, callers.FREE, 1)).status).toBe(404)
    expect((await readMessages('/v1/trades/stream?screen=nobody', callers.PRO, 1)).status).toBe(422)
    // Each screen is computed: one a filter.
    const several = encodeURIComponent(JSON.stringify([{ screen: id }, { screen: id }]))
    expect((await readMessages(`/v1/trades/stream?any=${several}`, callers.PRO, 1)).status).toBe(422)
  })

  it('send the trades of who belonged at the close before each, with those of the next close after midnight', async () => {
    const { db } = served.store
    const [account] = await db.all<{ id: number }>("SELECT id FROM accounts WHERE tier = 'PRO'")
    const question = { where: null, orderBy: [{ by: 'volume' }], period: 'ALL', category: null }
    const given = { name: 'At each', isPublic: false, top: 1, question: JSON.stringify(question) }
    const { id } = await createScreens(db).add(account?.id ?? 0, given)
    // Midnights are at the blocks 124,800 and 168,000. The first member is of the first day alone.
    const of = (block: number, owner: number, dollars: number) => ({
      ...fillOf(block, dollars),
      owner: WALLETS[owner],
    })
    await write(of(120_000, 1, 90_000_000))
    await refresh(db)
    await write(...[0, 1, 2].map((owner) => of(124_801 + owner, owner, 10 + owner)))
    await refresh(db)
    const path = `/v1/trades/stream?screen=${id}&members=at-trade`
    const today = await readMessages(path, callers.PRO, 2, () =>
      write(...[0, 1, 2].map((owner) => of(125_001 + owner, owner, 20 + owner)), of(126_000, 2, 200_000_000)),
    )
    expect(today.messages.map(({ data }) => data.trade?.usd)).toEqual([undefined, 21])
    await write(...[0, 1, 2].map((owner) => of(168_001 + owner, owner, 30 + owner)))
    const again = { ...callers.PRO, 'last-event-id': String(today.messages[1]?.id) }
    const published = setTimeout(() => refresh(db), 200)
    const next = await readMessages(path, again, 1)
    clearTimeout(published)
    expect(next.messages.map(({ data }) => data.trade?.usd)).toEqual([32])
    const now = await readMessages(`/v1/trades/stream?screen=${id}`, again, 3)
    expect(now.messages.map(({ data }) => data.trade?.usd)).toEqual([22, 200_000_000, 32])
  })

  it('refuse a filter by facts about whole trades that come later, and a leaderboard that is none', async () => {
    expect((await readMessages('/v1/trades/stream?minImpact=0.1', callers.PRO, 1)).status).toBe(422)
    const client = createClient({ url: `${url}/graphql`, headers: callers.PRO, retryAttempts: 0 })
    const refusal = async (where: string) => {
      const query = `subscription { trades(where: ${where}) { cursor } }`
      for await (const { errors } of client.iterate({ query })) return errors?.[0]?.message
    }
    expect(await refusal('{ hindsight: BEFORE_A_MOVE }')).toBe(
      'The argument where.hindsight is not answered by a stream of trades.',
    )
    expect(await refusal('{ any: [{ side: SELL signs: FIRST_IN_CATEGORY }] }')).toBe(
      'The argument where.any.signs cannot have FIRST_IN_CATEGORY in a stream of trades: it follows the markets as they are described later.',
    )
    expect(await refusal('{ board: { id: "none" } }')).toContain('none')
    client.dispose()
  })
})
