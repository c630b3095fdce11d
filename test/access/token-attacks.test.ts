import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import { exportSPKI, importJWK, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { issueKey } from '../../src/accounts/account-keys.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { createApiKeySecret } from '../../src/accounts/api-key.ts'
import { cpuTimer } from '../support/cpu-timer.ts'
import { type IdentityDoor, openIdentityDoor } from './support/identity-door.ts'
import { listening } from './support/listening.ts'
import { goodClaims, type SigningKey, signingKey, signToken } from './support/token-issuer.ts'

const REST = '/v1/leaderboard'
const GRAPHQL = `/graphql?query=${encodeURIComponent('{ viewer { kind } }')}`

let door: IdentityDoor
let stranger: SigningKey
const claims: JWTPayload = { ...goodClaims, iat: seconds(), exp: seconds() + 600 }

beforeAll(async () => {
  door = await openIdentityDoor()
  stranger = await signingKey('RS256', door.key.kid)
})
afterAll(() => door.close())

function seconds(): number {
  return Math.floor(Date.now() / 1_000)
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const sign = (given: Record<string, unknown> = {}, header: Record<string, unknown> = {}, key = door.key) =>
  signToken(key, { ...claims, ...given }, header)
const bearer = (token: string) => ['Authorization', `Bearer ${token}`]

/** Refused at both doors, on what anybody may read, without a word of the credential. */
async function expectRefused(headers: readonly string[], sentence: RegExp) {
  for (const path of [REST, GRAPHQL]) {
    const { status, type, body } = await door.send(path, headers)
    expect([status, type], `${path}: ${body}`).toEqual([401, expect.stringMatching(/json/)])
    expect(body).toContain('"code":"UNAUTHENTICATED"')
    expect(body).toMatch(sentence)
    const [secret = ''] = (headers[1] ?? '').split(' ').slice(-1)
    if (secret.length > 20) expect(body).not.toContain(secret)
  }
}

async function expectTaken(headers: readonly string[], kind: string) {
  expect((await door.send(REST, headers)).status).toBe(200)
  expect((await door.send(GRAPHQL, headers)).body).toContain(`"kind":"${kind}"`)
}

describe('a valid token', () => {
  test('is accepted by REST and GraphQL', async () => {
    await expectTaken([], 'ANONYMOUS')
    await expectTaken(bearer(await sign()), 'USER')
    const accounts = createAccountStore(door.store.db)
    const { id: accountId } = await accounts.createAccount('starbuck', 'FREE')
    const { key } = await issueKey(accounts, { accountId, name: 'mate', expiresAt: null })
    await expectTaken(['X-API-Key', key], 'API_KEY')
    await expectTaken(bearer(key), 'API_KEY')
  })
})

describe('forged signatures', () => {
  test('with alg none are refused', async () => {
    for (const alg of ['none', 'None', 'NONE']) {
      const unsigned = `${encode({ alg, typ: 'JWT', kid: door.key.kid })}.${encode(claims)}`
      await expectRefused(bearer(`${unsigned}.`), /malformed/)
      await expectRefused(bearer(`${unsigned}.c2ln`), /algorithm/)
    }
  })

  test('by HS256 under the public key are refused', async () => {
    const key = await importJWK(door.key.publicJwk, 'RS256')
    if (key instanceof Uint8Array) throw new Error('a secret')
    for (const secret of [await exportSPKI(key), JSON.stringify(door.key.publicJwk)]) {
      const text = `${encode({ alg: 'HS256', kid: door.key.kid })}.${encode(claims)}`
      const signature = createHmac('sha256', secret).update(text).digest('base64url')
      await expectRefused(bearer(`${text}.${signature}`), /algorithm/)
    }
  })

  test('by another key under the right key’s id are refused', async () => {
    await expectRefused(bearer(await sign({}, {}, stranger)), /signature/)
  })

  test('over changed claims are refused', async () => {
    const [header, , signature] = (await sign()).split('.')
    await expectRefused(bearer(`${header}.${encode({ ...claims, tier: 'pro' })}.${signature}`), /signature/)
  })

  test('in another spelling are refused', async () => {
    const token = await sign()
    const [header = '', payload = '', signature = ''] = token.split('.')
    const stray = String.fromCharCode(signature.charCodeAt(signature.length - 1) + 1)
    for (const spelling of [
      `${token}=`,
      `${token}==`,
      `${header}=.${payload}.${signature}`,
      `${header}.${payload}.${signature.slice(0, -1)}${stray}`,
      `${header}.${payload}.${signature.replaceAll('-', '+').replaceAll('_', '/')}+`,
      `${token}.`,
      `${token}.${signature}`,
      `${header}..${signature}`,
    ])
      await expectRefused(bearer(spelling), /malformed/)
    await expectRefused(bearer(`${header}.${payload}. ${signature}`), /Send credentials as/)
    await expectRefused(bearer(`${token} ${token}`), /Send credentials as/)
  })
})

describe('hostile headers of a token', () => {
  test.each([
    'nobody',
    '../../../../../../dev/null',
    '/proc/self/environ',
    "main' OR '1'='1",
    "' UNION SELECT 'c2VjcmV0' --",
    'http://127.0.0.1:1/keys',
    'main\u0000',
    '__proto__',
    '$(id)',
    '',
  ])('kid %j', async (kid) => {
    await expectRefused(bearer(await sign({}, { kid }, stranger)), /does not publish/)
  })

  test('with unknown kids in a flood cause no requests to the issuer', async () => {
    await expectTaken(bearer(await sign()), 'USER')
    const before = door.issuer.fetches
    const flood = Array.from({ length: 200 }, async (_, index) =>
      door.send(REST, bearer(await sign({}, { kid: `flood-${index}` }, stranger))),
    )
    const answers = await Promise.all(flood)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]))
    expect(door.issuer.fetches - before).toBeLessThanOrEqual(1)
  })

  test('with an embedded jwk, jku, x5u or x5c are ignored', async () => {
    let asked = 0
    const evil = await listening(
      createServer((_request, response) => {
        asked++
        response.end(JSON.stringify({ keys: [stranger.publicJwk] }))
      }),
    )
    const x5c = [Buffer.from('no certificate').toString('base64')]
    for (const header of [{ jwk: stranger.publicJwk }, { jku: evil.url }, { x5u: evil.url }, { x5c }])
      await expectRefused(bearer(await sign({}, header, stranger)), /signature/)
    await evil.close()
    expect(asked).toBe(0)
  })

  test('with a critical extension are refused', async () => {
    const [, payload, signature] = (await sign()).split('.')
    for (const crit of [['exp2'], ['b64'], [], 'exp2']) {
      const header = encode({ alg: 'RS256', kid: door.key.kid, crit, exp2: 1, b64: false })
      await expectRefused(bearer(`${header}.${payload}.${signature}`), /bearer token/i)
    }
  })
})

