import { Writable } from 'node:stream'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueKey } from '../../src/accounts/account-keys.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { createApiKeySecret } from '../../src/accounts/api-key.ts'
import { AnswerCache } from '../../src/answers/answer-cache.ts'
import { createLogger } from '../../src/server/http/create-logger.ts'
import {
  type SigningKey,
  signingKey,
  signToken,
  startIssuer,
  type TokenIssuer,
} from '../access/support/token-issuer.ts'
import { closeServed, type Served, serveAgain, serveWorld } from './support/served-world.ts'

const BOARD = '/v1/leaderboard/pnl-all?limit=150'
const CSV = '/v1/leaderboard/pnl-all?format=csv&limit=150'
const LINK = 'id name path state createdAt expiresAt revokedAt lastUsedAt'
const CREATE = `mutation ($input: CreateLinkInput!) { createLink(input: $input) { url link { ${LINK} } } }`
const DAY = 86_400_000
const inDays = (days: number) => `${new Date(Date.now() + days * DAY).toISOString().slice(0, 19)}Z`

/** Notes every key under which an answer is kept. */
class WatchedAnswers extends AnswerCache {
  readonly keys: string[] = []
  override take(...[key, make]: Parameters<AnswerCache['take']>) {
    this.keys.push(key)
    return super.take(key, make)
  }
}

closeServed()
let issuer: TokenIssuer
let signing: SigningKey
let served: Served
const lines: string[] = []
const answers = new WatchedAnswers()
let users = 0

/** A paying user with an account of their own, so that the limits of one test do not affect others. */
interface User {
  name: string
  id: number
  headers: Record<string, string>
  key: string
}

beforeAll(async () => {
  signing = await signingKey('ES256', 'main')
  issuer = await startIssuer([signing])
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const { config } = issuer
  served = await serveWorld({
    env: {
      JWT_ISSUER: config.issuer,
      JWT_AUDIENCE: config.audience,
      JWT_JWKS_URL: config.jwksUrl.href,
      JWT_TIER_CLAIM: 'tier',
      PUBLIC_URL: 'https://pequod.example',
    },
    parts: { answers, logger: createLogger('trace', sink) },
  })
})
afterAll(() => issuer.close())

async function user(tier: 'FREE' | 'PRO' = 'PRO'): Promise<User> {
  const name = `reader ${++users}`
  const accounts = createAccountStore(served.store.db)
  const { id } = await accounts.createAccount(name, tier)
  const { key } = await issueKey(accounts, { accountId: id, name: 'own', expiresAt: null })
  const iat = Math.floor(Date.now() / 1_000)
  const token = await signToken(signing, { sub: name, tier: tier.toLowerCase(), iat, exp: iat + 600 })
  return { name, id, key, headers: { authorization: `Bearer ${token}` } }
}

async function run(of: Pick<User, 'headers'>, query: string, variables: Record<string, unknown> = {}) {
  const answer = await served.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: of.headers,
    payload: { query, variables },
  })
  const { data, errors = [] } = answer.json()
  return { data, code: errors[0]?.extensions.code, message: errors[0]?.message }
}

async function link(of: User, path: string, more: Record<string, unknown> = {}) {
  const { data, message } = await run(of, CREATE, { input: { path, name: 'sheet', ...more } })
  expect(message).toBeUndefined()
  const { url, link } = data.createLink
  expect(url).toMatch(/^https:\/\/pequod\.example\/v1\/.*[?&]access=pq_link_\w{50}$/)
  const at = String(url).slice('https://pequod.example'.length)
  return { url: at, token: at.slice(at.indexOf('access=') + 7), link }
}

const get = (url: string, headers: Record<string, string> = {}) => served.app.inject({ url, headers })
const refusal = async (url: string, headers: Record<string, string> = {}) => {
  const { statusCode, body } = await get(url, headers)
  expect(body).not.toContain('pq_link_')
  return [statusCode, JSON.parse(body).detail]
}

