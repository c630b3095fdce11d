import { createHmac, createPublicKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { exportSPKI, importJWK } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { BearerVerifier } from '../../../src/access/identity/bearer.ts'
import { createBearerVerifier } from '../../../src/access/identity/bearer.ts'
import { PequodError } from '../../../src/errors.ts'
import { cpuTimer } from '../../support/cpu-timer.ts'
import type { SigningKey, TokenIssuer } from '../support/token-issuer.ts'
import { goodClaims, NOW, signingKey, signToken, startIssuer } from '../support/token-issuer.ts'

const keys: Record<string, SigningKey> = {}
let rsa: SigningKey
let stranger: SigningKey
let issuer: TokenIssuer
let now = NOW
const clock = () => now * 1_000
let verify: BearerVerifier

beforeAll(async () => {
  for (const alg of ['RS256', 'ES256', 'EdDSA']) keys[alg] = await signingKey(alg, `first-${alg}`)
  rsa = await signingKey('RS256', 'main')
  stranger = await signingKey('RS256', 'main')
  issuer = await startIssuer([rsa, ...Object.values(keys)])
})
afterAll(() => issuer.close())
beforeEach(() => {
  now = NOW
  issuer.published = [rsa, ...Object.values(keys)]
  issuer.healthy = true
  issuer.fetches = 0
  verify = createBearerVerifier(issuer.config, { clock, elapsed: clock, keyCooldown: 0 })
})

async function refusal(token: string): Promise<PequodError> {
  const error = await verify(token).catch((reason: unknown) => reason)
  if (!(error instanceof PequodError)) throw new Error(`not refused: ${JSON.stringify(error)}`)
  return error
}

async function expectRefused(token: string, sentence: RegExp) {
  const error = await refusal(token)
  expect([error.code, error.message]).toEqual(['UNAUTHENTICATED', expect.stringMatching(sentence)])
  if (token.length > 20) expect(error.message).not.toContain(token)
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('valid bearer tokens', () => {
  test.each(['RS256', 'ES256', 'EdDSA'])('signed with %s', async (alg) => {
    const key = keys[alg]
    if (key === undefined) throw new Error(alg)
    expect(await verify(await signToken(key))).toEqual({ subject: 'ishmael', tier: null })
  })

  test.each([
    ['pro', 'PRO'],
    ['Free', 'FREE'],
    [['user', 'free', 'PRO'], 'PRO'],
    ['gold', null],
    [undefined, null],
    [{ tier: 'pro' }, null],
    ['ANONYMOUS', null],
  ])('with a tier claim of %j have tier %s', async (claim, tier) => {
    expect((await verify(await signToken(rsa, { tier: claim }))).tier).toBe(tier)
  })

  test('allow the issuer’s clock to be off by 30 seconds', async () => {
    await verify(await signToken(rsa, { exp: NOW - 29 }))
    await verify(await signToken(rsa, { nbf: NOW + 30 }))
  })

  test('need only one of several audiences', async () => {
    await verify(await signToken(rsa, { aud: ['other', 'pequod'] }))
  })
})

describe('refused claims of bearer tokens', () => {
  test.each([
    [{ exp: NOW - 31 }, /expired/],
    [{ nbf: NOW + 31 }, /not valid yet/],
    [{ aud: 'other' }, /another service/],
    [{ aud: undefined }, /another service/],
    [{ iss: 'https://id.example' }, /from an issuer that this service does not accept/],
    [{ iss: undefined }, /from an issuer that this service does not accept/],
    [{ exp: undefined }, /has no expiry/],
    [{ sub: undefined }, /has no subject/],
    [{ sub: '' }, /malformed/],
    [{ sub: 'x'.repeat(256) }, /malformed/],
    [{ sub: 'ahab\ud800' }, /malformed/],
  ])('%j', async (claims, sentence) => {
    await expectRefused(await signToken(rsa, claims), sentence)
  })
})

describe('attacks on bearer tokens', () => {
  test('alg none, with and without a signature', async () => {
    for (const alg of ['none', 'None', 'nOnE']) {
      const unsigned = `${encode({ alg, typ: 'JWT' })}.${encode(goodClaims)}`
      await expectRefused(`${unsigned}.`, /malformed/)
      await expectRefused(`${unsigned}.c2ln`, /algorithm/)
    }
  })

  test('key confusion: HS256 with the public key as the secret', async () => {
    const spki = await exportSPKI(await importJWK(rsa.publicJwk, 'RS256').then(asCryptoKey))
    const der = createPublicKey(spki).export({ type: 'spki', format: 'der' })
    for (const secret of [spki, spki.trim(), der, JSON.stringify(rsa.publicJwk)]) {
      const text = `${encode({ alg: 'HS256', kid: rsa.kid })}.${encode(goodClaims)}`
      const signature = createHmac('sha256', secret).update(text).digest('base64url')
      await expectRefused(`${text}.${signature}`, /algorithm/)
    }
  })

  test('algorithms outside the list, from the issuer’s own keys too', async () => {
    for (const alg of ['RS512', 'PS256', 'ES384']) {
      const other = await signingKey(alg, alg)
      issuer.published = [other]
      await expectRefused(await signToken(other), /algorithm/)
    }
  })

  test('unknown and injected key ids', async () => {
    const injected = [
      'nobody',
      '../../../../../dev/null',
      "' UNION SELECT 'x",
      'http://evil.example/',
      'a\u0000b',
    ]
    for (const kid of injected)
      await expectRefused(await signToken(stranger, {}, { kid }), /does not publish/)
    await expectRefused(await signToken(stranger), /signature/)
  })

  test('an embedded jwk, jku or x5u is never used', async () => {
    let asked = 0
    const evil = createServer((_request, response) => {
      asked++
      response.end(JSON.stringify({ keys: [stranger.publicJwk] }))
    }).listen(0, '127.0.0.1')
    await once(evil, 'listening')
    const at = evil.address()
    const url = `http://127.0.0.1:${at !== null && typeof at === 'object' ? at.port : 0}/`
    await expectRefused(await signToken(stranger, {}, { jwk: stranger.publicJwk }), /signature/)
    for (const name of ['jku', 'x5u'])
      await expectRefused(await signToken(stranger, {}, { [name]: url }), /signature/)
    expect(asked).toBe(0)
    evil.close()
  })

  test('a critical extension that is not known', async () => {
    const header = encode({ alg: 'RS256', kid: rsa.kid, crit: ['exp2'], exp2: 1 })
    const [, claims, signature] = (await signToken(rsa)).split('.')
    await expectRefused(`${header}.${claims}.${signature}`, /extension/)
  })

  test('a token of 1 MB, quickly', async () => {
    const huge = await signToken(rsa, { padding: 'x'.repeat(1_000_000) })
    const spent = cpuTimer()
    await expectRefused(huge, /malformed/)
    expect(spent()).toBeLessThan(1_000)
    expect(issuer.fetches).toBe(0)
  })

  test('other spellings of a good token', async () => {
    const token = await signToken(rsa)
    await verify(token)
    const [header = '', claims = '', signature = ''] = token.split('.')
    const last = signature.at(-1) ?? ''
    const stray = String.fromCharCode(last.charCodeAt(0) + 1)
    const spellings = [
      `${token}==`,
      `${token} `,
      ` ${token}`,
      `${token}\n`,
      `${header}.${claims}.${signature.slice(0, 9)} ${signature.slice(9)}`,
      `${header}.${claims}.${signature.slice(0, -1)}${stray}`,
      `${header}.${claims}.${signature}.`,
    ]
    for (const spelling of spellings) await expectRefused(spelling, /malformed/)
  })

  test('a changed claim under a good signature, and plain nonsense', async () => {
    const [header, , signature] = (await signToken(rsa)).split('.')
    await expectRefused(`${header}.${encode({ ...goodClaims, tier: 'pro' })}.${signature}`, /signature/)
    for (const text of ['', '.', '..', 'a.b.c', 'bm8.bm8.bm8']) await expectRefused(text, /malformed/)
  })
})

describe('signing keys of the issuer', () => {
  test('are found while running when new, and refused soon after they are withdrawn', async () => {
    await verify(await signToken(rsa))
    const next = await signingKey('ES256', 'next')
    issuer.published = [next]
    await verify(await signToken(next))
    await expectRefused(await signToken(rsa, { jti: 'fresh' }), /does not publish/)
  })

  test('are fetched once for any number of tokens and callers', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, index) => signToken(rsa, { sub: `u${index}` })),
    )
    const found = await Promise.all(tokens.map(verify))
    expect(found.map(({ subject }) => subject)).toEqual(tokens.map((_, index) => `u${index}`))
    expect(issuer.fetches).toBe(1)
  })

  test('are not fetched again and again for made-up key ids', async () => {
    verify = createBearerVerifier(issuer.config, { clock, elapsed: clock })
    for (let index = 0; index < 10; index++) {
      await expectRefused(await signToken(stranger, {}, { kid: `made-up-${index}` }), /does not publish/)
    }
    expect(issuer.fetches).toBe(1)
  })

  test('out of reach are a service failure, not the caller’s', async () => {
    issuer.healthy = false
    const error = await refusal(await signToken(rsa))
    expect([error.code, error.retryAfter]).toEqual(['SERVICE_UNAVAILABLE', 5])
    issuer.healthy = true
    await verify(await signToken(rsa))
  })
})

