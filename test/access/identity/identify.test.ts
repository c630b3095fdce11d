import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createBearerVerifier } from '../../../src/access/identity/bearer.ts'
import { type IdentifyDeps, identify } from '../../../src/access/identity/identify.ts'
import { createAccountCache } from '../../../src/accounts/accounts.ts'
import { createApiKeySecret } from '../../../src/accounts/api-key.ts'
import { PequodError } from '../../../src/errors.ts'
import { AccountTable } from '../../accounts/support/account-table.ts'
import {
  NOW,
  type SigningKey,
  signingKey,
  signToken,
  startIssuer,
  type TokenIssuer,
} from '../support/token-issuer.ts'

let signing: SigningKey
let issuer: TokenIssuer
let now = NOW * 1_000
let store: AccountTable
let deps: IdentifyDeps
let touchFailures: unknown[]

beforeAll(async () => {
  signing = await signingKey('ES256', 'main')
  issuer = await startIssuer([signing])
})
afterAll(() => issuer.close())
beforeEach(() => {
  now = NOW * 1_000
  store = new AccountTable()
  touchFailures = []
  const clock = () => now
  deps = {
    accounts: createAccountCache(store, {
      clock,
      elapsed: clock,
      onTouchFailed: (cause) => touchFailures.push(cause),
    }),
    bearer: createBearerVerifier(issuer.config, { clock, elapsed: clock }),
    limits: { anonymous: 3, user: 4, key: 5 },
    clock,
  }
})

/** A header as it is usually sent, once, or as often as a list has values. */
interface Given {
  authorization?: string | string[]
  apiKey?: string | string[]
}

const from = ({ authorization = [], apiKey = [] }: Given) =>
  identify({ authorization: [authorization].flat(), apiKey: [apiKey].flat(), address: '203.0.113.9' }, deps)

async function refusal(given: Given): Promise<PequodError> {
  const error = await from(given).catch((reason: unknown) => reason)
  if (error instanceof PequodError) return error
  throw new Error(`not refused: ${JSON.stringify(error)}`)
}

async function proKey(expiresAt: number | null = null): Promise<{ key: string; id: number }> {
  const account = await store.createAccount('ahab', 'PRO')
  const { key, ...kept } = createApiKeySecret()
  const row = await store.insertKey({ ...kept, accountId: account.id, name: 'laptop', expiresAt })
  return { key, id: row.id }
}

describe('the identity of a caller', () => {
  test('is the address for an anonymous caller', async () => {
    expect(await from({})).toEqual({
      kind: 'anonymous',
      tier: 'ANONYMOUS',
      accountId: null,
      subject: null,
      limiterKey: 'address:203.0.113.9',
      limit: 3,
    })
  })

  test('is the account of a key, in either header', async () => {
    const { key, id } = await proKey()
    const caller = {
      kind: 'key',
      tier: 'PRO',
      accountId: 1,
      subject: null,
      limiterKey: `key:${id}`,
      limit: 5,
    }
    expect(await from({ apiKey: key })).toEqual(caller)
    expect(await from({ authorization: `Bearer ${key}` })).toEqual(caller)
    expect(await from({ authorization: `bearer  ${key}` })).toEqual(caller)
  })

  test('is the user of a token, FREE without a claim or an account', async () => {
    const caller = { kind: 'user', tier: 'FREE', accountId: null, limiterKey: 'user:ishmael', limit: 4 }
    expect(await from({ authorization: `Bearer ${await signToken(signing)}` })).toEqual({
      ...caller,
      subject: 'ishmael',
    })
  })

  test('takes a user’s tier from the claim, else from the account', async () => {
    await store.createAccount('ishmael', 'PRO')
    const plain = await signToken(signing)
    expect(await from({ authorization: `Bearer ${plain}` })).toMatchObject({ tier: 'PRO', accountId: 1 })
    const free = await signToken(signing, { tier: 'free' })
    expect(await from({ authorization: `Bearer ${free}` })).toMatchObject({ tier: 'FREE', accountId: 1 })
  })
})