describe('a signed link', () => {
  test('answers what its owner is answered, as JSON, CSV and NDJSON', async () => {
    const reader = await user()
    for (const path of [BOARD, CSV, CSV.replace('csv', 'ndjson'), '/v1/leaderboard']) {
      const { url } = await link(reader, path)
      const [own, linked] = [await get(path, { 'x-api-key': reader.key }), await get(url)]
      expect([linked.statusCode, linked.headers['content-type']]).toEqual([200, own.headers['content-type']])
      expect(linked.body).toBe(own.body)
      expect(linked.headers['referrer-policy']).toBe('no-referrer')
      expect(linked.headers['cache-control']).toMatch(/^private/)
      const tag = linked.headers.etag
      if (tag !== undefined) expect((await get(url, { 'if-none-match': String(tag) })).statusCode).toBe(304)
    }
  })

  test('has its token in no log line, header, metric or key of a kept answer', async () => {
    const { url, token } = await link(await user(), '/v1/trader?query=a&limit=1')
    lines.length = 0
    answers.keys.length = 0
    const { statusCode, headers, body } = await get(url)
    expect([statusCode, headers.link]).toEqual([200, expect.stringContaining('rel="next"')])
    await get(url.replace('limit=1', 'limit=2'))
    await get(`/v1/nothing?access=${token}`)
    await get(`/graphql?access=${token}`)
    await get(`/v1/trader?acc%65ss=${token}`)
    const { body: metrics } = await get('/metrics')
    const shown = [...lines, ...answers.keys, JSON.stringify(headers), body, metrics].join('\n')
    expect(lines.join('')).toContain('/v1/trader?query=a&limit=1')
    for (const part of [token, token.slice(8, 32), token.slice(-24)]) expect(shown).not.toContain(part)
  })

  test('opens no other path and no other query', async () => {
    const { url, token } = await link(await user(), BOARD)
    const own = BOARD.slice('/v1/leaderboard/'.length)
    const word = fc.constantFrom(
      'pnl-7d',
      'limit=151',
      'format=csv',
      '..',
      '%2e%2e',
      '',
      '.',
      'pnl-all',
      'cursor=',
    )
    const other = fc.oneof(
      fc
        .tuple(fc.array(word, { minLength: 1, maxLength: 3 }), fc.constantFrom('/', '&', '?'))
        .map(([words, between]) => `/v1/leaderboard/${words.join(between)}`),
      fc.constantFrom(
        '/v1/whales?limit=100',
        '/v1/leaderboard',
        '/v1/smart-money/history',
        '/v1/whales/config',
      ),
      fc
        .tuple(fc.nat({ max: own.length }), fc.constantFrom('', '0', '&', '%', '/', '?', 'a'))
        .map(([at, put]) => `/v1/leaderboard/${own.slice(0, at)}${put}${own.slice(at + 1)}`),
    )
    await fc.assert(
      fc.asyncProperty(other, async (path) => {
        if (path === BOARD) return
        const spelt = `${path}${path.includes('?') ? '&' : '?'}access=${token}`
        expect(spelt).not.toBe(url)
        const { statusCode, body } = await get(spelt)
        expect(statusCode, spelt).toBeGreaterThanOrEqual(400)
        expect(body).not.toContain('"entries"')
      }),
      { numRuns: 60 },
    )
    expect(await refusal(`/v1/leaderboard?access=${token}`)).toEqual([
      403,
      'This link opens another path: use it exactly as it was created.',
    ])
    expect((await get(url)).statusCode).toBe(200)
  })

  test('is refused where its token is wrong, with one sentence for each way', async () => {
    const reader = await user()
    const { url, token } = await link(reader, BOARD)
    const changed = token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))
    const at = (text: string) => url.replace(token, text)
    const malformed = 'The link is malformed: copy the whole link, with one parameter access.'
    for (const wrong of ['', 'x', changed, reader.key, token.slice(0, -1), `${token}&access=${token}`])
      expect(await refusal(at(wrong))).toEqual([401, malformed])
    expect(await refusal(at(createApiKeySecret('link').key))).toEqual([
      401,
      'The link is unknown: create one with the mutation createLink.',
    ])
    for (const headers of [{ 'x-api-key': reader.key }, reader.headers])
      expect(await refusal(url, headers)).toEqual([401, 'Send a signed link without other credentials.'])
    for (const headers of [{ 'x-api-key': token }, { authorization: `Bearer ${token}` }] as Record<
      string,
      string
    >[])
      expect((await refusal(BOARD, headers))[0]).toBe(401)
    expect(
      (
        await refusal(`/graphql?query=%7B__typename%7D&access=${token}`.replace('/graphql', '/v1/../graphql'))
      )[0],
    ).toBeGreaterThan(399)
  })

  test('ends at its time, and in every process within two seconds of being revoked', async () => {
    const reader = await user()
    const other = await serveAgain(served, {})
    const ended = await link(reader, BOARD)
    await served.store.db.run('UPDATE api_keys SET expires_at = ? WHERE id = ?', [
      1_700_000_000,
      ended.link.id,
    ])
    expect(await refusal(ended.url)).toEqual([401, 'This link has expired: create a new one.'])
    const { url, link: made } = await link(reader, BOARD)
    expect((await other.app.inject(url)).statusCode).toBe(200)
    const { data } = await run(
      reader,
      `mutation { revokeLink(input: { id: "${made.id}" }) { link { ${LINK} } } }`,
    )
    expect(data.revokeLink.link).toMatchObject({
      state: 'REVOKED',
      path: BOARD,
      revokedAt: expect.any(String),
    })
    const revoked = { status: 401, detail: 'This link was revoked: create a new one.' }
    await expect
      .poll(async () => {
        const { statusCode, body } = await other.app.inject(url)
        return { status: statusCode, detail: JSON.parse(body).detail }
      })
      .toEqual(revoked)
    const states = await run(reader, '{ viewer { links { id state } apiKeys { name } } }')
    expect(states.data.viewer).toEqual({
      links: [
        { id: ended.link.id, state: 'EXPIRED' },
        { id: made.id, state: 'REVOKED' },
      ],
      apiKeys: [{ name: 'own' }],
    })
  })

  test('shows what its account may see at that time, except the account’s own data', async () => {
    const reader = await user()
    const { url } = await link(reader, CSV)
    expect((await get((await link(reader, '/v1/whales/config')).url)).body).toBe('null')
    expect((await get((await link(reader, '/v1/watchlist')).url)).json().items).toEqual([])
    await createAccountStore(served.store.db).setTier(reader.name, 'FREE')
    await expect.poll(async () => (await get(url)).statusCode).toBe(403)
  })

  test('has a limit of its own beside its account’s', async () => {
    const reader = await user()
    const { url } = await link(reader, BOARD)
    const all = await Promise.all([1, 2, 3, 4].map(() => get(url)))
    expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 429, 429])
    expect(all[0]?.headers['x-ratelimit-limit']).toBe('2')
    expect((await get(BOARD, { 'x-api-key': reader.key })).statusCode).toBe(200)
  })
})

