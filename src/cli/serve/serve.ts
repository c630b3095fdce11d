import cluster from 'node:cluster'
import { once } from 'node:events'
import { loadConfig } from '../../config/config.ts'
import { isLoopback } from '../../config/config-values.ts'
import type { DemoIssuer } from '../../server/demo-issuer.ts'
import { openLoadingServer } from '../../server/http/listen.ts'
import type { CommandContext } from '../command-context.ts'
import { terminationSignal } from '../exit-status.ts'
import type { ServeOptions } from './serve-store.ts'

/** The demo's store when DATABASE_URL is not set: never the file of real data. */
const DEMO_DATABASE_URL = 'sqlite:pequod-demo.db'

/**
 * `pequod serve`: serves until a signal ends it, then completes open requests. The socket is opened before the service
 * is loaded, so a port in use is reported within a second and leaves no file. Throws a CommandError then, if the store
 * cannot be opened, and with `demo` for a store that holds real events.
 */
export async function serve(context: CommandContext, options: ServeOptions): Promise<void> {
  if (cluster.isWorker) return (await import('./serve-as-worker.ts')).serveAsWorker(context, options)
  const asked = options.demo ? demoEnvironment(context.env) : context.env
  const room = await openLoadingServer(loadConfig(asked))
  let issuer: DemoIssuer | null = null
  try {
    const ended = context.ending ? once(context.ending, 'abort') : terminationSignal()
    const { serveStore } = await import('./serve-store.ts')
    issuer = options.demo ? await demoIssuer(asked, room.url) : null
    const env = { ...asked, ...issuer?.env }
    await serveStore(context, options, { env, config: loadConfig(env), ended, room })
  } finally {
    await issuer?.close()
    room.close()
  }
}

/** The demo's own sign-in service; null where the host has one, or where others than this computer reach the demo. */
async function demoIssuer(env: NodeJS.ProcessEnv, url: string): Promise<DemoIssuer | null> {
  const { jwt, signIn, host, publicUrl } = loadConfig(env)
  if (jwt !== null || signIn !== null || !isLoopback(host)) return null
  const { startDemoIssuer } = await import('../../server/demo-issuer.ts')
  return startDemoIssuer(publicUrl ?? url)
}

/**
 * The demo has its own store file, sends no message to anybody, lets any page frame its invented numbers, and logs no line for each
 * request, so that its keys stay readable.
 */
function demoEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    ...env,
    DATABASE_URL: env.DATABASE_URL?.trim() || DEMO_DATABASE_URL,
    DELIVERY: env.DELIVERY?.trim() || 'outbox',
    EMBED_ORIGINS: env.EMBED_ORIGINS?.trim() || '*',
    LOG_LEVEL: env.LOG_LEVEL?.trim() || 'warn',
  }
}
