import cluster from 'node:cluster'
import { loadConfig } from '../../config.ts'
import { openWaitingRoom } from '../../server/http/waiting-room.ts'
import type { CommandContext } from '../command-context.ts'
import { untilAskedToEnd } from '../until-asked-to-end.ts'
import type { ServeOptions } from './serve-store.ts'

/** Where the demo world is kept when DATABASE_URL says nothing: never in the file of real data. */
const DEMO_DATABASE_URL = 'sqlite:pequod-demo.db'

/**
 * `pequod serve`: serves until it is asked to end, then finishes what it has begun. The socket is opened before the
 * service is loaded: a port that cannot be had is reported within a second, and leaves no file behind. Throws a
 * CommandError there, where the store cannot be opened, and with `demo` for a store that holds real events.
 */
export async function serve(context: CommandContext, options: ServeOptions): Promise<void> {
  if (cluster.isWorker) return (await import('./serve-as-worker.ts')).serveAsWorker(context, options)
  const env = options.demo ? demoEnvironment(context.env) : context.env
  const config = loadConfig(env)
  const room = await openWaitingRoom(config)
  try {
    const ended = untilAskedToEnd()
    const { serveStore } = await import('./serve-store.ts')
    await serveStore(context, options, { env, config, ended, room })
  } finally {
    room.close()
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
