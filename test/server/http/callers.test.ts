import { beforeAll, describe, expect, test } from 'vitest'
import type { AccountTier } from '../../../src/accounts/account-store.ts'
import { createAccountStore } from '../../../src/accounts/accounts.ts'
import { createApiKeySecret } from '../../../src/accounts/api-key.ts'
import { closeServed, type Served, serveWorld } from '../support/served-world.ts'

const BOARD = '/v1/leaderboard/pnl-all?limit=150'

describe('row limits over REST and GraphQL', () => {
  closeServed()
  let world: Served
  const keys = new Map<AccountTier, string>()
  beforeAll(async () => {
    world = await serveWorld()
    const accounts = createAccountStore(world.store.db)
    for (const tier of ['FREE', 'PRO'] as const) {
      const account = await accounts.createAccount(`${tier} reader`, tier)
      const { key, hash, prefix } = createApiKeySecret()
      await accounts.insertKey({ accountId: account.id, hash, prefix, name: 'test', expiresAt: null })
      keys.set(tier, key)
    }
  })
  const rows = async (headers: Record<string, string>) => {
    const { entries, truncated } = (await world.app.inject({ url: BOARD, headers })).json()
    return { rows: entries.length, truncated }
  }

  // Pro first: what a Pro caller was given must not come back to the others.
  test('give a Pro key the rows it requests, and other callers at most 100', async () => {
    const pro = keys.get('PRO') ?? ''
    const free = keys.get('FREE') ?? ''
    expect(await rows({ 'x-api-key': pro })).toEqual({ rows: 150, truncated: false })
    expect(await rows({ authorization: `Bearer ${pro}` })).toEqual({ rows: 150, truncated: false })
    expect(await rows({ 'x-api-key': free })).toEqual({ rows: 100, truncated: true })
    expect(await rows({})).toEqual({ rows: 100, truncated: true })
  })

  test.each([
    ['a key with a typing error', { 'x-api-key': 'pq_live_0000' }, 'malformed'],
    ['a key of nobody', { 'x-api-key': createApiKeySecret().key }, 'is unknown'],
    [
      'a bearer token where none is taken',
      { authorization: 'Bearer a.b.c' },
      'does not accept bearer tokens',
    ],
  ])('%s is refused at both doors, on public paths too', async (_, headers, words) => {
    const graphql = `/graphql?query=${encodeURIComponent('{ service { name } }')}`
    for (const url of [BOARD, graphql]) {
      const answer = await world.app.inject({ url, headers })
      expect(answer.statusCode).toBe(401)
      // Each door has its own shape: `{detail, code}`, or an error with `extensions.code`.
      expect(answer.body).toContain('"code":"UNAUTHENTICATED"')
      expect(answer.body).toContain(words)
    }
    expect((await world.app.inject({ url: '/health/live', headers })).statusCode).toBe(200)
  })
})