describe('the issuer’s keys out of reach', () => {
  test('are reported once, and again only after they were read', async () => {
    const reasons: string[] = []
    const config = { ...issuer.config, jwksUrl: new URL(`${issuer.config.jwksUrl}?key=hidden`) }
    const onUnreachable = (reason: string) => void reasons.push(reason)
    verify = createBearerVerifier(config, { clock, elapsed: clock, keyCooldown: 0, onUnreachable })
    const ask = async (subject: string) =>
      verify(await signToken(rsa, { sub: subject, exp: NOW + 86_400 })).catch(() => null)
    issuer.healthy = false
    for (let i = 0; i < 5; i++) expect(await ask(`away ${i}`)).toBeNull()
    expect(reasons).toHaveLength(1)
    issuer.healthy = true
    expect(await ask('there')).not.toBeNull()
    issuer.healthy = false
    now += 300
    for (let i = 0; i < 5; i++) expect(await ask(`away again ${i}`)).toBeNull()
    expect(reasons).toHaveLength(2)
    expect(reasons.join()).not.toContain('hidden')
  })
})

describe('the cache of verified tokens', () => {
  test('drops a token when it expires', async () => {
    const token = await signToken(rsa, { exp: NOW + 60 })
    await verify(token)
    now = NOW + 89
    await verify(token)
    now = NOW + 90
    await expectRefused(token, /expired/)
  })

  test('drops a token after five minutes, so that a withdrawn key ends too', async () => {
    const token = await signToken(rsa, { exp: NOW + 86_400 })
    await verify(token)
    const next = await signingKey('EdDSA', 'next')
    issuer.published = [next]
    await verify(await signToken(next))
    now = NOW + 299
    await verify(token)
    now = NOW + 300
    await expectRefused(token, /does not publish/)
  })

  test('keeps no token longer when the clock is set back', async () => {
    let elapsed = 1
    verify = createBearerVerifier(issuer.config, { clock, elapsed: () => elapsed })
    const token = await signToken(rsa, { exp: NOW + 86_400 })
    await verify(token)
    issuer.published = [await signingKey('EdDSA', 'next')]
    now = NOW - 3_600
    elapsed = 300_000
    await verify(token)
    elapsed = 300_001
    await expectRefused(token, /does not publish/)
  })
})

function asCryptoKey(key: CryptoKey | Uint8Array): CryptoKey {
  if (key instanceof Uint8Array) throw new Error('a secret')
  return key
}
