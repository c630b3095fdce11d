import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { meets, type Tier } from '../access/tier.ts'
import { createSecretBox, type SecretBox } from '../accounts/secret-box.ts'
import { type Clock, WALL_CLOCK } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { alertChannelsInput } from '../delivery/channel-input.ts'
import { createExports, type Exports } from '../exports/exports.ts'
import { createFollows } from '../follows/follows.ts'
import type { LiveReads, Notifications, Reads } from '../graph/kit/context.ts'
import { createLabRuns, type LabRuns } from '../lab/runs/runs.ts'
import { createAsOfQueue, daysInThread } from '../numbers/as-of/as-of-queue.ts'
import { createReader } from '../numbers/profiles/create-reader.ts'
import { createScreens, type Screens } from '../screens/screens.ts'
import { createSmartMoneyStore } from '../smart-money/smart-money-store.ts'
import type { Database } from '../store/engine/database.ts'
import { openReplica, type Replica } from '../store/engine/replica.ts'
import { readLedgerState } from '../store/ledger/ledger-state.ts'
import type { ComputeAsOf } from '../store/snapshot/read-as-of.ts'
import type { Snapshot } from '../store/snapshot/snapshot-reader.ts'
import { createEventFeeds } from '../streams/event-feeds.ts'
import { createSignReads } from '../tape/signs/settled-trades.ts'
import { createAlertDesk } from '../whales/alerts/alert-desk.ts'
import { readAlertIds } from '../whales/alerts/alert-reader.ts'
import { alertConfigInput } from '../whales/config/alert-config.ts'
import { createAlertConfigs } from '../whales/config/alert-configs.ts'
import { createAlertFeed } from '../whales/live/alert-feed.ts'
import { createAlertNotifier } from '../whales/live/alert-notices.ts'
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
  lab: LabRuns
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
    lab: createLabRuns(db, clock),
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

/** The databases that the service reads from. */
export interface OpenReads {
  /** Reads of what a tier may know, of the replica if it is current, else of the primary. No other place decides what that is. */
  pick(tier: Tier): Reads
  /** Null without a replica. */
  replica: Replica | null
  close(): Promise<void>
}

export interface OpenReadsOptions {
  db: Database
  /** A replica's address and its maximum lag in seconds; null: the primary answers everything. */
  replica: { url: string; maxLagSeconds: number } | null
  /** Publishes a past day's snapshot, on the primary. */
  computeAsOf: ComputeAsOf
  delayMinutes: number
  /** The clock of the public delay. */
  clock: Clock
  log: FastifyBaseLogger
}

/** Timeout of a statement on the replica, in milliseconds, before the primary is used. */
const REPLICA_TIMEOUT = 2_000

/** Opens the databases. A request uses one of them to its end, so the rows of its snapshot stay there. */
export async function openReads(options: OpenReadsOptions): Promise<OpenReads> {
  const { db, computeAsOf, delayMinutes, clock, log } = options
  const delay = 60 * delayMinutes
  /** Each clock has a reader with caches of its own, so that neither evicts what the other reads. */
  const readsOf = (from: Database, compute: ComputeAsOf): ((tier: Tier) => Reads) => {
    const live = createReader(from, { computeAsOf: compute })
    const late =
      delay === 0
        ? live
        : createReader(from, { computeAsOf: compute, publicClock: { upTo: () => clock() - delay, delay } })
    const whales = createAlertDesk({
      db: from,
      publicUpTo: async () => (await late.current())?.cutoff ?? null,
    })
    const signs = createSignReads(from)
    const pro = { reader: live, smartMoney: createSmartMoneyStore(from), signs, whales }
    const others = { reader: late, smartMoney: createSmartMoneyStore(from, late !== live), signs, whales }
    return (tier) => (meets(tier, 'PRO') ? pro : others)
  }
  const primary = readsOf(db, computeAsOf)
  if (options.replica === null) return { pick: primary, replica: null, close: async () => undefined }
  const replica = await openReplica({
    primary: db,
    ...options.replica,
    queryTimeoutMs: REPLICA_TIMEOUT,
    onChange(isRead, reason) {
      if (isRead) log.info('the replica is up to date: using it for reads')
      else log.warn({ reason }, 'the replica is lagging or unavailable: using the primary for reads')
    },
  })
  const onReplica = readsOf(replica.db, async (...asked) => {
    await computeAsOf(...asked)
    await replica.caughtUp()
  })
  return {
    pick: (tier) => (replica.isCurrent() ? onReplica : primary)(tier),
    replica,
    close: () => replica.close(),
  }
}