describe('hostile claims of a token', () => {
  test.each([
    ['expired', { exp: seconds() - 31 }, /expired/],
    ['not valid yet', { nbf: seconds() + 3_600 }, /not valid yet/],
    ['without an end', { exp: undefined }, /has no expiry/],
    ['with an end that is no number', { exp: '9999999999' }, /bearer token/i],
    ['for another audience', { aud: 'pequod-staging' }, /another service/],
    ['for no audience', { aud: undefined }, /another service/],
    [
      'of another issuer',
      { iss: 'https://id.example.evil/' },
      /from an issuer that this service does not accept/,
    ],
    ['of no issuer', { iss: undefined }, /from an issuer that this service does not accept/],
    ['without a subject', { sub: undefined }, /has no subject/],
    ['of a list of subjects', { sub: ['ahab'] }, /malformed/],
  ])('a token %s', async (_, given, sentence) => {
    await expectRefused(bearer(await sign(given)), sentence)
  })

  test('set no tier but by the configured claim', async () => {
    const query = `/graphql?query=${encodeURIComponent('{ viewer { tier } }')}`
    for (const given of [{ tiers: 'pro' }, { tier: { toString: 'pro' } }, { Tier: 'pro' }, { tier: 'admin' }])
      expect((await door.send(query, bearer(await sign(given)))).body).toContain('"tier":"FREE"')
  })
})

