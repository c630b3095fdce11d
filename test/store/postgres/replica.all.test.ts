import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore, type Store } from '../../../src/migrations/open-store.ts'
import { openReplica, type Replica } from '../../../src/store/engine/replica.ts'
import { type StreamingPair, startStreamingPair } from '../support/streaming-pair.ts'

const MAX_LAG = 1
let pair: StreamingPair
let store: Store
let replica: Replica
const said: string[] = []

beforeAll(async () => {
  pair = await startStreamingPair()
  store = await openStore(
    { kind: 'postgres', url: pair.primary.url },
    { patience: { queryTimeoutMs: 1_000, connectTimeoutMs: 1_000 } },
  )
  replica = await openReplica({
    primary: store.db,
    url: pair.replica.url,
    maxLagSeconds: MAX_LAG,
    queryTimeoutMs: 500,
    onChange: (isRead, reason) => said.push(`${isRead} ${reason}`),
  })
})
afterAll(async () => {
  await replica.close()
  await store.close()
  await pair.close()
})

const until = async (isSo: () => boolean | Promise<boolean>) => {
  while (!(await isSo())) await sleep(20)
}
const note = (n: number) => store.db.run('UPDATE ledger_state SET last_block = ? WHERE id = 1', [n])
const noted = async () => (await replica.db.get<{ n: number }>('SELECT last_block AS n FROM ledger_state'))?.n
/** Where a read is answered. */
const isReplica = async () => (await replica.db.get<{ is: boolean }>('SELECT pg_is_in_recovery() AS is'))?.is

test('reads go to the replica once it has caught up, and writes to the primary', async () => {
  await until(replica.isCurrent)
  for (const n of [1, 2, 3]) {
    await note(n)
    await replica.caughtUp()
    expect(await noted()).toBe(n)
  }
  expect(await isReplica()).toBe(true)
  await replica.db.run('UPDATE ledger_state SET last_block = 4 WHERE id = 1')
  await replica.caughtUp()
  expect(await noted()).toBe(4)
})

test('a lagging replica is not read until it has caught up', async () => {
  await replica.db.get('SELECT pg_wal_replay_pause()')
  await note(5)
  await until(() => !replica.isCurrent())
  expect(said.at(-1)).toMatch(/^false it lags by \d+\.\d s$/)
  expect(replica.lagSeconds()).toBeGreaterThan(MAX_LAG)
  await replica.db.get('SELECT pg_wal_replay_resume()')
  await until(replica.isCurrent)
  expect(await noted()).toBe(5)
})

test('a replica that hangs or is killed is not waited for: the primary answers', async () => {
  await pair.replica.hang()
  expect(await noted()).toBe(5)
  expect(replica.isCurrent()).toBe(false)
  expect(said.at(-1)).toBe('false it does not answer')
  await pair.replica.resume()
  await until(replica.isCurrent)
  await pair.replica.kill()
  expect(await noted()).toBe(5)
  expect(await isReplica()).toBe(false)
  await pair.replica.start()
  await until(replica.isCurrent)
  expect(await isReplica()).toBe(true)
})

test('a replica answers while the primary is unavailable; a write fails', async () => {
  await pair.primary.kill()
  await expect(note(6)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 5 })
  expect(await noted()).toBe(5)
  expect(replica.isCurrent()).toBe(true)
  await pair.primary.start()
  await note(6)
  await until(async () => (await noted()) === 6)
  expect(await isReplica()).toBe(true)
})

test('a server that is no replica is never read as one', async () => {
  const changes: string[] = []
  const wrong = await openReplica({
    primary: store.db,
    url: pair.primary.url,
    maxLagSeconds: MAX_LAG,
    queryTimeoutMs: 500,
    onChange: (isRead, reason) => changes.push(`${isRead} ${reason}`),
  })
  expect(wrong.isCurrent()).toBe(false)
  expect(changes).toEqual([])
  await wrong.close()
})
