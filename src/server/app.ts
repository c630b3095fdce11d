import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { Gauge, Registry } from 'prom-client'
import packageJson from '../../package.json' with { type: 'json' }
import type { OpenLimiter } from '../access/limits/open-limiter.ts'
import type { AccountStore } from '../accounts/account-store.ts'
import { createAccountStore } from '../accounts/accounts.ts'
import { createSecretBox } from '../accounts/secret-box.ts'
import { AnswerCache } from '../answers/answer-cache.ts'
import { type Clock, WALL_CLOCK } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { alertChannelsInput } from '../delivery/channel-input.ts'
import { createExecutor, type Executor } from '../execute/executor.ts'
import { traceOperations } from '../execute/trace-operations.ts'
import { createFollows } from '../follows/follows.ts'
import { createRequestContext, type Spending } from '../graph/kit/context.ts'
import { minuteBudget } from '../graph/kit/cost/query-cost.ts'
import { createFieldLimiter } from '../graph/kit/field-limit.ts'
import { schema } from '../graph/schema.ts'
import { subgraphSchema } from '../graph/subgraph.ts'
import { startDelivery } from '../jobs/start-delivery.ts'
import { startWatching } from '../jobs/start-watching.ts'
import type { SessionLimits, SessionPeers } from '../mcp/mcp-sessions.ts'
import { registerMcp } from '../mcp/register-mcp.ts'
import { BROWSER_OPERATIONS } from '../pages/browser-operations.ts'
import { registerPages } from '../pages/register-pages.ts'
import { createAsOfQueue } from '../refresh/as-of/as-of-queue.ts'
import { computeInThread } from '../refresh/as-of/compute-in-thread.ts'
import { serviceDocument } from '../rest/openapi/service-document.ts'
import { checkAddress } from '../rest/parameters/check-address.ts'
import { registerRest } from '../rest/register-rest.ts'
import { CHANGES, ROUTES } from '../rest/routes/routes.ts'
import type { Database } from '../store/engine/database.ts'
import { readLedgerState } from '../store/ledger/ledger-state.ts'
import { PUBLIC_LIST } from '../whales/alerts/alert-desk.ts'
import { alertConfigInput } from '../whales/config/alert-config-input.ts'
import { createAlertConfigs } from '../whales/config/alert-configs.ts'
import { registerGraphql } from './graphql/graphql-endpoint.ts'
import { registerWebSocket } from './graphql/register-web-socket.ts'
import { trustedDocuments } from './graphql/trusted-documents.ts'
import { createAdmission, createCallers } from './http/admission.ts'
import {
  createCrossOrigin,
  createHttp,
  HTTP_TIMEOUTS,
  type HttpTimeouts,
  registerCompression,
} from './http/create-http.ts'
import { createLogger } from './http/create-logger.ts'
import { registerHealth } from './http/health.ts'
import { createLoad, type Load, shedLoad } from './http/load.ts'
import { openReads } from './http/open-reads.ts'
import { requestFailure } from './http/refusals.ts'
import { registerDocument } from './http/register-document.ts'
import { addAnswerMetrics } from './metrics/answer-metrics.ts'
import { countRequests } from './metrics/count-requests.ts'
import { addReplicaMetrics } from './metrics/replica-metrics.ts'
import { createRequestSpans } from './metrics/request-spans.ts'
import { createServiceMetrics, type ServiceMetrics } from './metrics/service-metrics.ts'
import { addStoreMetrics } from './metrics/store-metrics.ts'
import { openWatchedLimiter } from './metrics/watched-limiter.ts'
import { openLiveAlerts } from './open-live-alerts.ts'
import { countReplay, createRestReplays } from './replays.ts'