describe('creating a link', () => {
  test('takes a path that REST would answer, spelt as an address, and an end within 366 days', async () => {
    const reader = await user()
    const wrong: [Record<string, unknown>, RegExp][] = [
      [{ path: '/v1/nothing' }, /does not exist/],
      [{ path: '/v1/leaderboard/pnl-all?nope=1' }, /nope/],
      [{ path: '/v1/leaderboard/pnl-all?limit=0' }, /limit must be/],
      [{ path: '/v1/leaderboard/pnl-all?limit=1&limit=2' }, /repeated/],
      [{ path: `${BOARD}&access=x` }, /access/],
      [{ path: '/v1/openapi.json' }, /does not exist/],
      ...[
        '/graphql',
        'v1/whales',
        '//evil.example/v1/whales',
        '/v1/a b',
        '/v1/whales#x',
        '/v1/whales?a?b',
        '/v1/%zz',
        `/v1/${'a'.repeat(500)}`,
      ].map((path): [Record<string, unknown>, RegExp] => [{ path }, /a REST path with its query/]),
      [{ name: '' }, /1 to 100 characters/],
      [{ expiresAt: inDays(-1) }, /within 366 days/],
      [{ expiresAt: inDays(367) }, /within 366 days/],
    ]
    for (const [given, words] of wrong) {
      const { code, message } = await run(reader, CREATE, { input: { path: BOARD, name: 'sheet', ...given } })
      expect([code, message], JSON.stringify(given)).toEqual(['BAD_USER_INPUT', expect.stringMatching(words)])
    }
    const { link: made } = await link(reader, BOARD)
    expect(Date.parse(made.expiresAt) - Date.parse(made.createdAt)).toBe(90 * DAY)
    expect(made).toMatchObject({ name: 'sheet', path: BOARD, state: 'ACTIVE', lastUsedAt: null })
  })

  test('is for Pro users with a bearer token, up to 20 valid ones', async () => {
    const [reader, free] = [await user(), await user('FREE')]
    const input = { path: BOARD, name: 'sheet' }
    expect((await run(free, CREATE, { input })).code).toBe('FORBIDDEN')
    expect((await run({ headers: { 'x-api-key': reader.key } }, CREATE, { input })).code).toBe('FORBIDDEN')
    expect((await run({ headers: {} }, CREATE, { input })).code).toBe('UNAUTHENTICATED')
    const made = await Promise.all(Array.from({ length: 23 }, () => run(reader, CREATE, { input })))
    expect(made.filter(({ code }) => code === undefined)).toHaveLength(20)
    expect(made.find(({ code }) => code !== undefined)?.message).toBe(
      'The limit is 20 valid links: revoke one you no longer need.',
    )
    expect(
      (await run(reader, 'mutation { createApiKey(input: { name: "more" }) { key } }')).code,
    ).toBeUndefined()
  })

  test('makes what no mutation of keys and no other account can touch', async () => {
    const [reader, stranger] = [await user(), await user()]
    const { link: made, url } = await link(reader, BOARD)
    for (const [who, mutation] of [
      [reader, `rotateApiKey(input: { id: "${made.id}" }) { key }`],
      [reader, `revokeApiKey(input: { id: "${made.id}" }) { apiKey { id } }`],
      [stranger, `revokeLink(input: { id: "${made.id}" }) { link { id } }`],
    ] as const)
      expect((await run(who, `mutation { ${mutation} }`)).code).toBe('NOT_FOUND')
    const { body: page } = await get('/account', { ...reader.headers, accept: 'text/html' })
    expect(page).toContain(`<code>${BOARD}</code>`)
    expect(page).not.toContain(url.slice(-40))
    expect((await get(url)).statusCode).toBe(200)
  })
})
