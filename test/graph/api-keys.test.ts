import { isObjectType } from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../../src/access/tier.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { parseApiKey } from '../../src/accounts/api-key.ts'
import { schema } from '../../src/graph/schema.ts'
import type { Store } from '../../src/migrations/open-store.ts'
import { type Ask, asker, callerOf } from './support/ask.ts'
import { newStore } from './support/published-store.ts'

const KEY = 'id name prefix state createdAt expiresAt revokedAt lastUsedAt'
const CREATE = `mutation ($name: String!, $expiresAt: DateTime) {
  createApiKey(input: { name: $name, expiresAt: $expiresAt }) { key apiKey { ${KEY} } } }`
const ROTATE = `mutation ($id: ID!, $graceSeconds: Int, $expiresAt: DateTime) {
  rotateApiKey(input: { id: $id, graceSeconds: $graceSeconds, expiresAt: $expiresAt }) {
    key apiKey { ${KEY} } replaces { ${KEY} } } }`
const REVOKE = `mutation ($id: ID!) { revokeApiKey(input: { id: $id }) { apiKey { ${KEY} } } }`
const UPDATE_CONFIG = 'mutation { updateWhaleAlertConfig(input: { channels: [] }) { config { minUsd } } }'
const VIEWER = `{ viewer { kind tier limit account { name tier } apiKeys { ${KEY} } } }`

let store: Store & { remove(): Promise<void> }
let ask: Ask

beforeAll(async () => {
  store = await newStore()
  ask = asker(store.db)
})
afterAll(() => store.remove())

/** Returns a caller with a bearer token, as identity returns one without an account. */
function user(subject: string): Caller {
  return { kind: 'user', tier: 'FREE', accountId: null, subject, limiterKey: `user:${subject}`, limit: 5 }
}

interface ShownKey {
  id: string
  name: string
  state: string
  expiresAt: string | null
}

async function field<T>(query: string, variables: Record<string, unknown>, caller: Caller): Promise<T> {
  const { data, errors } = await ask(query, variables, caller)
  expect(errors).toBeUndefined()
  const [value] = Object.values(data ?? {})
  return value as T
}

const create = (caller: Caller, name = 'laptop', expiresAt?: string) =>
  field<{ key: string; apiKey: ShownKey }>(CREATE, { name, expiresAt }, caller)
const rotate = (caller: Caller, variables: Record<string, unknown>) =>
  field<{ key: string; apiKey: ShownKey; replaces: ShownKey }>(ROTATE, variables, caller)
const keysOf = async (caller: Caller) => (await field<{ apiKeys: ShownKey[] }>(VIEWER, {}, caller)).apiKeys

async function refusal(query: string, variables: Record<string, unknown>, caller: Caller) {
  const { errors = [] } = await ask(query, variables, caller)
  return { code: errors[0]?.extensions.code, message: errors[0]?.message }
}

const inDays = (days: number) => `${new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 19)}Z`

describe('the viewer', () => {
  it('is anonymous without credentials', async () => {
    expect(await field(VIEWER, {}, { ...callerOf('ANONYMOUS'), limit: 7 })).toEqual({
      kind: 'ANONYMOUS',
      tier: 'ANONYMOUS',
      limit: 7,
      account: null,
      apiKeys: null,
    })
  })

  it('is a user, whose first key makes a free account', async () => {
    const caller = user('ishmael')
    expect(await field(VIEWER, {}, caller)).toMatchObject({ kind: 'USER', account: null, apiKeys: [] })
    await create(caller)
    expect(await field(VIEWER, {}, caller)).toMatchObject({
      account: { name: 'ishmael', tier: 'FREE' },
      apiKeys: [{ name: 'laptop', state: 'ACTIVE' }],
    })
  })

  it('by an API key sees its account, but not its keys', async () => {
    const { id } = await createAccountStore(store.db).createAccount('queequeg', 'PRO')
    const caller: Caller = { ...callerOf('PRO'), kind: 'key', accountId: id }
    expect(await field(VIEWER, {}, caller)).toMatchObject({
      kind: 'API_KEY',
      tier: 'PRO',
      account: { name: 'queequeg', tier: 'PRO' },
      apiKeys: null,
    })
  })

  it('sees every valid key, and the newest 50 of the others', async () => {
    const caller = user('hoarder')
    const first = await create(caller, 'kept')
    const ids: string[] = []
    for (let count = 0; count < 53; count++) {
      const { apiKey } = await create(caller, `ended ${count}`)
      ids.push(apiKey.id)
      await field(REVOKE, { id: apiKey.id }, caller)
    }
    expect((await keysOf(caller)).map(({ id }) => id)).toEqual([first.apiKey.id, ...ids.slice(3)])
  })
})

