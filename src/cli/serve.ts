import cluster from 'node:cluster'
import fastify from 'fastify'
import { type Config, loadConfig } from '../config.ts'
import { listen } from '../server/listen.ts'
import { STORE_PATIENCE } from '../server/store-patience.ts'
import type { Store } from '../store/store.ts'
import { privateWebhooksNotice } from '../whales/delivery/private-webhooks-notice.ts'
import type { CommandContext } from './command-context.ts'
import { DEMO_DATABASE_URL, issueDemoKeys, prepareDemo, revokeDemoKeys } from './demo.ts'
import { serveAsWorker } from './serve-as-worker.ts'
import { serveByWorkers } from './serve-by-workers.ts'
import { serveUntilAsked } from './serve-until-asked.ts'
import { untilAskedToEnd } from './until-asked-to-end.ts'
import { welcome } from './welcome.ts'
import { openStoreAloud } from './with-store.ts'

/** How the service is started. */
export interface ServeOptions {
  /** Serve the simulated world, made on the first start. @default false */
  demo?: boolean
  /** Deliver whale alerts to their subscribers. @default true */
  delivery?: boolean
  /** How many processes serve beside each other, started and replaced by this one. @default this one alone serves */
  workers?: number
}

/**
 * `pequod serve`: serves until it is asked to end, then finishes what it has begun. Throws a CommandError where the
 * port cannot be had or the store cannot be opened, and with `demo` for a store that holds real events.
 */
export async function serve(context: CommandContext, options: ServeOptions): Promise<void> {
  if (cluster.isWorker) return serveAsWorker(context, options)
  const env = options.demo ? demoEnvironment(context.env) : context.env
  const config = loadConfig(env)
  await requirePort(config)
  const ended = untilAskedToEnd()
  const store = await openStoreAloud(config.database, context, STORE_PATIENCE)
  try {
    if (options.demo) await prepareDemo(store, context)
    else await tellIfEmpty(store, context)
    const keys = options.demo ? await issueDemoKeys(store.db) : null
    const onListening = (url: string) => welcome(context.screen, url, keys)
    await serveStore(context, options, { env, config, store, ended, onListening })
    if (keys !== null) await revokeDemoKeys(store.db)
  } finally {
    await store.close()
  }
}

/** The demo has a file of its own, and whoever looks around wants to read the keys, not a line for each request. */
function demoEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...env,
    DATABASE_URL: env.DATABASE_URL?.trim() || DEMO_DATABASE_URL,
    LOG_LEVEL: env.LOG_LEVEL?.trim() || 'warn',
  }
}

/** Whoever has no port should hear it before a world is simulated, and no file should be left behind. */
async function requirePort(config: Config): Promise<void> {
  const probe = fastify()
  try {
    await listen(probe, config)
  } finally {
    await probe.close()
  }
}

async function tellIfEmpty(store: Store, context: CommandContext): Promise<void> {
  if ((await store.db.get('SELECT id FROM snapshots LIMIT 1')) !== undefined) return
  context.screen.note(
    'Nothing is computed yet: `pequod ingest` and `pequod refresh` fill it, or try `pequod serve --demo`.',
  )
}

/** What is served, and until when. */
interface Serving {
  env: NodeJS.ProcessEnv
  config: Config
  store: Store
  ended: Promise<unknown>
  onListening(url: string): void
}

async function serveStore(
  context: CommandContext,
  { delivery = true, workers }: ServeOptions,
  { env, config, store, ended, onListening }: Serving,
): Promise<void> {
  const notice = delivery ? privateWebhooksNotice(config.delivery) : null
  if (notice !== null) context.screen.warn(notice)
  if (workers !== undefined) return serveByWorkers(context, { workers, env, ended, onListening })
  await serveUntilAsked({
    ...{ db: store.db, config, deliver: delivery, publish: true, onListening },
    ended: ended.then(() => ({ isReplaced: false })),
    onEnding: () => context.screen.note('Ending: requests that are being answered are finished first.'),
  })
}
