import { expect, it } from 'vitest'
import { createClient, follow, getFollow, getWatchlist, unfollow } from '../../src/client/entry.ts'
import { loadConfig } from '../../src/config/config.ts'
import { MARKET } from '../../src/follows/kinds/market.ts'
import { WALLET } from '../../src/follows/kinds/wallet.ts'
import { LEADERBOARDS } from '../../src/metrics/leaderboards.ts'
import { listen } from '../../src/server/http/listen.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { serveUsers } from '../server/support/served-users.ts'
import { closeServed, serveNothing } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'
import { CONDITIONS, MARKETS } from '../whales/support/radar-world.ts'

closeServed()

const users = serveUsers(serveNothing)

async function user(sub: string, tier: 'free' | 'pro' = 'free') {
  const headers = { authorization: `Bearer ${await users.tokenOf(sub, tier)}` }
  const send = (method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    users.served.app.inject({ method, url, headers, ...(payload && { payload }) })
  return { send, headers }
}

const wallet = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
const path = (address: string) => `/v1/watchlist/${address}`
const OF_WALLET = { type: 'wallet-follow', summary: 'trades' }
const ANY = {
  ...OF_WALLET,
  minUsd: 0,
  categories: [],
  minPrice: null,
  maxPrice: null,
  side: null,
  kinds: [],
}

it('is followed, listed, changed and unfollowed by PUT and DELETE', async () => {
  const { send } = await user('ahab')
  expect((await send('GET', '/v1/watchlist')).json()).toEqual({ items: [], nextCursor: null })
  const upper = wallet(0xabc).toUpperCase().replace('0X', '0x')
  const first = await send('PUT', path(upper))
  expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(first.json()).toMatchObject({ address: wallet(0xabc), ...ANY })
  const rules = {
    minUsd: 1_000.5,
    categories: ['politics', 'sports'],
    minPrice: 0.05,
    maxPrice: 0.95,
    side: 'buy',
    kinds: ['opened', 'closed'],
  }
  const second = await send('PUT', path(wallet(0xabc)), { ...rules, side: 'BUY' })
  expect(second.json()).toEqual({
    ...OF_WALLET,
    ...rules,
    topic: `wallet:${wallet(0xabc)}`,
    address: wallet(0xabc),
    summary:
      'purchases of $1,000.50 or more that opened or closed a position in politics, sports at prices from 5¢ up to 95¢',
    followedAt: first.json().followedAt,
    channel: 'outbox',
    paused: false,
    lastNoticeAt: null,
  })
  expect((await send('GET', '/v1/watchlist')).json()).toEqual({ items: [second.json()], nextCursor: null })
  expect((await send('GET', path(wallet(0xabc)))).json()).toEqual(second.json())
  expect((await send('DELETE', path(wallet(0xabc)))).json()).toEqual({
    topic: `wallet:${wallet(0xabc)}`,
    wasFollowed: true,
  })
  expect((await send('GET', path(wallet(0xabc)))).json()).toBeNull()
  expect((await send('DELETE', path(wallet(0xabc)))).json()).toMatchObject({ wasFollowed: false })
  expect((await send('GET', '/v1/watchlist')).json().items).toEqual([])
})

it('refuses a rule of another kind, and a topic of no kind', async () => {
  const { send } = await user('pip')
  const wrong = await send('PUT', path(wallet(1)), { above: 0.5 })
  expect([wrong.statusCode, wrong.json().errors[0].name]).toEqual([422, 'above'])
  expect((await send('PUT', path('wallet:0x12'))).json()).toMatchObject({ code: 'NOT_FOUND' })
  for (const topic of ['whale:1', 'market:', '0x12']) {
    const answer = await send('PUT', path(topic))
    expect([answer.statusCode, answer.json().errors[0].name]).toEqual([422, 'topic'])
  }
})

it('is limited to the wallets of the tier, and the refusal names the remedy', async () => {
  const { send } = await user('starbuck')
  for (let n = 1; n <= WALLET.limits.FREE; n++)
    expect((await send('PUT', path(wallet(n)))).statusCode).toBe(200)
  const beyond = await send('PUT', path(wallet(99)))
  expect([beyond.statusCode, beyond.json().code]).toEqual([403, 'FORBIDDEN'])
  expect(beyond.json().detail).toMatch(/unfollow one first, or get Pro for 200/)
  // An existing follow may still be changed, and Pro continues.
  expect((await send('PUT', path(wallet(1)), { minUsd: 5 })).json()).toMatchObject({ minUsd: 5 })
  const pro = await user('starbuck', 'pro')
  expect((await pro.send('PUT', path(wallet(99)))).statusCode).toBe(200)
  const listed = await pro.send('GET', '/v1/watchlist?limit=4')
  const more = await pro.send('GET', `/v1/watchlist?limit=4&cursor=${listed.json().nextCursor}`)
  const addresses = [...listed.json().items, ...more.json().items].map(({ address }) => address)
  expect(addresses.toSorted()).toEqual([1, 2, 3, 4, 5, 99].map(wallet))
})

it.each([
  [{ minPrice: 0.6, maxPrice: 0.4 }, 'minPrice'],
  [{ kinds: ['sung'] }, 'kinds'],
  [{ minUsd: -1 }, 'minUsd'],
  [{ minUsd: '10' }, 'minUsd'],
  [{ loudness: 3 }, 'loudness'],
])('refuses the rules %j, naming %s', async (rules, name) => {
  const { send } = await user('pip')
  const answer = await send('PUT', path(wallet(1)), rules)
  expect([answer.statusCode, answer.json().errors.map((one: { name: string }) => one.name)]).toEqual([
    422,
    [name],
  ])
})

it('is invisible to other accounts, and unchangeable by keys', async () => {
  const callers = await tierCallers(users.served)
  const change = (headers: Record<string, string>) =>
    users.served.app.inject({ method: 'PUT', url: path(wallet(1)), headers })
  expect((await change(callers.ANONYMOUS)).statusCode).toBe(401)
  expect([(await change(callers.PRO)).statusCode, (await change(callers.PRO)).json().code]).toEqual([
    403,
    'FORBIDDEN',
  ])
  const read = (headers: Record<string, string>) => users.served.app.inject({ url: '/v1/watchlist', headers })
  expect((await read(callers.ANONYMOUS)).statusCode).toBe(401)
  expect((await read(callers.FREE)).json()).toEqual({ items: [], nextCursor: null })
  const wrong = await users.served.app.inject({
    method: 'PUT',
    url: path('0x12'),
    headers: (await user('stubb')).headers,
  })
  expect([wrong.statusCode, wrong.json().errors[0].name]).toEqual([422, 'topic'])
  const text = { ...(await user('stubb')).headers, 'content-type': 'text/plain' }
  const plain = await users.served.app.inject({
    method: 'PUT',
    url: path(wallet(1)),
    headers: text,
    payload: 'x',
  })
  expect(plain.statusCode).toBe(415)
})

it('of markets is changed by condition or slug, and limited by the tier', async () => {
  const more = Array.from({ length: MARKET.limits.FREE }, (_, n) => ({
    ...(MARKETS[0] as (typeof MARKETS)[number]),
    condition: `0x${(n + 100).toString(16).padStart(64, '0')}` as (typeof CONDITIONS)['first'],
    tokens: [`${5_000 + 2 * n}`, `${5_001 + 2 * n}`] as never,
    slug: `more-${n}`,
  }))
  await ingestRecords(users.served.store.db, [...MARKETS, ...more])
  const { send } = await user('daggoo')
  const at = (name: string) => `/v1/watchlist/markets/${name}`
  const none = {
    jump: null,
    holderShare: null,
    stance: false,
  }
  const first = await send('PUT', at('question-0'), { above: 0.6 })
  expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(first.json()).toMatchObject({
    condition: CONDITIONS.first,
    outcome: 0,
    above: 0.6,
    below: null,
    ...none,
  })
  const rules = {
    outcome: 1,
    below: 0.25,
    jump: 0.1,
    holderShare: 0.125,
    stance: false,
  }
  const second = await send('PUT', at(CONDITIONS.first.toUpperCase().replace('0X', '0x')), rules)
  const { followedAt } = first.json()
  expect(second.json()).toEqual({
    type: 'market-follow',
    topic: `market:${CONDITIONS.first}`,
    condition: CONDITIONS.first,
    summary: 'of outcome 1: a fall to 25¢, moves of 10¢ within a day, holders of 12.5%, resolution',
    above: null,
    ...rules,
    followedAt,
    channel: 'outbox',
    paused: false,
    lastNoticeAt: null,
  })
  expect((await send('GET', '/v1/watchlist/markets')).json()).toEqual({
    items: [second.json()],
    nextCursor: null,
  })
  for (let n = 1; n < MARKET.limits.FREE; n++)
    expect((await send('PUT', at(`more-${n}`), { above: 0.5 })).statusCode).toBe(200)
  // The link of a kind's own path stays there.
  const page = await send('GET', '/v1/watchlist/markets?limit=3')
  const [, next = ''] = /^<([^>]+)>; rel="next"$/.exec(String(page.headers.link)) ?? []
  expect(next).toMatch(/^\/v1\/watchlist\/markets\?limit=3&cursor=/)
  const rest = MARKET.limits.FREE - 3
  expect([page.json().items.length, (await send('GET', next)).json().items.length]).toEqual([3, rest])
  const beyond = await send('PUT', at('more-0'), { above: 0.5 })
  expect([beyond.statusCode, beyond.json().detail]).toEqual([
    403,
    expect.stringMatching(/follow 5 markets.*get Pro for 50/),
  ])
  const stance = await send('PUT', at('question-0'), { stance: true })
  expect([stance.statusCode, stance.json().detail]).toEqual([
    403,
    expect.stringContaining('stance needs Pro'),
  ])
  const pro = await user('daggoo', 'pro')
  expect((await pro.send('PUT', at('question-0'), { stance: true })).json()).toMatchObject({ stance: true })
  expect((await pro.send('PUT', at('more-0'), { above: 0.5 })).statusCode).toBe(200)
  expect((await send('GET', '/v1/watchlist/market:question-0')).json()).toMatchObject({ stance: true })
  expect((await send('DELETE', at('question-0'))).json()).toEqual({
    topic: `market:${CONDITIONS.first}`,
    wasFollowed: true,
  })
  expect((await send('DELETE', at('question-0'))).json()).toMatchObject({ wasFollowed: false })
  expect((await send('PUT', at('nobody-asks'), { above: 0.5 })).json().code).toBe('NOT_FOUND')
})

it.each([
  [{ jump: 0.04 }, 'jump'],
  [{ jump: 0.91 }, 'jump'],
  [{ holderShare: 0.009 }, 'holderShare'],
  [{ above: 0.01 }, 'above'],
  [{ below: 0.99 }, 'below'],
  [{ above: 0.5, outcome: -1 }, 'outcome'],
  [{ above: 0.5, outcome: 2 }, 'outcome'],
])('refuses the levels %j of a market, naming %s', async (rules, name) => {
  await ingestRecords(users.served.store.db, MARKETS)
  const { send } = await user('pip')
  const answer = await send('PUT', '/v1/watchlist/markets/question-0', rules)
  expect([answer.statusCode, answer.json().errors?.map((one: { name: string }) => one.name)]).toEqual([
    422,
    [name],
  ])
})

it('of leaderboards is changed by id, and limited by the tier', async () => {
  const { send } = await user('tashtego')
  const at = (name: string) => `/v1/watchlist/leaderboards/${name}`
  const first = await send('PUT', at('pnl-7d'))
  expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(first.json()).toMatchObject({ leaderboardId: 'pnl-7d', top: 10 })
  const rules = { top: 100 }
  const second = await send('PUT', at('pnl-7d'), rules)
  const { followedAt } = first.json()
  expect(second.json()).toEqual({
    type: 'leaderboard-follow',
    topic: 'leaderboard:pnl-7d',
    summary: 'traders entering or leaving the top 100',
    leaderboardId: 'pnl-7d',
    ...rules,
    followedAt,
    channel: 'outbox',
    paused: false,
    lastNoticeAt: null,
  })
  expect((await send('GET', '/v1/watchlist/leaderboards')).json()).toEqual({
    items: [second.json()],
    nextCursor: null,
  })
  expect((await send('PUT', at('consistent-all'))).statusCode).toBe(200)
  const beyond = await send('PUT', at('copyable-all'))
  expect([beyond.statusCode, beyond.json().detail]).toEqual([
    403,
    expect.stringMatching(/follow 2 leaderboards.*get Pro for 20/),
  ])
  const pro = await user('tashtego', 'pro')
  for (const { id } of LEADERBOARDS) expect((await pro.send('PUT', at(id))).statusCode).toBe(200)
  expect((await send('DELETE', at('pnl-7d'))).json()).toEqual({
    topic: 'leaderboard:pnl-7d',
    wasFollowed: true,
  })
  expect((await send('DELETE', at('pnl-7d'))).json()).toMatchObject({ wasFollowed: false })
  expect((await send('PUT', at('pnl-8d'))).json().code).toBe('NOT_FOUND')
})

it.each([
  [{ top: 0 }, 'top'],
  [{ top: 101 }, 'top'],
  [{ top: 2.5 }, 'top'],
])('refuses the rules %j of a leaderboard, naming %s', async (rules, name) => {
  const { send } = await user('pip')
  const answer = await send('PUT', '/v1/watchlist/leaderboards/pnl-7d', rules)
  expect([answer.statusCode, answer.json().errors?.map((one: { name: string }) => one.name)]).toEqual([
    422,
    [name],
  ])
})

it('goes to channels, whose quiet hours and daily limit their owner sets', async () => {
  const { send, headers } = await user('fedallah')
  const query =
    'mutation { updateAlertChannels(input: { channels: [{ kind: EMAIL, target: "fedallah@example.com" }] }) { channels { id } } }'
  const answer = await users.served.app.inject({
    method: 'POST',
    url: '/graphql',
    headers,
    payload: { query },
  })
  const [{ id }] = answer.json().data.updateAlertChannels.channels
  const at = `/v1/account/channels/${id}`
  const pace = { quietFrom: '22:00', quietTo: '07:30', timeZone: 'Europe/Berlin', dailyLimit: 20 }
  const paced = await send('PUT', at, pace)
  expect(paced.json()).toMatchObject({ id, kind: 'email', state: 'pending', ...pace })
  expect((await send('GET', '/v1/account/channels')).json().items).toEqual([paced.json()])
  // A rewritten list keeps the pace of a channel that stays in it.
  await users.served.app.inject({ method: 'POST', url: '/graphql', headers, payload: { query } })
  expect((await send('GET', '/v1/account/channels')).json().items).toMatchObject([pace])
  for (const [wrong, name] of [
    [{ quietFrom: '22:00' }, 'quietFrom'],
    [{ quietFrom: '25:00', quietTo: '07:00', timeZone: 'UTC' }, 'quietFrom'],
    [{ quietFrom: '22:00', quietTo: '07:00', timeZone: 'Moon/Crater' }, 'timeZone'],
    [{ dailyLimit: 0 }, 'dailyLimit'],
  ] as const) {
    const refused = await send('PUT', at, wrong)
    expect([refused.statusCode, refused.json().errors[0].name]).toEqual([422, name])
  }
  const stranger = await user('stranger')
  expect((await stranger.send('PUT', at, pace)).statusCode).toBe(404)
  expect((await send('PUT', at, {})).json()).toMatchObject({ quietFrom: null, dailyLimit: null })
})

it('is changed and read by the typed client', async () => {
  const url = await listen(users.served.app, { ...loadConfig({}), port: 0 })
  const client = createClient({ baseUrl: url, token: () => users.tokenOf('queequeg', 'free') })
  const followed = await follow(client, { topic: wallet(7), minUsd: 250, kinds: ['opened'] })
  expect(followed).toMatchObject({ address: wallet(7), minUsd: 250, kinds: ['opened'] })
  expect(await getWatchlist(client)).toEqual({ items: [followed], nextCursor: null })
  const topic = `wallet:${wallet(7)}`
  expect(await unfollow(client, { topic })).toEqual({ topic, wasFollowed: true })
  await ingestRecords(users.served.store.db, MARKETS)
  const asked = 'market:question-1'
  expect(await follow(client, { topic: asked })).toMatchObject({ below: null, jump: null })
  const market = await follow(client, { topic: asked, below: 0.3 })
  expect(market).toMatchObject({ condition: CONDITIONS.second, below: 0.3 })
  const board = await follow(client, { topic: 'leaderboard:volume-30d', top: 3 })
  expect(board).toMatchObject({ leaderboardId: 'volume-30d', top: 3 })
  expect(await getFollow(client, { topic: asked })).toEqual(market)
  expect(await getWatchlist(client, { kind: 'market' })).toEqual({ items: [market], nextCursor: null })
  expect(await unfollow(client, { topic: asked })).toMatchObject({ wasFollowed: true })
})
