import type { FastifyInstance } from 'fastify'
import { afterAll } from 'vitest'
import { loadConfig } from '../../../src/config/config.ts'
import { openStore, type Store } from '../../../src/migrations/open-store.ts'
import { type AppOptions, createApp } from '../../../src/server/app.ts'
import type { StoreAddress } from '../../../src/store/engine/database.ts'
import { databaseUrl } from '../../cli/support/running-follower.ts'
import { newPlace } from '../../store/support/engines.ts'
import type { WorldName } from '../../support/worlds.ts'
import { WIDE_LIMITS } from './wide-limits.ts'

/** The service over a store of its own. */
export interface Served {
  app: FastifyInstance
  store: Store
}

const cleanups: (() => Promise<void>)[] = []

export interface ServedOptions {
  env?: Record<string, string>
  /** The app's parts besides its store. */
  parts?: Pick<
    AppOptions,
    | 'sessionLimits'
    | 'answers'
    | 'clock'
    | 'deliver'
    | 'ending'
    | 'limiter'
    | 'logger'
    | 'executor'
    | 'timeouts'
    | 'asOfPatience'
  >
}

/** The service over an empty store, before anything was computed; all is removed when the file's tests are done. */
export function serveNothing(options: ServedOptions = {}): Promise<Served> {
  return serveCopy(undefined, options)
}

/** The service over the simulated world of 300 traders. */
export function serveWorld(options: ServedOptions = {}): Promise<Served> {
  return serveCopy('crowd', options)
}

/** Another service over the store of one. */
export async function serveAgain({ store }: Pick<Served, 'store'>, options: ServedOptions): Promise<Served> {
  const app = await appOver(store, { kind: 'sqlite', path: ':memory:' }, options)
  cleanups.push(() => app.close())
  return { app, store }
}

async function serveCopy(world: WorldName | undefined, options: ServedOptions): Promise<Served> {
  const { address, remove } = await newPlace('sqlite', world)
  const store = await openStore(address)
  const app = await appOver(store, address, options)
  cleanups.push(async () => {
    await app.close()
    await store.close()
    await remove()
  })
  return { app, store }
}

/** CI runs what compares answers twice, the second time with PEQUOD_FAST=off. */
function appOver(
  { db }: Store,
  address: StoreAddress,
  { env, parts }: ServedOptions,
): Promise<FastifyInstance> {
  const { PEQUOD_FAST = '' } = process.env
  const common = { LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl(address), PEQUOD_FAST, ...WIDE_LIMITS }
  const config = loadConfig({ ...common, ...env })
  // As long as a test may take: a busy machine computes a day in more time than a caller is kept waiting.
  return createApp({ db, config, asOfPatience: 300_000, ...parts })
}

/** To be called once in each file that serves. */
export function closeServed(): void {
  afterAll(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
  })
}
