import { afterAll, expect, it } from 'vitest'
import { issueKey } from '../../src/accounts/account-keys.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import type { Store } from '../../src/migrations/open-store.ts'
import type { StoreAddress } from '../../src/store/engine/database.ts'
import { type AlertIds, readAlertIds } from '../../src/whales/alerts/alert-reader.ts'
import { notifyRedis } from '../../src/whales/live/alert-notices.ts'
import { type RedisServer, redisTests, startRedis } from '../access/support/redis-server.ts'
import { temporaryFolder } from '../cli/support/run-pequod.ts'
import { until } from '../delivery/support/delivery-world.ts'
import { subscribeToAlerts } from '../server/support/alert-subscriber.ts'
import { describeEngines } from '../store/support/engines.ts'
import { createAlertWriter, type WrittenTerms } from '../whales/support/alert-writer.ts'
import { type RunningService, startService } from './support/running-service.ts'

const ONE: WrittenTerms = { owner: 0, token: 0, dollars: 50, isBuy: true }

async function proKey({ db }: Store): Promise<string> {
  const accounts = createAccountStore(db)
  const { id } = await accounts.createAccount('ahab', 'PRO')
  return (await issueKey(accounts, { accountId: id, name: 'live', expiresAt: null })).key
}

function urlOf(address: StoreAddress): string {
  return address.kind === 'sqlite' ? `sqlite:${address.path}` : address.url
}

describeEngines('two processes that serve one store beside a writer', (open, engine) => {
  const cleanups: (() => Promise<unknown>)[] = []
  afterAll(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup()
  })

  async function start(env: Record<string, string>): Promise<{
    services: [RunningService, RunningService]
    headers: Record<string, string>
    ids: AlertIds
    write(count: number): Promise<string[]>
  }> {
    const store = await open()
    const headers = { 'x-api-key': await proKey(store) }
    const writer = await createAlertWriter(store.db)
    const ids = await readAlertIds(store.db)
    const folder = await temporaryFolder()
    const options = {
      cwd: folder.path,
      env: { DATABASE_URL: urlOf(store.address), LOG_LEVEL: 'error', ...env },
    }
    const services = await Promise.all([
      startService(['--no-delivery'], options),
      startService(['--no-delivery'], options),
    ])
    cleanups.push(folder.remove, ...services.map((service) => () => service.end()))
    const write = async (count: number) => {
      const numbers = await writer.append(Array<WrittenTerms>(count).fill(ONE))
      if (env.REDIS_URL !== undefined) await notifyRedis(env.REDIS_URL)
      return numbers.map(ids.of)
    }
    return { services, headers, ids, write }
  }

  async function handOn(env: Record<string, string>): Promise<void> {
    const { services, headers, write } = await start(env)
    const [before] = await write(1)
    const subscribe = ({ url }: RunningService, after: string | null = before ?? null) =>
      subscribeToAlerts(url, { headers, after })
    const [first, second] = [subscribe(services[0]), subscribe(services[1])]
    const written = [...(await write(3)), ...(await write(40))]
    await until(() => [first, second].every(({ events }) => events.length === written.length))
    for (const { events } of [first, second]) expect(events.map(({ id }) => id)).toEqual(written)
    // The process ends while alerts come: its subscriber goes on at the other one.
    const writing = (async () => {
      for (let i = 0; i < 10; i++) written.push(...(await write(5)))
    })()
    const status = services[0].end()
    await first.ended
    expect(first.events.at(-1)).toEqual({ id: null, code: 'SERVICE_UNAVAILABLE' })
    expect(await status).toBe(0)
    const got = first.events.flatMap(({ id }) => id ?? [])
    const resumed = subscribe(services[1], got.at(-1) ?? null)
    await writing
    await until(() => got.length + resumed.events.length === written.length)
    expect([...got, ...resumed.events.map(({ id }) => id)]).toEqual(written)
    await until(() => second.events.length === written.length)
    expect(second.events.map(({ id }) => id)).toEqual(written)
    first.close()
    second.close()
    resumed.close()
  }

  it('deliver every alert to their subscribers once, in order, also when one of them ends', async () => {
    await handOn({})
  })

  it.skipIf(!redisTests)('do so over Redis, and continue when it is unavailable', async () => {
    const redis: RedisServer = await startRedis()
    cleanups.push(() => redis.close())
    await handOn({ REDIS_URL: redis.url })
    if (engine === 'sqlite') return
    const { services, headers, write } = await start({ REDIS_URL: redis.url })
    const one = subscribeToAlerts(services[0].url, { headers, after: (await write(1))[0] ?? null })
    await redis.stop()
    const written = await write(2)
    await until(() => one.events.length === 2)
    expect(one.events.map(({ id }) => id)).toEqual(written)
    one.close()
  })
})
