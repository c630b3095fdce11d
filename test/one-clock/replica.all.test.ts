import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStore } from '../../src/migrations/open-store.ts'
import { openReplica } from '../../src/store/engine/replica.ts'
import { type StreamingPair, startStreamingPair } from '../store/support/streaming-pair.ts'
import {
  allRequests,
  askPages,
  chance,
  type Difference,
  differenceOf,
  type Request,
  reportOf,
} from './support/all-answers.ts'
import { beginWorld, type CommonWorld, endWorld } from './support/common-world.ts'
import { furtherSteps, goOn, nowOf } from './support/further-events.ts'
import { type Answer, type ServedCopy, serveCopy } from './support/served-copy.ts'
import { DELAY_MINUTES } from './support/work.ts'

/** The part of all requests that is asked. */
const PART = 0.025

let pair: StreamingPair
let folder: string
let world: CommonWorld
let workers: ServedCopy[]

beforeAll(async () => {
  pair = await startStreamingPair()
  folder = await mkdtemp(join(tmpdir(), 'pequod-clock-'))
  const remove = async () => undefined
  const place = { address: { kind: 'postgres' as const, url: pair.primary.url, data: { folder } }, remove }
  world = { ...(await endWorld(await beginWorld('postgres', place))), copy: async () => place }
  const now = nowOf(world.names)
  vi.setSystemTime(now * 1_000)
  const options = { now, delayMinutes: DELAY_MINUTES, replica: pair.replica.url }
  workers = [await serveCopy(world, options), await serveCopy(world, options)]
})
afterAll(async () => {
  vi.useRealTimers()
  for (const worker of workers) await worker.close()
  await world.remove()
  await pair.close()
  await rm(folder, { recursive: true, force: true })
})

/** Takes the world on, in a process of its own, and waits until the replica has everything. */
async function goOnBeside(seed: number) {
  const store = await openStore({ kind: 'postgres', url: pair.primary.url, data: { folder } })
  const [steps = []] = fc.sample(furtherSteps, { numRuns: 1, seed })
  for (const [at, step] of steps.entries()) await goOn(store.db, step, at, world.names)
  const options = { maxLagSeconds: 60, queryTimeoutMs: 10_000, onChange: () => undefined }
  const replica = await openReplica({ primary: store.db, url: pair.replica.url, ...options })
  await replica.caughtUp()
  await replica.close()
  await store.close()
}

/** Whether every worker reads from the replica. */
async function areOnReplica() {
  const metrics = await Promise.all(workers.map(({ app }) => app.inject('/metrics')))
  return metrics.every(({ body }) => /^pequod_replica_read\b.* 1$/m.test(body))
}

test('two workers that read from a replica each answer the same without Pro', async () => {
  const [one, other] = workers
  if (one === undefined || other === undefined) throw new Error('two workers were started')
  await expect.poll(areOnReplica, { timeout: 10_000 }).toBe(true)
  const requests = allRequests(one, world.names).filter((request) => chance(3, request) < PART)
  const before = new Map<Request, Answer[]>()
  for (const request of requests) before.set(request, await askPages(one, request))
  await goOnBeside(3)
  await expect.poll(areOnReplica, { timeout: 10_000 }).toBe(true)
  const found: Difference[] = []
  for (const request of requests.toSorted((a, b) => chance(4, a) - chance(4, b))) {
    // Workers share nothing in memory: each is asked in an order of its own, some after Pro.
    const asked = chance(5, request) < 0.5 ? [other, one] : [one, other]
    if (chance(6, request) < 0.2) await asked[1]?.ask(request.question, 'PRO')
    for (const worker of asked)
      found.push(...differenceOf(request, before.get(request) ?? [], await askPages(worker, request)))
  }
  expect(reportOf(found)).toBe('')
})
