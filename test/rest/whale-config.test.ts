import { print } from 'graphql'
import { beforeAll, expect, it } from 'vitest'
import type { Tier } from '../../src/access/tier.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { WhaleAlertConfigDocument } from '../../src/rest/operations/operations.generated.ts'
import { alertConfigInput } from '../../src/whales/config/alert-config.ts'
import { createAlertConfigs } from '../../src/whales/config/alert-configs.ts'
import { closeServed, type Served, serveNothing } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

closeServed()

const URL = '/v1/whales/config'
let served: Served
let callers: Record<Tier, Record<string, string>>

beforeAll(async () => {
  served = await serveNothing()
  callers = await tierCallers(served)
})

const ask = (tier: Tier) => served.app.inject({ url: URL, headers: callers[tier] })

it('the whale config over REST is null for a Pro caller without one, before the first refresh', async () => {
  const answer = await ask('PRO')
  expect([answer.statusCode, answer.body]).toEqual([200, 'null'])
  expect(answer.headers['content-type']).toContain('application/json')
})

it('the whale config over REST equals GraphQL’s, and is never cached', async () => {
  const account = await createAccountStore(served.store.db).accountByName('PRO reader')
  const channels = [{ kind: 'EMAIL', target: 'ahab@example.com' }]
  const input = alertConfigInput().parse({ minUsd: 25_000, side: 'SELL', channels })
  await createAlertConfigs(served.store.db).writeConfig(account?.id ?? 0, input)
  const answer = await ask('PRO')
  expect(answer.json()).toMatchObject({ minUsd: 25_000, channels: [{ target: 'ahab@example.com' }] })
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect(answer.headers.etag).toBeUndefined()
  const payload = { query: print(WhaleAlertConfigDocument) }
  const other = await served.app.inject({ method: 'POST', url: '/graphql', payload, headers: callers.PRO })
  const asText = (body: unknown) => JSON.stringify(body).toLowerCase()
  expect(asText(answer.json())).toBe(asText(other.json().data.whaleAlertConfig))
})

it('the whale config over REST requires Pro, and takes no parameters', async () => {
  expect([(await ask('ANONYMOUS')).statusCode, (await ask('FREE')).statusCode]).toEqual([401, 403])
  const wrong = await served.app.inject({ url: `${URL}?account=2`, headers: callers.PRO })
  expect(wrong.statusCode).toBe(422)
})
