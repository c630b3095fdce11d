import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Tier } from '../access/tier.ts'
import { createSecretBox, type SecretBox } from '../accounts/secret-box.ts'
import { type Clock, WALL_CLOCK } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { alertChannelsInput } from '../delivery/channel-input.ts'
import { createExports, type Exports } from '../exports/exports.ts'
import { createFollows } from '../follows/follows.ts'
import type { LiveReads, Notifications } from '../graph/kit/context.ts'
import { createAsOfQueue, daysInThread } from '../numbers/as-of/as-of-queue.ts'
import { createScreens, type Screens } from '../screens/screens.ts'
import type { Database } from '../store/engine/database.ts'
import { readLedgerState } from '../store/ledger/ledger-state.ts'
import type { Snapshot } from '../store/snapshot/snapshot-reader.ts'
import { createEventFeeds } from '../streams/event-feeds.ts'
import { readAlertIds } from '../whales/alerts/alert-reader.ts'
import { alertConfigInput } from '../whales/config/alert-config-input.ts'
import { createAlertConfigs } from '../whales/config/alert-configs.ts'
import { createAlertFeed } from '../whales/live/alert-feed.ts'
import { createAlertNotifier } from '../whales/live/alert-notifier.ts'
import { type OpenReads, openReads } from './http/open-reads.ts'
import type { ServiceMetrics } from './metrics/service-metrics.ts'
import { addReplicaMetrics, addStoreMetrics } from './metrics/store-metrics.ts'

/** The reads and writes of operations, except those of accounts. */
export interface Sources {
  reads: OpenReads
  /** The snapshot that a tier reads; null while there is none. */
  current(tier: Tier): Promise<Snapshot | null>
  live: LiveReads
  notifications: Notifications
  exports: Exports
  screens: Screens
  /** Encrypts the secrets of channels. */
  box: SecretBox
}

/** Opens them; they are closed with the service. */
export async function openSources(app: FastifyInstance, options: SourcesOptions): Promise<Sources> {
  const { db, config, clock = WALL_CLOCK, log, metrics } = options
  const open = options.openReads ?? openReads
  const days = createAsOfQueue({
    run: daysInThread(config.database),
    patience: options.asOfPatience,
  })
  app.addHook('onClose', () => days.close())
  const reads = await open({
    db,
    replica: config.replica,
    computeAsOf: days.compute,
    log,
    delayMinutes: config.whaleDelayMinutes,
    clock,
  })
  app.addHook('onClose', () => reads.close())
  const live = await openLiveReads(app, { db, config, metrics, reads })
  const box = createSecretBox(config.secretsKeys)
  const allowPrivate = config.delivery.webhookAllowPrivate
  const notifications = {
    configs: createAlertConfigs(db, { box }),
    follows: createFollows(db, { now: clock, delayMinutes: config.whaleDelayMinutes }),
    input: alertConfigInput({ allowPrivate }),
    channelsInput: alertChannelsInput({ allowPrivate }),
  }
  return {
    reads,
    current: (tier) => reads.pick(tier).reader.current(),
    live,
    notifications,
    exports: createExports(db),
    screens: createScreens(db),
    box,
  }
}

/** The parts of the service that sources use. */
export interface SourcesOptions {
  db: Database
  config: Config
  log: FastifyBaseLogger
  metrics: Pick<ServiceMetrics, 'alertStreams' | 'eventStreams'>
  /** @default that of the queue of days */
  asOfPatience?: number
  /** @default the wall clock */
  clock?: Clock
  /** Opens what each tier reads. @default {@link openReads} */
  openReads?: typeof openReads
}

/** Opens the process's readers of new alerts and events. Their streams end before the service waits for open requests. */
async function openLiveReads(
  app: FastifyInstance,
  { db, config, metrics, reads }: Pick<SourcesOptions, 'db' | 'config' | 'metrics'> & Pick<Sources, 'reads'>,
): Promise<LiveReads> {
  const feed = createAlertFeed({
    db,
    notifier: createAlertNotifier(config),
    onError: (error) => app.log.error(error, 'new alerts could not be read; retrying'),
    onStreams: (open) => metrics.alertStreams.set(open),
  })
  const streams = createEventFeeds({
    db,
    isLive: config.whaleDelayMinutes === 0,
    publicCutoff: async () => (await reads.pick('ANONYMOUS').reader.current())?.cutoff ?? null,
    newestSnapshot: async (tier) => (await reads.pick(tier).reader.current())?.id ?? null,
    onError: (error) => app.log.error(error, 'new events could not be read; retrying'),
    limits: { onChange: (open) => metrics.eventStreams.set(open) },
  })
  app.addHook('preClose', async () => {
    await Promise.all([feed.close(), streams.close()])
  })
  return { feed, ids: await readAlertIds(db), streams }
}

/** Adds what the store holds; it is asked when the metrics are read. */
export function addSourceMetrics(
  { registry }: ServiceMetrics,
  { reads, current }: Sources,
  db: Database,
): void {
  addStoreMetrics(registry, {
    current: () => current('PRO'),
    newestEvent: async () => (await readLedgerState(db)).lastTime,
    statements: () => db.statementCount,
  })
  if (reads.replica !== null) addReplicaMetrics(registry, reads.replica)
}