describe('wrong credentials', () => {
  test.each([
    [{ apiKey: '' }, /API key is malformed/],
    [{ apiKey: 'pq_live_' }, /API key is malformed/],
    [{ authorization: '' }, /Send credentials as/],
    [{ authorization: 'Basic YTpi' }, /Send credentials as/],
    [{ authorization: 'Bearer' }, /Send credentials as/],
    [{ authorization: 'Bearer a b' }, /Send credentials as/],
    [{ authorization: 'Bearer x' }, /The bearer token is malformed/],
    [{ authorization: 'Bearer pq_live_x' }, /API key is malformed/],
    [{ authorization: 'Bearer x', apiKey: 'x' }, /not both/],
    [{ authorization: ['Bearer x', 'Bearer y'] }, /once, not several times/],
    [{ apiKey: ['x', 'x'] }, /once, not several times/],
  ])('%j', async (given, sentence) => {
    const error = await refusal(given)
    expect([error.code, error.status]).toEqual(['UNAUTHENTICATED', 401])
    expect(error.message).toMatch(sentence)
    expect(store.reads).toBe(0)
  })

  test('with a typing error never reach the store; unknown keys do once in two seconds', async () => {
    const { key } = await proKey()
    const typo = key.slice(0, 20) + (key[20] === 'a' ? 'b' : 'a') + key.slice(21)
    expect((await refusal({ apiKey: typo })).message).toMatch(/typo/)
    expect(store.reads).toBe(0)
    const unknown = createApiKeySecret().key
    for (let index = 0; index < 5; index++)
      expect((await refusal({ apiKey: unknown })).message).toMatch(/is unknown/)
    expect(store.reads).toBe(1)
  })

  test('are never repeated in a message', async () => {
    const unknown = createApiKeySecret().key
    for (const given of [
      { apiKey: unknown },
      { apiKey: `${unknown}x` },
      { authorization: `Bearer ${unknown}` },
    ]) {
      expect((await refusal(given)).message).not.toContain(unknown.slice(8, 30))
    }
  })

  test('as bearer tokens are refused if tokens are not accepted', async () => {
    deps = { ...deps, bearer: null }
    expect((await refusal({ authorization: 'Bearer a.b.c' })).message).toMatch(
      /does not accept bearer tokens/,
    )
  })
})

describe('changes of an account', () => {
  test('of tier, and revocations, apply within two seconds', async () => {
    const { key, id } = await proKey()
    expect((await from({ apiKey: key })).tier).toBe('PRO')
    await store.setTier('ahab', 'FREE')
    now += 1_999
    expect((await from({ apiKey: key })).tier).toBe('PRO')
    now += 1
    expect((await from({ apiKey: key })).tier).toBe('FREE')
    await store.revokeKey(1, id, NOW)
    now += 2_000
    expect((await refusal({ apiKey: key })).message).toMatch(/revoked/)
  })

  test('by expiry apply to the second, despite the cache', async () => {
    const { key } = await proKey(NOW + 1)
    now += 999
    await from({ apiKey: key })
    now += 1
    expect((await refusal({ apiKey: key })).message).toMatch(/expired/)
  })
})

describe('the account store', () => {
  test('is read once for many requests at a time', async () => {
    const { key } = await proKey()
    await Promise.all(Array.from({ length: 100 }, () => from({ apiKey: key })))
    expect(store.reads).toBe(1)
  })

  test('records a key’s use once a minute', async () => {
    const { key } = await proKey()
    for (let second = 0; second < 130; second++) {
      await from({ apiKey: key })
      now += 1_000
    }
    expect(store.touches).toBe(3)
    expect((await store.listKeys(1))[0]?.lastUsedAt).toBe(NOW + 120)
  })

  test('may fail to record a use without harm to the caller', async () => {
    const { key } = await proKey()
    store.touchable = false
    expect((await from({ apiKey: key })).tier).toBe('PRO')
    await expect.poll(() => touchFailures.length).toBe(1)
  })

  test('fails a request while it is unavailable, and is read again for the next', async () => {
    const { key } = await proKey()
    store.away = true
    await expect(from({ apiKey: key })).rejects.toThrow('the store is away')
    store.away = false
    expect((await from({ apiKey: key })).tier).toBe('PRO')
  })
})