describe('an API key in GraphQL', () => {
  it('is shown once, and identifies the account by its hash', async () => {
    const caller = user('starbuck')
    const { key, apiKey } = await create(caller, 'mate', inDays(30))
    const hash = parseApiKey(key)?.hash
    if (hash === undefined) throw new Error('no key')
    const found = await createAccountStore(store.db).keyByHash(hash)
    expect([found?.account.name, String(found?.key.id)]).toEqual(['starbuck', apiKey.id])
    expect(apiKey).toMatchObject({ state: 'ACTIVE', expiresAt: expect.stringMatching(/Z$/) })
    expect(JSON.stringify(await keysOf(caller))).not.toContain(key.slice(12))
  })

  it('is rotated: both are valid until the grace time ends, never beyond the old end', async () => {
    const caller = user('stubb')
    const plain = await create(caller)
    const before = Date.now()
    const { key, apiKey, replaces } = await rotate(caller, { id: plain.apiKey.id })
    expect(parseApiKey(key)).not.toBeNull()
    expect(apiKey).toMatchObject({ name: 'laptop', state: 'ACTIVE', expiresAt: null })
    expect(replaces).toMatchObject({ id: plain.apiKey.id, state: 'ACTIVE' })
    const granted = Date.parse(String(replaces.expiresAt)) - 86_400_000
    expect(granted).toBeGreaterThan(before - 1_000)
    expect(granted).toBeLessThan(Date.now() + 1_000)

    const short = await create(caller, 'short', inDays(1))
    const same = await rotate(caller, { id: short.apiKey.id, graceSeconds: 2_000_000 })
    expect(same.replaces.expiresAt).toBe(short.apiKey.expiresAt)
    expect(same.apiKey.expiresAt).toBe(short.apiKey.expiresAt)

    const later = inDays(90)
    const renewed = await rotate(caller, { id: same.apiKey.id, graceSeconds: 0, expiresAt: later })
    expect(renewed.replaces.state).toBe('EXPIRED')
    expect(renewed.apiKey.expiresAt).toBe(later)
  })

  it('is revoked permanently, once', async () => {
    const caller = user('flask')
    const { apiKey } = await create(caller)
    const first = await field(REVOKE, { id: apiKey.id }, caller)
    expect(first).toMatchObject({ apiKey: { state: 'REVOKED', revokedAt: expect.any(String) } })
    expect(await field(REVOKE, { id: apiKey.id }, caller)).toEqual(first)
    expect((await refusal(ROTATE, { id: apiKey.id }, caller)).code).toBe('NOT_FOUND')
  })

  it('of another account is answered like an unknown one', async () => {
    const { apiKey } = await create(user('owner'))
    const stranger = user('stranger')
    for (const query of [ROTATE, REVOKE]) {
      const theirs = await refusal(query, { id: apiKey.id }, stranger)
      const nobodys = await refusal(query, { id: '999999' }, stranger)
      expect(theirs.code).toBe('NOT_FOUND')
      expect(theirs.message?.replace(apiKey.id, '')).toBe(nobodys.message?.replace('999999', ''))
    }
    expect(await keysOf(user('owner'))).toMatchObject([{ state: 'ACTIVE', expiresAt: null }])
    expect(await createAccountStore(store.db).accountByName('stranger')).toBeNull()
  })

  it('beyond 50 valid ones is refused', async () => {
    const caller = user('greedy')
    for (let count = 0; count < 50; count++) await create(caller, `key ${count}`)
    const variables = { name: 'one more' }
    expect(await refusal(CREATE, variables, caller)).toEqual({
      code: 'FORBIDDEN',
      message: expect.stringContaining('The limit is 50 valid API keys'),
    })
    const [oldest] = await keysOf(caller)
    await field(REVOKE, { id: oldest?.id }, caller)
    await create(caller, 'one more')
  })
})

