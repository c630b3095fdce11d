import { loadConfig } from '../../config/config.ts'
import type { SessionPeers } from '../../mcp/mcp-sessions.ts'
import { openStore } from '../../migrations/open-store.ts'
import { createLogger } from '../../server/http/create-logger.ts'
import { createServiceMetrics, openWatchedLimiter } from '../../server/metrics/service-metrics.ts'
import {
  createWorkerLimiter,
  createWorkerMetrics,
  type WorkerChannel,
  workerChannel,
  workerClock,
} from '../../server/workers/worker-channel.ts'
import { WORKER_VARIABLE } from '../../server/workers/worker-pool.ts'
import type { CommandContext } from '../command-context.ts'
import { terminationSignal } from '../exit-status.ts'
import { STORE_TIMEOUTS } from '../with-store.ts'
import { serveUntilEnded } from './serve-until-ended.ts'

/**
 * One process of `pequod serve --workers`. It prints nothing, and sends the main process its address and its metrics.
 * Only the first worker delivers alerts.
 */
export async function serveAsWorker({ env }: CommandContext, options: { delivery?: boolean }): Promise<void> {
  const config = loadConfig(env)
  const channel = workerChannel()
  const ended = Promise.race([terminationSignal().then(() => ({ isReplaced: false })), untilTold(channel)])
  const isFirst = env[WORKER_VARIABLE] === '1'
  const store = await openStore(config.database, { patience: STORE_TIMEOUTS })
  try {
    const [logger, metrics] = [createLogger(config.logLevel), createServiceMetrics()]
    const together = createWorkerLimiter(channel)
    const workerMetrics = createWorkerMetrics(channel, metrics.registry)
    const clock = workerClock(channel, env)
    await serveUntilEnded({
      db: store.db,
      config,
      ended,
      logger,
      metrics,
      limiter: await openWatchedLimiter({ redisUrl: config.redisUrl, together, log: logger, metrics }),
      readMetrics: workerMetrics.read,
      peers: sessionPeers(channel),
      deliver: isFirst && options.delivery !== false,
      ...(clock && { clock }),
      onListening: (url) => void channel.send({ kind: 'pequod:listening', url }),
      onEnding: () => undefined,
    })
    await workerMetrics.end()
  } finally {
    await store.close()
    channel.close()
  }
}

function untilTold(channel: WorkerChannel): Promise<{ isReplaced: boolean }> {
  return new Promise((resolve) => {
    channel.onMessage((message) => {
      if (message.kind === 'pequod:end') resolve(message)
    })
  })
}

/** The other workers, to which the main process passes changes of sessions. */
function sessionPeers(channel: WorkerChannel): SessionPeers {
  return {
    send: (change) => void channel.send({ kind: 'pequod:session', change }),
    onChange(listener) {
      channel.onMessage((message) => {
        if (message.kind === 'pequod:session') listener(message.change)
      })
    },
  }
}
