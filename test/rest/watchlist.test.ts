import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient, followWallet, getWatchlist, unfollowWallet } from '../../src/client/entry.ts'
import { loadConfig } from '../../src/config.ts'
import { listen } from '../../src/server/http/listen.ts'
import { FOLLOW_LIMITS } from '../../src/whales/watchlist/follow.ts'
import {
  type SigningKey,
  signingKey,
  signToken,
  startIssuer,
  type TokenIssuer,
} from '../access/token-issuer.ts'
import { closeServed, type Served, serveNothing } from '../server/served-world.ts'
import { tierCallers } from '../server/tier-callers.ts'

closeServed()

let served: Served
let key: SigningKey
let issuer: TokenIssuer

beforeAll(async () => {
  key = await signingKey('ES256', 'main')
  issuer = await startIssuer([key])
  const { issuer: name, audience, jwksUrl, tierClaim } = issuer.config
  const env = { JWT_ISSUER: name, JWT_AUDIENCE: audience ?? '', JWT_JWKS_URL: String(jwksUrl) }
  served = await serveNothing({ env: { ...env, JWT_TIER_CLAIM: tierClaim ?? '' } })
})
afterAll(() => issuer.close())

async function tokenOf(sub: string, tier: 'free' | 'pro'): Promise<string> {
  const iat = Math.floor(Date.now() / 1_000)
  return signToken(key, { sub, tier, iat, exp: iat + 600 })
}

async function user(sub: string, tier: 'free' | 'pro' = 'free') {
  const headers = { authorization: `Bearer ${await tokenOf(sub, tier)}` }
  const send = (method: 'GET' | 'PUT' | 'DELETE', url: string, payload?: object) =>
    served.app.inject({ method, url, headers, ...(payload && { payload }) })
  return { send, headers }
}

const wallet = (n: number) => `0x${n.toString(16).padStart(40, '0')}`
const path = (address: string) => `/v1/watchlist/${address}`
const ANY = {
  ...{ minUsd: 0, categories: [], minPrice: null, maxPrice: null, side: null, kinds: [] },
  ...{ quietFrom: null, quietTo: null, timeZone: null },
}

it('is followed, listed, changed and unfollowed by PUT and DELETE', async () => {
  const { send } = await user('ahab')
  expect((await send('GET', '/v1/watchlist')).json()).toEqual({ items: [], nextCursor: null })
  const upper = wallet(0xabc).toUpperCase().replace('0X', '0x')
  const first = await send('PUT', path(upper))
  expect([first.statusCode, first.headers['cache-control']]).toEqual([200, 'private, no-store'])
  expect(first.json()).toMatchObject({ address: wallet(0xabc), ...ANY })
  const rules = {
    ...{ minUsd: 1_000.5, categories: ['politics', 'sports'], minPrice: 0.05, maxPrice: 0.95, side: 'buy' },
    ...{ kinds: ['opened', 'closed'], quietFrom: '22:00', quietTo: '07:30', timeZone: 'Europe/Berlin' },
  }
  const second = await send('PUT', path(wallet(0xabc)), { ...rules, side: 'BUY' })
  expect(second.json()).toEqual({ address: wallet(0xabc), ...rules, followedAt: first.json().followedAt })
  expect((await send('GET', '/v1/watchlist')).json()).toEqual({ items: [second.json()], nextCursor: null })
  expect((await send('DELETE', path(wallet(0xabc)))).json()).toEqual({
    address: wallet(0xabc),
    wasFollowed: true,
  })
  expect((await send('DELETE', path(wallet(0xabc)))).json()).toMatchObject({ wasFollowed: false })
  expect((await send('GET', '/v1/watchlist')).json().items).toEqual([])
})

it('is limited to the wallets of the tier, and the refusal names the remedy', async () => {
  const { send } = await user('starbuck')
  for (let n = 1; n <= FOLLOW_LIMITS.FREE.wallets; n++)
    expect((await send('PUT', path(wallet(n)))).statusCode).toBe(200)
  const beyond = await send('PUT', path(wallet(99)))
  expect([beyond.statusCode, beyond.json().code]).toEqual([403, 'FORBIDDEN'])
  expect(beyond.json().detail).toMatch(/unfollow one first, or get Pro for 200/)
  // What is followed already may still be changed, and Pro goes on.
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
  [{ quietFrom: '22:00' }, 'quietFrom'],
  [{ quietFrom: '22:00', quietTo: '22:00', timeZone: 'UTC' }, 'quietTo'],
  [{ quietFrom: '25:00', quietTo: '07:00', timeZone: 'UTC' }, 'quietFrom'],
  [{ quietFrom: '22:00', quietTo: '07:00', timeZone: 'Moon/Crater' }, 'timeZone'],
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
  const callers = await tierCallers(served)
  const change = (headers: Record<string, string>) =>
    served.app.inject({ method: 'PUT', url: path(wallet(1)), headers })
  expect((await change(callers.ANONYMOUS)).statusCode).toBe(401)
  expect([(await change(callers.PRO)).statusCode, (await change(callers.PRO)).json().code]).toEqual([
    403,
    'FORBIDDEN',
  ])
  const read = (headers: Record<string, string>) => served.app.inject({ url: '/v1/watchlist', headers })
  expect((await read(callers.ANONYMOUS)).statusCode).toBe(401)
  expect((await read(callers.FREE)).json()).toEqual({ items: [], nextCursor: null })
  const wrong = await served.app.inject({
    method: 'PUT',
    url: path('0x12'),
    headers: (await user('stubb')).headers,
  })
  expect([wrong.statusCode, wrong.json().errors[0].name]).toEqual([422, 'address'])
  const text = { ...(await user('stubb')).headers, 'content-type': 'text/plain' }
  const plain = await served.app.inject({ method: 'PUT', url: path(wallet(1)), headers: text, payload: 'x' })
  expect(plain.statusCode).toBe(415)
})

it('is changed and read by the typed client', async () => {
  const url = await listen(served.app, { ...loadConfig({}), port: 0 })
  const client = createClient({ baseUrl: url, token: () => tokenOf('queequeg', 'free') })
  const followed = await followWallet(client, { address: wallet(7), minUsd: 250, kinds: ['opened'] })
  expect(followed).toMatchObject({ address: wallet(7), minUsd: 250, kinds: ['opened'] })
  expect(await getWatchlist(client)).toEqual({ items: [followed], nextCursor: null })
  expect(await unfollowWallet(client, { address: wallet(7) })).toEqual({
    address: wallet(7),
    wasFollowed: true,
  })
})
