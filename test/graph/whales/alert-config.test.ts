import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Caller } from '../../../src/access/tier.ts'
import { createAccountStore } from '../../../src/accounts/accounts.ts'
import type { Store } from '../../../src/migrations/open-store.ts'
import { type Ask, asker, callerOf } from '../support/ask.ts'
import { newStore } from '../support/published-store.ts'

const CONFIG = `minUsd side categories qualifying traders delivers
  channels { id kind target state reason failures confirmedAt }`
const READ = `{ whaleAlertConfig { ${CONFIG} } }`
const UPDATE = `mutation ($input: WhaleAlertConfigInput!) {
  updateWhaleAlertConfig(input: $input) { config { ${CONFIG} updatedAt } secrets { channelId secret } } }`
const DELETE = 'mutation { deleteWhaleAlertConfig { isDeleted } }'
const ROTATE = `mutation ($id: ID!, $overlap: Int) {
  rotateWebhookSecret(input: { id: $id, overlapSeconds: $overlap }) { channelId secret } }`
const CONFIRM =
  'mutation ($id: ID!, $code: String!) { confirmAlertChannel(input: { id: $id, code: $code }) { channel { state } } }'
const RESUME =
  'mutation ($id: ID!) { resumeAlertChannel(input: { id: $id }) { channel { state failures reason } } }'

const HOOK = { kind: 'WEBHOOK', target: 'https://hooks.example.com/whales' }
const MAIL = { kind: 'EMAIL', target: 'ahab@example.com' }

let store: Store & { remove(): Promise<void> }
let ask: Ask

beforeAll(async () => {
  store = await newStore()
  ask = asker(store.db)
})
afterAll(() => store.remove())

function user(subject: string): Caller {
  return { ...callerOf('PRO'), kind: 'user', accountId: null, subject }
}

async function proUser(name: string): Promise<Caller> {
  await createAccountStore(store.db).createAccount(name, 'PRO')
  return user(name)
}

interface ShownConfig {
  delivers: boolean
  channels: { id: string; kind: string; target: string; state: string }[]
}

async function field<T>(query: string, variables: Record<string, unknown>, caller: Caller): Promise<T> {
  const { data, errors } = await ask(query, variables, caller)
  expect(errors).toBeUndefined()
  const [value] = Object.values(data ?? {})
  return value as T
}

const update = (input: Record<string, unknown>, caller: Caller) =>
  field<{ config: ShownConfig; secrets: { channelId: string; secret: string }[] }>(UPDATE, { input }, caller)

async function refusal(query: string, variables: Record<string, unknown>, caller: Caller) {
  const { errors = [] } = await ask(query, variables, caller)
  return { code: errors[0]?.extensions.code, problems: errors[0]?.extensions.problems }
}