describe('tokens of another kind, signed by the same issuer', () => {
  test.each([
    ['by the header', {}, { typ: 'logout+jwt' }],
    ['by the header', {}, { typ: 'application/secevent+jwt' }],
    ['by the header', {}, { typ: 'id_token' }],
    ['by a nonce', { nonce: 'n-0S6' }, {}],
    ['by a nonce in a token that calls itself an access token', { nonce: '' }, { typ: 'at+jwt' }],
    ['by at_hash', { at_hash: '77Qm' }, {}],
    ['by c_hash', { c_hash: '77Qm' }, {}],
    ['by events', { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }, {}],
    ['by the claim typ', { typ: 'Refresh' }, {}],
  ])('are refused %s: %j %j', async (_by, given, header) => {
    await expectRefused(bearer(await sign(given, header)), /of the wrong kind/)
  })

  test.each([{}, { typ: 'JWT' }, { typ: 'at+jwt' }, { typ: 'application/AT+JWT' }])(
    'and %j is no other kind',
    async (header) => expectTaken(bearer(await sign({ typ: 'Bearer' }, header)), 'USER'),
  )
})

describe('oversized tokens', () => {
  test('are refused without parsing', async () => {
    await expectRefused(bearer(await sign({ padding: 'x'.repeat(6_500) })), /malformed/)
  })

  test('beyond the limit of a request’s head are refused by HTTP, and the service continues', async () => {
    const huge = await sign({ padding: 'x'.repeat(100_000) })
    // The refusal can overtake the rest of the header, which then finds a closed connection.
    const status = await door.send(REST, bearer(huge)).then(
      (answer) => answer.status,
      () => 431,
    )
    expect(status).toBe(431)
    await expectTaken([], 'ANONYMOUS')
  })

  test('of thousands of segments are refused quickly', async () => {
    const spent = cpuTimer()
    for (const text of ['a.'.repeat(4_000), '.'.repeat(8_000), `a.${'b.'.repeat(3_000)}c`, 'Ā'.repeat(0)])
      if (text !== '') await expectRefused(bearer(text), /malformed/)
    expect(spent()).toBeLessThan(1_000)
  })
})

describe('misplaced or repeated credentials', () => {
  test('are refused when there are two, even if one is valid', async () => {
    const good = await sign()
    const { key } = createApiKeySecret()
    await expectRefused([...bearer(good), 'X-API-Key', key], /not both/)
    await expectRefused(['X-API-Key', '', ...bearer(good)], /not both/)
    await expectRefused([...bearer(good), ...bearer('other')], /not several times/)
    await expectRefused([...bearer(good), ...bearer(good)], /not several times/)
    await expectRefused(['X-API-Key', key, 'X-Api-Key', key], /not several times/)
    await expectRefused(['authorization', 'Basic YTpi', ...bearer(good)], /not several times/)
  })

  test('are refused in the URL', async () => {
    const { key } = createApiKeySecret()
    const token = await sign()
    const paths = [
      `/v1/leaderboard?api_key=${key}`,
      `/v1/trader?query=${key}`,
      `/v1/trader/${key}`,
      `/v1/leaderboard?access_token=${token}`,
      `/graphql?query=${encodeURIComponent('{viewer{kind}}')}&key=${encodeURIComponent(key)}`,
      `/graphql?query=${encodeURIComponent(`{traders(where:{query:"${key}"}){edges{cursor}}}`)}`,
    ]
    for (const path of paths) {
      const { status, body } = await door.send(path)
      expect([status, body]).toEqual([401, expect.stringContaining('Send credentials in a header')])
      expect(body).not.toContain(key.slice(8))
      expect(body).not.toContain(token.slice(-40))
    }
  })

  test('are refused under another scheme', async () => {
    const token = await sign()
    for (const value of [`Basic ${btoa('a:b')}`, `Token ${token}`, token, `Bearer:${token}`, 'Bearer', ''])
      await expectRefused(['Authorization', value], /Send credentials as/)
  })
})