describe('refused account mutations', () => {
  it.each([
    [CREATE, { name: '' }, /name must have 1 to 100 characters/],
    [CREATE, { name: '   ' }, /name must have/],
    [CREATE, { name: 'x'.repeat(101) }, /name must have/],
    [CREATE, { name: 'a\u0000b' }, /name must have/],
    [CREATE, { name: 'a\ud800' }, /name must have/],
    [CREATE, { name: 'x', expiresAt: '2020-01-01T00:00:00Z' }, /expiresAt must be in the future/],
    [CREATE, { name: 'x', expiresAt: '2999-01-01T00:00:00Z' }, /within 10 years/],
    [ROTATE, { id: '1', graceSeconds: -1 }, /graceSeconds must be a whole number from 0 to 2,592,000/],
    [ROTATE, { id: '1', graceSeconds: 2_592_001 }, /graceSeconds must be/],
    [ROTATE, { id: "1' OR '1'='1" }, /id must be the id of an API key/],
    [REVOKE, { id: '0' }, /id must be/],
    [REVOKE, { id: '9'.repeat(40) }, /id must be/],
  ])('%s %j', async (query, variables, sentence) => {
    expect(await refusal(query, variables, user('careless'))).toEqual({
      code: 'BAD_USER_INPUT',
      message: expect.stringMatching(sentence),
    })
  })

  it('are those of a subject that no account can be named after', async () => {
    for (const subject of [' padded', 'new\nline', 'nul\u0000'])
      expect((await refusal(CREATE, { name: 'x' }, user(subject))).code).toBe('FORBIDDEN')
  })

  it('are all mutations without a bearer token: a new one without the check fails here', async () => {
    const type = schema.getMutationType()
    const fields = isObjectType(type) ? Object.keys(type.getFields()) : []
    const open = isObjectType(type)
      ? Object.values(type.getFields()).flatMap(({ name, extensions }) =>
          extensions.allowsKeys ? [name] : [],
        )
      : []
    // Exports and trials of rules also accept API keys (test/server/exports.test.ts, test/lab/service.test.ts).
    expect(open.toSorted()).toEqual([
      'cancelBacktest',
      'cancelExport',
      'endRule',
      'registerRule',
      'startBacktest',
      'startExport',
    ])
    const requests: Record<string, [query: string, variables: Record<string, unknown>]> = {
      cancelExport: [
        'mutation { cancelExport(input: { id: "0123456789abcdefghijkl" }) { export { id } } }',
        {},
      ],
      cancelBacktest: [
        'mutation { cancelBacktest(input: { id: "0123456789abcdefghijkl" }) { backtest { id } } }',
        {},
      ],
      registerRule: [
        'mutation { registerRule(input: { backtest: "0123456789abcdefghijkl" }) { rule { id } } }',
        {},
      ],
      endRule: ['mutation { endRule(input: { id: "0123456789abcdefghijkl" }) { rule { id } } }', {}],
      startBacktest: [
        'mutation { startBacktest(input: { universe: { leaderboard: "pnl-all" }, from: "2026-01-01", to: "2026-01-02", size: { usd: 10 } }) { backtest { id } } }',
        {},
      ],
      startExport: ['mutation { startExport(input: { table: TRADES }) { export { id } } }', {}],
      saveScreen: ['mutation { saveScreen(input: { name: "x" }) { screen { id } } }', {}],
      renameScreen: [
        'mutation { renameScreen(input: { id: "0123456789abcdefghijkl", name: "x" }) { screen { id } } }',
        {},
      ],
      deleteScreen: ['mutation { deleteScreen(input: { id: "0123456789abcdefghijkl" }) { id } }', {}],
      createApiKey: [CREATE, { name: 'x' }],
      rotateApiKey: [ROTATE, { id: '1' }],
      revokeApiKey: [REVOKE, { id: '1' }],
      createLink: ['mutation { createLink(input: { path: "/v1/whales", name: "x" }) { url } }', {}],
      revokeLink: ['mutation { revokeLink(input: { id: "1" }) { link { id } } }', {}],
      updateWhaleAlertConfig: [UPDATE_CONFIG, {}],
      deleteWhaleAlertConfig: ['mutation { deleteWhaleAlertConfig { isDeleted } }', {}],
      confirmAlertChannel: [
        'mutation { confirmAlertChannel(input: { id: "ch_1", code: "12345678" }) { channel { id } } }',
        {},
      ],
      forgetVisits: ['mutation { forgetVisits { wereKept } }', {}],
      paceAlertChannel: ['mutation { paceAlertChannel(input: { id: "ch_1" }) { channel { id } } }', {}],
      resumeAlertChannel: ['mutation { resumeAlertChannel(input: { id: "ch_1" }) { channel { id } } }', {}],
      testAlertChannel: ['mutation { testAlertChannel(input: { id: "ch_1" }) { channel { id } } }', {}],
      rotateWebhookSecret: ['mutation { rotateWebhookSecret(input: { id: "ch_1" }) { secret } }', {}],
      updateAlertChannels: [
        'mutation { updateAlertChannels(input: { channels: [] }) { channels { id } } }',
        {},
      ],
      follow: [
        `mutation { follow(input: { wallet: { address: "0x${'a'.repeat(40)}" } }) { follow { topic } } }`,
        {},
      ],
      pauseFollows: ['mutation { pauseFollows(input: { paused: true }) { changed } }', {}],
      unfollow: [`mutation { unfollow(input: { topic: "wallet:0x${'a'.repeat(40)}" }) { topic } }`, {}],
    }
    expect(fields.toSorted()).toEqual(Object.keys(requests).toSorted())
    for (const [name, [query, variables]] of Object.entries(requests)) {
      expect(await refusal(query, variables, callerOf('ANONYMOUS'))).toEqual({
        code: 'UNAUTHENTICATED',
        message: expect.stringContaining('Sign in first'),
      })
      if (open.includes(name)) continue
      expect(await refusal(query, variables, callerOf('PRO'))).toEqual({
        code: 'FORBIDDEN',
        message: expect.stringContaining('An API key cannot'),
      })
    }
  })
})
