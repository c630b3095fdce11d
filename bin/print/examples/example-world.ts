import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { OpenLimiter } from '../../../src/access/limits/open-limiter.ts'
import { createMemoryLimiter } from '../../../src/access/limits/rate-limit.ts'
import { TIERS, type Tier } from '../../../src/access/tier.ts'
import { createAccountStore } from '../../../src/accounts/accounts.ts'
import { createApiKeySecret } from '../../../src/accounts/api-key.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { openStore, type Store } from '../../../src/migrations/open-store.ts'
import { createApp } from '../../../src/server/app.ts'
import { plantExamples } from './plant-examples.ts'

/** The small demo world that the document's examples are answers of, and services that fail to tell of it. */
export interface ExampleWorld {
  /** Serves the world. */
  app: FastifyInstance
  /** Serves the world to callers who have used up their limit. */
  limited: FastifyInstance
  /** Serves a store without a snapshot, and knows no key. */
  empty: FastifyInstance
  /** Serves a copy of the world that lacks what every answer needs. */
  broken: FastifyInstance
  store: Store
  /** Headers of a caller of each tier, which all of them know. */
  callers: Callers
  close(): Promise<void>
}

/** Headers by tier. */
type Callers = Readonly<Record<Tier, Readonly<Record<string, string>>>>

const CONFIG = { LOG_LEVEL: 'silent' }
/** Above what anybody asks here in a second. */
const WIDE = { RATE_LIMIT_ANONYMOUS: '100000', RATE_LIMIT_USER: '100000', RATE_LIMIT_KEY: '100000' }

/** Tables that some answer reads. */
const NEEDED = [
  'alert_channels',
  'alert_messages',
  'snapshots',
  'alerts',
  'alerts_state',
  'alert_configs',
  'follows',
  'smart_views',
  'account_exports',
  'lab_runs',
  'lab_rules',
  'lab_entries',
  'log_days',
  'saved_screens',
  'whole_trades',
]

/** Opens the world in a folder of its own, which `close` removes. Equal requests get equal answers. */
export async function openExampleWorld(): Promise<ExampleWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-examples-'))
  const pathOf = (name: string) => join(folder, `${name}.db`)
  const open = (name: string) => openStore({ kind: 'sqlite', path: pathOf(name) })
  const stores = { world: await open('world'), empty: await open('empty') }
  const callers = await addCallers(Object.values(stores))
  await plantExamples(stores.world)
  await stores.world.knex.raw('VACUUM INTO ?', [pathOf('broken')])
  const broken = await open('broken')
  const configOf = (name: string, limits: Readonly<Record<string, string>>) =>
    loadConfig({ ...CONFIG, ...limits, DATABASE_URL: `sqlite:${pathOf(name)}` })
  const { db } = stores.world
  const apps = {
    app: await createApp({ db, config: configOf('world', WIDE), asOfPatience: 300_000 }),
    limited: await createApp({ db, config: configOf('world', {}), limiter: usedUpLimiter() }),
    empty: await createApp({ db: stores.empty.db, config: configOf('empty', WIDE) }),
    broken: await createApp({ db: broken.db, config: configOf('broken', WIDE) }),
  }
  await stores.empty.knex.schema.dropTable('api_keys')
  for (const table of NEEDED) await broken.knex.schema.dropTable(table)
  return {
    ...apps,
    store: stores.world,
    callers,
    async close() {
      for (const app of Object.values(apps)) await app.close()
      for (const store of [...Object.values(stores), broken]) await store.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** An account of each tier in each of the stores, with one key for all of them. */
async function addCallers(stores: readonly Store[]): Promise<Callers> {
  const headersOf = async (tier: Tier) => {
    if (tier === 'ANONYMOUS') return {}
    const { key, hash, prefix } = createApiKeySecret()
    for (const { db } of stores) {
      const accounts = createAccountStore(db)
      const { id: accountId } = await accounts.createAccount(`${tier} reader`, tier)
      await accounts.insertKey({ accountId, hash, prefix, name: 'examples', expiresAt: null })
    }
    return { 'x-api-key': key }
  }
  const headers = { ANONYMOUS: {}, FREE: {}, PRO: {} }
  for (const tier of TIERS) headers[tier] = await headersOf(tier)
  return headers
}

/** The limiter of a service whose clock does not advance, with the second's requests used up. */
function usedUpLimiter(): OpenLimiter {
  const { hit, spend } = createMemoryLimiter({ clock: () => 0 })
  return {
    hit(caller, limit) {
      for (let made = 0; made < limit; made++) hit(caller, limit)
      return hit(caller, limit)
    },
    spend,
    close: () => undefined,
  }
}