export interface AppOptions {
  /** The open store. Its opener closes it, after the app. */
  db: Database
  /** Its `database` is the one of `db`: past days are computed over a connection of their own. */
  config: Config
  /** Accounts and keys. @default those of `db` */
  accounts?: AccountStore
  /** @default pino on standard output at the config's level */
  logger?: FastifyBaseLogger
  /** Counts requests, and costly fields of them. @default the config's, in memory or Redis */
  limiter?: OpenLimiter
  /** Holds the answers of REST. @default one of 64 MiB */
  answers?: AnswerCache
  /** The service's counters. @default new ones, at zero */
  metrics?: ServiceMetrics
  /** The text of `/metrics`. @default that of `metrics` */
  readMetrics?: () => Promise<string>
  /** Runs every operation. @default one of the schema, compiled if the config says so */
  executor?: Executor
  /** Timeouts of connections. @default HTTP_TIMEOUTS */
  timeouts?: HttpTimeouts
  /** Aborted when the service is about to close: `/health/ready` reports it from then on. @default never */
  ending?: AbortSignal
  /** Milliseconds that a caller waits for the computation of a past day. @default that of the queue of days */
  asOfPatience?: number
  /** True: watch followed wallets and deliver alerts from the outbox, until it is closed. @default false */
  deliver?: boolean
  /** The time by which alerts become public. @default the wall clock */
  clock?: Clock
  /** The service's other processes, which share sessions of MCP. @default none */
  peers?: SessionPeers
  /** Limits of MCP sessions. @default SESSION_LIMITS */
  sessionLimits?: Partial<SessionLimits>
  /** True: internal GraphQL errors show their message. Never for a public service. @default false */
  development?: boolean
}

