import fc from 'fast-check'
import { expect, it } from 'vitest'
import { serveUsers } from '../server/support/served-users.ts'
import { closeServed, serveWorld } from '../server/support/served-world.ts'

closeServed()

const users = serveUsers(serveWorld)

// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they are
type Body = any
interface Asked {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  payload?: object
}

const as =
  (headers: Record<string, string>) =>
  async ({ method = 'GET', url, payload }: Asked) => {
    const accept = url === '/mcp' ? 'application/json, text/event-stream' : '*/*'
    const asked = { method, url, headers: { ...headers, accept }, ...(payload && { payload }) }
    const answer = await users.served.app.inject(asked)
    const { statusCode: status, headers: sent, body } = answer
    return { status, cache: String(sent['cache-control']), text: body }
  }

async function user(sub: string, tier: 'free' | 'pro' = 'free') {
  return as({ authorization: `Bearer ${await users.tokenOf(sub, tier)}` })
}

async function saved(send: ReturnType<typeof as>, payload: object): Promise<string> {
  const { status, text } = await send({ method: 'POST', url: '/v1/screens', payload })
  expect(status, text).toBe(200)
  return JSON.parse(text).id
}

const read = async (send: ReturnType<typeof as>, url: string): Promise<Body> => {
  const { status, text } = await send({ url })
  expect(status, text).toBe(200)
  return JSON.parse(text)
}

/** A market's condition. */
async function anyMarket(): Promise<string> {
  return (await read(as({}), '/v1/markets?limit=1')).items[0].condition
}

const QUESTION = { name: 'Busy', order: 'trade_count:desc', top: 20 }

/** Every way to ask for what depends on a screen, with a sign of its refusal. */
const waysOf = (id: string, market: string): Asked[] => {
  const query = `{ trades(where: { screen: "${id}" }, first: 3) { nodes { id } } }`
  const positions = `{ positions(where: { screen: "${id}" }, first: 3) { nodes { id } } }`
  const call = (name: string, given: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: given },
  })
  return [
    { url: `/v1/trades?screen=${id}&limit=3` },
    { url: `/v1/positions?screen=${id}&limit=3` },
    { url: `/v1/positions?where=${encodeURIComponent(JSON.stringify({ screen: id }))}&limit=3` },
    { url: `/v1/screens/${id}/members` },
    { url: `/v1/screens/${id}/members?inCommon=2` },
    { url: `/v1/trades?board=volume-all&screen=${id}&members=now&limit=3` },
    { url: `/v1/smart-money?screen=${id}` },
    { url: `/v1/market/${market}/holders?screen=${id}` },
    { url: `/tape?screen=${id}` },
    { url: `/graphql?query=${encodeURIComponent(query)}` },
    { method: 'POST', url: '/graphql', payload: { query } },
    { method: 'POST', url: '/graphql', payload: { query: positions } },
    { method: 'POST', url: '/mcp', payload: call('listTrades', { screen: id, limit: 3 }) },
    { method: 'POST', url: '/mcp', payload: call('getSmartMoney', { screen: id }) },
    { method: 'POST', url: '/mcp', payload: call('listMarketHolders', { id: market, screen: id }) },
    { method: 'POST', url: '/mcp', payload: call('listPositions', { where: { screen: id }, limit: 3 }) },
  ]
}

it('a list of positions without a filter is refused by the filters that it takes', async () => {
  const send = await user('nobody', 'pro')
  const { status, text } = await send({ url: '/v1/positions' })
  expect([status, JSON.parse(text).errors[0].name]).toEqual([422, 'where'])
  expect(text).toContain('must name a market, an event, a trader, a leaderboard or a screen')
})

const isRefused = (text: string) => text.includes('no such screen, or it is private')

it('trades and positions of a screen are those of its members, by themselves and with another filter', async () => {
  const send = await user('ahab', 'pro')
  let rows = 0
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.constantFrom('trade_count:desc', 'pnl:asc', 'volume'),
      fc.constantFrom('', '&board=volume-all&top=15'),
      async (top, order, more) => {
        const id = await saved(send, { name: 'drawn', order, top })
        const members = (await read(send, `/v1/screens/${id}/members?limit=100`)).items
        const named = members.map((one: Body) => one.address).join()
        for (const list of ['/v1/trades?limit=60', '/v1/positions?limit=60']) {
          const own = await read(send, `${list}&screen=${id}${more}`)
          expect(own.items).toEqual((await read(send, `${list}&trader=${named}${more}`)).items)
          rows += own.items.length
        }
        await send({ method: 'DELETE', url: `/v1/screens/${id}` })
      },
    ),
    { numRuns: 10 },
  )
  expect(rows).toBeGreaterThan(100)
})

it('an answer to the owner of a private screen is kept for nobody else, asked before, after or at the same time', async () => {
  const [owner, other, nobody] = [await user('ishmael'), await user('queequeg'), as({})]
  const id = await saved(owner, QUESTION)
  for (const [i, way] of waysOf(id, await anyMarket()).entries()) {
    const name = `${i} ${way.url.slice(0, 60)}`
    const first = await owner(way)
    // A second one would come from memory.
    const again = await owner(way)
    for (const { status, text, cache } of [first, again]) {
      expect(status, `${name}: ${text}`).toBe(200)
      expect(text).not.toMatch(/no such screen|"errors":|"isError":true/)
      expect(cache, name).toContain('no-store')
    }
    const [, one, two, three] = await Promise.all([owner(way), other(way), nobody(way), owner(way)])
    for (const answer of [one, two, await other(way), await nobody(way)])
      expect(isRefused(answer?.text ?? ''), `${name}: ${answer?.text}`).toBe(true)
    expect(isRefused(three?.text ?? ''), name).toBe(false)
    if (way.method === undefined && !way.url.startsWith('/graphql'))
      expect([one?.status, two?.status], name).toEqual([404, 404])
  }
})

it('a screen that is made private is refused immediately to those who read it before', async () => {
  const [owner, nobody] = [await user('starbuck'), as({})]
  const id = await saved(owner, { ...QUESTION, public: true })
  const market = await anyMarket()
  for (const way of waysOf(id, market)) expect(isRefused((await nobody(way)).text), way.url).toBe(false)
  await owner({ method: 'PUT', url: `/v1/screens/${id}`, payload: QUESTION })
  for (const way of waysOf(id, market)) {
    const { text } = await nobody(way)
    expect(isRefused(text), `${way.url}: ${text}`).toBe(true)
  }
})

it('a request names one screen at most', async () => {
  const send = await user('flask')
  const ids = [await saved(send, QUESTION), await saved(send, QUESTION)]
  const asked = (some: readonly string[]) => ({
    method: 'POST' as const,
    url: '/graphql',
    payload: {
      query: `{ ${some.map((id, i) => `a${i}: trades(where: { screen: "${id}" }, first: 1) { nodes { id } }`).join(' ')} }`,
    },
  })
  const refusal = 'must be the same wherever a request names one'
  expect((await send(asked(ids))).text).toContain(refusal)
  expect((await send(asked([ids[0] ?? '', ids[0] ?? '']))).text).not.toContain('errors')
})