describe('a whale alert config', () => {
  it('is null until it is written, then as written, and null again once deleted', async () => {
    const ahab = await proUser('ahab')
    expect(await field(READ, {}, ahab)).toBeNull()
    const wallet = `0x${'A'.repeat(40)}`
    const input = {
      minUsd: 12_345.678901,
      side: 'BUY',
      categories: ['POLITICS', 'POLITICS'],
      qualifying: ['COPYABLE_ALL'],
      traders: [wallet],
      channels: [HOOK, MAIL],
    }
    const { config, secrets } = await update(input, ahab)
    expect(config).toMatchObject({
      minUsd: 12_345.678901,
      side: 'BUY',
      categories: ['POLITICS'],
      delivers: true,
      qualifying: ['COPYABLE_ALL'],
      traders: [wallet.toLowerCase()],
      channels: [HOOK, MAIL].map((one) => ({ ...one, state: 'PENDING', failures: 0, confirmedAt: null })),
    })
    expect(secrets).toEqual([{ channelId: config.channels[0]?.id, secret: expect.stringMatching(/^whsec_/) }])
    const { updatedAt: _, ...shown } = { updatedAt: null, ...config }
    expect(await field(READ, {}, ahab)).toEqual(shown)
    expect(JSON.stringify(await field(READ, {}, ahab))).not.toContain('whsec_')
    expect(await field(DELETE, {}, ahab)).toEqual({ isDeleted: true })
    expect(await field(DELETE, {}, ahab)).toEqual({ isDeleted: false })
    expect(await field(READ, {}, ahab)).toBeNull()
  })

  it('treats missing fields as null, and keeps the secret of a kept channel', async () => {
    const starbuck = await proUser('starbuck')
    const nothing = { minUsd: null, side: null, categories: null, qualifying: null, traders: null }
    const first = await update({ ...nothing, channels: [HOOK] }, starbuck)
    expect(first.config).toMatchObject({ minUsd: 0, side: null, categories: [], traders: [] })
    const second = await update({ channels: [MAIL, HOOK] }, starbuck)
    expect(second.secrets).toEqual([])
    expect(second.config.channels[1]).toEqual(first.config.channels[0])
  })

  it('is readable with the account’s key too, but by no other account', async () => {
    const stubb = await proUser('stubb')
    await update({ channels: [HOOK] }, stubb)
    const account = await createAccountStore(store.db).accountByName('stubb')
    const key: Caller = { ...callerOf('PRO'), accountId: account?.id ?? 0 }
    expect(await field(READ, {}, key)).toMatchObject({ channels: [HOOK] })
    expect(await field(READ, {}, { ...key, accountId: -1 })).toBeNull()
    expect(await refusal(READ, {}, { ...key, tier: 'FREE' })).toMatchObject({ code: 'FORBIDDEN' })
    expect(await refusal(READ, {}, callerOf('ANONYMOUS'))).toMatchObject({ code: 'UNAUTHENTICATED' })
  })

  it('warns that no alert will be delivered if a token states Pro but the account lacks it', async () => {
    const { config } = await update({ channels: [MAIL] }, user('flask'))
    expect(config.delivers).toBe(false)
    expect(await refusal(DELETE, {}, { ...user('flask'), tier: 'FREE' })).toMatchObject({ code: 'FORBIDDEN' })
  })

  it.each([
    [{ categories: ['GOSSIP'], channels: [] }, 'MarketCategory'],
    [{ qualifying: ['PNL_ALL'], channels: [] }, 'QualifyingBoard'],
  ])('refuses %j, a value that its enum does not have', async (input, type) => {
    const { errors = [] } = await ask(UPDATE, { input }, user('pip'))
    expect(errors[0]?.message).toContain(type)
    expect(await createAccountStore(store.db).accountByName('pip')).toBeNull()
  })

  it.each([
    [{ minUsd: -1, channels: [] }, 'input.minUsd'],
    [{ traders: ['0x12'], channels: [] }, 'input.traders.0'],
    [{ channels: [{ kind: 'WEBHOOK', target: 'http://example.com' }] }, 'input.channels.0.target'],
    [{ channels: [{ kind: 'WEBHOOK', target: 'https://127.0.0.1/' }] }, 'input.channels.0.target'],
    [{ channels: [{ kind: 'EMAIL', target: 'a@b.example, c@d.example' }] }, 'input.channels.0.target'],
    [{ channels: [MAIL, MAIL] }, 'input.channels'],
  ])('refuses %j and names the field', async (input, name) => {
    const { code, problems } = await refusal(UPDATE, { input }, user('pip'))
    expect(code).toBe('BAD_USER_INPUT')
    expect(problems).toEqual([expect.objectContaining({ in: 'argument', name })])
    expect(await createAccountStore(store.db).accountByName('pip')).toBeNull()
  })
})

describe('a delivery channel', () => {
  it('gets a new secret, confirms and resumes, for its owner alone', async () => {
    const [ishmael, queequeg] = [await proUser('ishmael'), await proUser('queequeg')]
    const { config, secrets } = await update({ channels: [HOOK, MAIL] }, ishmael)
    const [hook, mail] = config.channels.map(({ id }) => id)
    const rotated = await field<{ secret: string }>(ROTATE, { id: hook, overlap: 0 }, ishmael)
    expect(rotated.secret).not.toBe(secrets[0]?.secret)
    const [row] = await store.db.all<{ challenge: string }>(
      'SELECT challenge FROM alert_channels WHERE id = ?',
      [mail ?? ''],
    )
    const code = row?.challenge ?? ''
    for (const [query, variables] of [
      [ROTATE, { id: hook }],
      [CONFIRM, { id: mail, code }],
      [RESUME, { id: hook }],
    ] as const)
      expect(await refusal(query, variables, queequeg)).toMatchObject({ code: 'NOT_FOUND' })
    expect(await field(CONFIRM, { id: mail, code }, ishmael)).toEqual({ channel: { state: 'ACTIVE' } })
    expect(await refusal(CONFIRM, { id: mail, code: 'x' }, ishmael)).toMatchObject({ code: 'BAD_USER_INPUT' })
    expect(await refusal(RESUME, { id: mail }, ishmael)).toMatchObject({ code: 'NOT_FOUND' })
    await store.db.run("UPDATE alert_channels SET state = 'PAUSED', failures = 20 WHERE id = ?", [mail ?? ''])
    expect(await field(RESUME, { id: mail }, ishmael)).toEqual({
      channel: { state: 'ACTIVE', failures: 0, reason: null },
    })
    expect(await refusal(ROTATE, { id: hook, overlap: 604_801 }, ishmael)).toMatchObject({
      code: 'BAD_USER_INPUT',
    })
  })
})
