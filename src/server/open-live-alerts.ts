import type { FastifyInstance } from 'fastify'
import type { Config } from '../config/config.ts'
import type { LiveAlerts } from '../graph/kit/context.ts'
import type { Database } from '../store/engine/database.ts'
import { readAlertIds } from '../whales/alerts/alert-reader.ts'
import { createAlertFeed } from '../whales/live/alert-feed.ts'
import { createAlertNotifier } from '../whales/live/alert-notifier.ts'
import type { ServiceMetrics } from './metrics/service-metrics.ts'

export interface OpenLiveAlertsOptions {
  db: Database
  config: Pick<Config, 'database' | 'redisUrl'>
  metrics: Pick<ServiceMetrics, 'alertStreams'>
}

/** Opens the process's reader of new alerts. Its streams end before the service waits for open requests. */
export async function openLiveAlerts(
  app: FastifyInstance,
  { db, config, metrics }: OpenLiveAlertsOptions,
): Promise<LiveAlerts> {
  const feed = createAlertFeed({
    db,
    notifier: createAlertNotifier(config),
    onError: (error) => app.log.error(error, 'new alerts could not be read; retrying'),
    onStreams: (open) => metrics.alertStreams.set(open),
  })
  app.addHook('preClose', () => feed.close())
  return { feed, ids: await readAlertIds(db) }
}
