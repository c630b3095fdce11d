import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, inject } from 'vitest'
import { seed } from '../../../seeds/world/demo.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { openStore, type Store } from '../../../src/migrations/open-store.ts'
import { refresh } from '../../../src/refresh/publish/refresh.ts'
import { type AppOptions, createApp } from '../../../src/server/app.ts'
import { builtOnce } from '../../store/support/built-once.ts'
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
  return serveCopy(inject('sqliteTemplate'), options)
}

/** The service over a small simulated world of 300 traders. */
export async function serveWorld(options: ServedOptions = {}): Promise<Served> {
  return serveCopy(await worldFile(), options)
}

/** Returns the store of that world, to be copied. */
export function worldFile(): Promise<string> {
  return builtOnce('world-of-300.db', buildWorld)
}

async function buildWorld(path: string): Promise<void> {
  const store = await openStore({ kind: 'sqlite', path })
  await seed(store, { world: { traders: 300, days: 12, markets: 20 } })
  await refresh(store.db)
  await store.close()
}

/** Another service over the store of one. */
export async function serveAgain({ store }: Pick<Served, 'store'>, options: ServedOptions): Promise<Served> {
  const app = await appOver(store, 'sqlite::memory:', options)
  cleanups.push(() => app.close())
  return { app, store }
}

async function serveCopy(file: string, options: ServedOptions): Promise<Served> {
  const folder = await mkdtemp(join(tmpdir(), 'pequod-app-'))
  const path = join(folder, 'test.db')
  await copyFile(file, path)
  const store = await openStore({ kind: 'sqlite', path })
  const app = await appOver(store, `sqlite:${path}`, options)
  cleanups.push(async () => {
    await app.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  return { app, store }
}

/** CI runs what compares answers twice, the second time with PEQUOD_FAST=off. */
function appOver(
  { db }: Store,
  databaseUrl: string,
  { env, parts }: ServedOptions,
): Promise<FastifyInstance> {
  const { PEQUOD_FAST = '' } = process.env
  const common = { LOG_LEVEL: 'silent', DATABASE_URL: databaseUrl, PEQUOD_FAST, ...WIDE_LIMITS }
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
