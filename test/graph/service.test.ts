import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { createMemoryLimiter } from '../../src/access/limits/rate-limit.ts'
import { createAccountStore } from '../../src/accounts/accounts.ts'
import { createRequestContext } from '../../src/graph/kit/context.ts'
import { createFieldLimiter } from '../../src/graph/kit/field-limit.ts'
import type { Store } from '../../src/migrations/open-store.ts'
import { alertParts, asker, callerOf } from './support/ask.ts'
import { plantWorld } from './support/planted-world.ts'
import { newStore, publish, readerOf } from './support/published-store.ts'

const SERVICE = `{ service { name version simulation cutoff { block time } coverage { traders partialTraders gapTraders }
  snapshot { id generatedAt cutoff { time } firstDay events } } }`

describe('the service', () => {
  it.each([true, false])(
    'says whether it is a simulation (%s), and what the ledger covers',
    async (simulated) => {
      const store = await newStore()
      const world = plantWorld(20, { simulated })
      await publish(store.db, world)
      expect(await asker(store.db)(SERVICE)).toEqual({
        data: {
          service: {
            name: packageJson.name,
            version: packageJson.version,
            simulation: simulated,
            cutoff: { block: 80_000_000, time: '2026-02-17T12:00:05Z' },
            coverage: { traders: 20, partialTraders: world.snapshot.partial_traders, gapTraders: 0 },
            snapshot: {
              id: 7,
              generatedAt: '2026-02-17T12:01:05Z',
              cutoff: { time: '2026-02-17T12:00:05Z' },
              firstDay: '2025-09-20',
              events: 2_000,
            },
          },
        },
      })
      await store.remove()
    },
  )
})

describe('the service before the first refresh', () => {
  let store: Store & { remove(): Promise<void> }
  beforeAll(async () => {
    store = await newStore()
  })
  afterAll(() => store.remove())

  it.each([
    '{ leaderboards { id } }',
    '{ leaderboard(id: "pnl-7d") { entries { nodes { rank } } } }',
    '{ traders { edges { cursor } } }',
    `{ trader(address: "0x${'a'.repeat(40)}") { pnl } }`,
    '{ node(id: "pnl-7d") { id } }',
    '{ service { simulation } }',
    '{ service { cutoff { time } } }',
  ])('%s is not available yet, and says when to retry', async (query) => {
    const { errors } = await asker(store.db)(query)
    expect(errors?.[0]).toMatchObject({
      message: 'No snapshot yet: ingest data, then run `pequod refresh`.',
      extensions: {
        code: 'SERVICE_UNAVAILABLE',
        retryAfter: 5,
        http: { status: 503, headers: { 'Retry-After': '5' } },
      },
    })
  })

  it('returns its name and version', async () => {
    const result = await asker(store.db)('{ service { name version } }')
    expect(result).toEqual({ data: { service: { name: packageJson.name, version: packageJson.version } } })
  })
})

describe('a GraphQL request', () => {
  it('reads one snapshot from its first field to its last', async () => {
    const store = await newStore()
    await publish(store.db, plantWorld(5))
    // The reader caches the newest snapshot for a second; this one reads it each time.
    const reader = {
      ...readerOf(store.db),
      current: () => readerOf(store.db).current(),
    }
    const context = createRequestContext({
      ...(await alertParts(store.db, reader)),
      accounts: createAccountStore(store.db),
      limitField: createFieldLimiter(createMemoryLimiter()),
      caller: callerOf('FREE'),
    })
    const first = await context.snapshot()
    await store.db.run('UPDATE snapshots SET id = 8')
    expect((await reader.current())?.id).toBe(8)
    expect(await context.snapshot()).toBe(first)
    await store.remove()
  })
})