/**
 * The whole service, ready to listen: pages, health, metrics, REST and GraphQL over one snapshot reader, with one
 * entrance for requests. Its `close` lets running requests finish.
 * @throws Error if an operation of REST does not fit the schema
 */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, config, timeouts = HTTP_TIMEOUTS, clock = WALL_CLOCK, development = false } = options
  const log = options.logger ?? createLogger(config.logLevel)
  const metrics = options.metrics ?? createServiceMetrics()
  const ending = options.ending ?? new AbortController().signal
  const accounts = options.accounts ?? createAccountStore(db)
  const limiter = options.limiter ?? (await openWatchedLimiter({ redisUrl: config.redisUrl, log, metrics }))
  const identify = createCallers({ accounts, config, log })
  const { admit, callerOf, recheck } = createAdmission({ config, identify, limiter, metrics })
  const load = createLoad(config.load)
  addLoadMetrics(metrics.registry, load)
  const shedding = shedLoad({ load, metrics })
  const crossOrigin = createCrossOrigin(config.corsOrigins)
  const app = createHttp({ log, timeouts, crossOrigin, shedding, admit })
  app.server.on('connection', load.connect)
  app.addHook('onClose', async () => limiter.close())
  const spans = createRequestSpans(app, ROUTES)
  countRequests(app, { metrics, routes: ROUTES, spans })

  const days = createAsOfQueue({
    run: (day, signal, standings) => computeInThread(config.database, day, signal, standings),
    patience: options.asOfPatience,
  })
  app.addHook('onClose', () => days.close())
  const reads = await openReads({
    db,
    replica: config.replica,
    computeAsOf: days.compute,
    log,
    delayMinutes: config.whaleDelayMinutes,
    clock,
  })
  app.addHook('onClose', () => reads.close())
  const current = () => reads.pick().reader.current()
  const limitField = createFieldLimiter(limiter)
  const live = await openLiveAlerts(app, { db, config, metrics })
  const allowPrivate = config.delivery.webhookAllowPrivate
  const box = createSecretBox(config.secretsKeys)
  const notifications = {
    configs: createAlertConfigs(db, { box }),
    follows: createFollows(db, clock),
    input: alertConfigInput({ allowPrivate }),
    channelsInput: alertChannelsInput({ allowPrivate }),
  }
  if (options.deliver)
    app.addHook(
      'onClose',
      startDelivery({ db, config: config.delivery, publicUrl: config.publicUrl, box, metrics, log }),
    )
  if (options.deliver)
    app.addHook('onClose', startWatching({ db, delayMinutes: config.whaleDelayMinutes, log, clock }))
  const links = { publicUrl: config.publicUrl, check: (path: string) => checkAddress(ROUTES, path) }
  const contextCounting = (counts: Spending['counts']) => (request: FastifyRequest) => {
    const caller = callerOf(request)
    return createRequestContext({
      ...reads.pick(),
      accounts,
      limitField,
      notifications,
      live,
      links,
      caller,
      recheck: () => recheck(request),
      spending: {
        counts,
        spent: null,
        async spend(cost) {
          const verdict = await limiter.spend(caller.limiterKey, cost, minuteBudget(caller))
          if (!verdict.allowed) metrics.rateLimited.inc({ caller: caller.kind })
          return verdict
        },
      },
    })
  }
  const contextOf = contextCounting('DAYS')
  await registerCompression(app)
  releaseConnections(app, ending)
  registerHealth(app, { reader: { current }, ending })
  addStoreMetrics(metrics.registry, {
    current,
    newestEvent: async () => (await readLedgerState(db)).lastTime,
    statements: () => db.statementCount,
  })
  if (reads.replica !== null) addReplicaMetrics(metrics.registry, reads.replica)
  registerMetrics(app, options.readMetrics ?? (() => metrics.registry.metrics()))
  const { isFast } = config
  const executor = traceOperations(
    options.executor ?? createExecutor(config.isSubgraph ? subgraphSchema() : schema, { isFast }),
  )
  const kept = options.answers ?? new AnswerCache()
  addAnswerMetrics(metrics.registry, () => kept.counts)
  const replay = {
    answers: kept,
    recheck,
    callerOf,
    limiter,
    current,
    load,
    onReplayed: countReplay({ metrics, log: app.log, spans }),
  }
  const rest = {
    executor,
    routes: ROUTES,
    contextOf,
    version: packageJson.version,
    ...(isFast ? { answers: kept, onKept: createRestReplays(app, replay).remember } : { answers: null }),
  }
  registerRest(app, { ...rest, changes: CHANGES })
  registerPages(app, {
    ...rest,
    publicUrl: config.publicUrl,
    embedOrigins: config.embedOrigins,
    readerOf: () => reads.pick().reader,
  })
  registerDocument(app, serviceDocument())
  const registered = trustedDocuments({ routes: ROUTES, pages: BROWSER_OPERATIONS }, config.trustedDocuments)
  await registerGraphql(app, {
    executor,
    isFast,
    registered,
    reader: { current },
    development,
    contextOf: contextCounting('OPERATION'),
  })
  registerWebSocket(app, { schema: executor.schema, trustProxy: config.trustProxy })
  await registerMcp(app, {
    executor,
    routes: ROUTES,
    contextOf,
    version: packageJson.version,
    origins: config.corsOrigins,
    shown: requestFailure,
    async snapshotMark() {
      const snapshot = await current()
      return snapshot && `${snapshot.id}/${snapshot.generatedAt}`
    },
    async alertsMark(tier) {
      const { alerts } = await reads
        .pick()
        .whales.page(tier, { filter: {}, first: PUBLIC_LIST.alerts, after: null })
      return alerts.map(({ id }) => id).join()
    },
    peers: options.peers,
    sessionLimits: options.sessionLimits,
  })
  return app
}

/**
 * Once the service is about to end, each answer closes its connection. A caller with an open connection would otherwise
 * send its next request into one that is being closed, and lose it.
 */
function releaseConnections(app: FastifyInstance, ending: AbortSignal): void {
  // Before every other listener, so that it covers answers without a route or a hook.
  app.server.prependListener('request', (_request, response) => {
    if (ending.aborted) response.shouldKeepAlive = false
  })
}

/** Adds the number of requests in progress, computed when the metrics are read. */
export function addLoadMetrics(registry: Registry, load: Pick<Load, 'inFlight'>): void {
  new Gauge({
    name: 'pequod_requests_in_flight',
    help: 'Requests in progress, at most MAX_REQUESTS_IN_FLIGHT per process.',
    registers: [registry],
    collect() {
      this.set(load.inFlight)
    },
  })
}

/**
 * `/metrics`: the service's counters, in the text format of Prometheus.
 * @param read the metrics as text, of this process or of all workers
 */
function registerMetrics(app: FastifyInstance, read: () => Promise<string>): void {
  app.get('/metrics', async (_request, reply) =>
    reply
      .headers({ 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE, 'Cache-Control': 'no-store' })
      .send(await read()),
  )
}
