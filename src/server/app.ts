import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import packageJson from '../../package.json' with { type: 'json' }
import type { OpenLimiter } from '../access/limits/open-limiter.ts'
import type { Caller } from '../access/tier.ts'
import type { AccountStore, AccountTier } from '../accounts/account-store.ts'
import { createAccountStore } from '../accounts/accounts.ts'
import { createSessionStore, type SessionStore } from '../accounts/sessions.ts'
import { AnswerCache } from '../answers/answer-cache.ts'
import { type Clock, WALL_CLOCK } from '../clock.ts'
import type { Config } from '../config/config.ts'
import { createExecutor, type Executor, traceOperations } from '../execute/executor.ts'
import type { SnapshotReads } from '../follows/watch.ts'
import {
  createRequestContext,
  type RequestContext,
  type RequestContextOptions,
  type Spending,
} from '../graph/kit/context.ts'
import { minuteBudget } from '../graph/kit/cost/query-cost.ts'
import { createFieldLimiter } from '../graph/kit/field-limit.ts'
import { findRows, schema } from '../graph/schema.ts'
import { readTop } from '../graph/screen/saved-screens.ts'
import { subgraphSchema } from '../graph/subgraph.ts'
import { readRecords } from '../graph/traders/trader-query.ts'
import { tradesAfter } from '../graph/trades/tape.ts'
import { startExports } from '../jobs/run-exports.ts'
import { startLab } from '../jobs/run-lab.ts'
import { startDelivery, startForward, startWatching } from '../jobs/start-watching.ts'
import type { Address } from '../ledger/quantities.ts'
import type { SessionLimits, SessionPeers } from '../mcp/mcp-sessions.ts'
import { type McpOptions, registerMcp } from '../mcp/register-mcp.ts'
import { BROWSER_OPERATIONS } from '../pages/browser-operations.ts'
import { registerPages } from '../pages/register-pages.ts'
import { serviceDocument } from '../rest/openapi/document.ts'
import { checkAddress } from '../rest/parameters/read-parameters.ts'
import { type RestOptions, registerDocument, registerRest } from '../rest/register-rest.ts'
import { CHANGES, ROUTES } from '../rest/routes/routes.ts'
import { STREAMS } from '../rest/routes/stream-routes.ts'
import { TOOL_ROUTES } from '../rest/routes/tool-routes.ts'
import { givenKey } from '../roots/day-log.ts'
import { createDayLog } from '../roots/prove.ts'
import type { Database } from '../store/engine/database.ts'
import { PUBLIC_LIST } from '../whales/alerts/alert-desk.ts'
import { registerGraphql } from './graphql/graphql-endpoint.ts'
import { trustedDocuments } from './graphql/persisted-operations.ts'
import { registerWebSocket } from './graphql/register-web-socket.ts'
import {
  type Admission,
  createAdmission,
  createCallers,
  createLoad,
  type Load,
  shedLoad,
} from './http/admission.ts'
import {
  createCrossOrigin,
  createHttp,
  HTTP_TIMEOUTS,
  type HttpTimeouts,
  registerCompression,
  requestFailure,
} from './http/create-http.ts'
import { createLogger } from './http/create-logger.ts'
import { registerDayLog } from './http/day-log.ts'
import { registerExportFiles } from './http/export-files.ts'
import { registerHealth } from './http/health.ts'
import { registerSignIn } from './http/sign-in.ts'
import {
  addAnswerMetrics,
  addLoadMetrics,
  countRequests,
  createRequestSpans,
  type RequestSpans,
  registerMetrics,
} from './metrics/count-requests.ts'
import { createServiceMetrics, openWatchedLimiter, type ServiceMetrics } from './metrics/service-metrics.ts'
import { countReplay, createRestReplays } from './replays.ts'
import { addSourceMetrics, openSources, type Sources, type SourcesOptions } from './sources.ts'

export interface AppOptions {
  /** The open store. Its opener closes it, after the app. */
  db: Database
  /** Its `database` is the one of `db`: past days are computed over a connection of their own. */
  config: Config
  /** Accounts and keys. @default those of `db` */
  accounts?: AccountStore
  /** @default pino on standard output at the config's level */
  logger?: FastifyBaseLogger
  /** The caller of every request. @default identified by its headers */
  caller?: Caller
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
  /** The time by which snapshots become public, and which pages count from. @default the wall clock */
  clock?: Clock
  /** Opens what each tier reads. @default that of `db`, and of the config's replica */
  openReads?: NonNullable<SourcesOptions['openReads']>
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
  const entry = await openEntry(options)
  const { app, log, metrics } = entry
  const sources = await openSources(app, { ...options, log, metrics })
  if (options.deliver) startWork(entry, sources, options)
  await registerCompression(app)
  const ending = options.ending ?? new AbortController().signal
  releaseConnections(app, ending)
  registerHealth(app, { reader: { current: () => sources.current('PRO') }, ending })
  addSourceMetrics(metrics, sources, options.db)
  registerMetrics(app, options.readMetrics ?? (() => metrics.registry.metrics()))
  await registerDoors(entry, sources, options)
  return app
}

/** The way in: the HTTP server, with who asks, whether the request is admitted, and what is counted of it. */
interface Entry {
  app: FastifyInstance
  log: FastifyBaseLogger
  metrics: ServiceMetrics
  accounts: AccountStore
  /** Null: nobody signs in on pages. */
  sessions: SessionStore | null
  limiter: OpenLimiter
  admission: Admission
  load: Load
  spans: RequestSpans
}

async function openEntry(options: AppOptions): Promise<Entry> {
  const { db, config, timeouts = HTTP_TIMEOUTS } = options
  const log = options.logger ?? createLogger(config.logLevel)
  const metrics = options.metrics ?? createServiceMetrics()
  const accounts = options.accounts ?? createAccountStore(db)
  const limiter = options.limiter ?? (await openWatchedLimiter({ redisUrl: config.redisUrl, log, metrics }))
  const sessions = config.signIn && createSessionStore(db)
  const { caller } = options
  const identify = caller ? async () => caller : createCallers({ accounts, sessions, config, log })
  const admission = createAdmission({ config, identify, limiter, metrics })
  const load = createLoad(config.load)
  addLoadMetrics(metrics.registry, load)
  const shedding = shedLoad({ load, metrics })
  const crossOrigin = createCrossOrigin(config.corsOrigins)
  const app = createHttp({ log, timeouts, crossOrigin, shedding, admit: admission.admit })
  app.server.on('connection', load.connect)
  app.addHook('onClose', async () => limiter.close())
  const spans = createRequestSpans(app, ROUTES)
  countRequests(app, { metrics, routes: ROUTES, spans })
  return { app, log, metrics, accounts, sessions, limiter, admission, load, spans }
}

/** Watches what is followed, delivers the outbox, writes exports and tries rules, until the service is closed. */
function startWork(entry: Entry, sources: Sources, options: AppOptions): void {
  const { app, log, metrics } = entry
  const { box } = sources
  const { db, config, clock = WALL_CLOCK } = options
  const { delivery, publicUrl, whaleDelayMinutes: delayMinutes } = config
  const common = contextOptions(entry, sources, options)
  const contextOf = (caller: Partial<Caller>) =>
    createRequestContext({ ...common, caller: { ...PROCESS, ...caller } })
  const reads: SnapshotReads = {
    readTop: (question, most) => readTop(question, most, contextOf({})),
    readTrades: ({ where, accountId }, after) => tradesAfter(where, after, contextOf({ accountId })),
  }
  const standings = {
    clock,
    delay: 60 * delayMinutes,
    records: (tier: AccountTier, traders: readonly Address[]) => readRecords(traders, contextOf({ tier })),
  }
  app.addHook('onClose', startDelivery({ db, standings, config: delivery, publicUrl, box, metrics, log }))
  app.addHook('onClose', startExports({ db, address: config.database, log, find: findRows(contextOf) }))
  app.addHook('onClose', startLab({ db, address: config.database, log, clock }))
  app.addHook('onClose', startForward({ db, address: config.database, log, clock }))
  app.addHook('onClose', startWatching({ db, delayMinutes, log, clock, reads }))
}

/** This process, which answers followed screens by the newest snapshot: free accounts are notified once it is public. */
const PROCESS: Caller = {
  kind: 'user',
  tier: 'PRO',
  accountId: null,
  subject: null,
  limiterKey: 'process',
  limit: Number.POSITIVE_INFINITY,
}

/** The options that contexts of all requests share. */
function contextOptions(
  { accounts, limiter }: Pick<Entry, 'accounts' | 'limiter'>,
  { reads, live, notifications, exports, lab, screens }: Sources,
  { db, config }: AppOptions,
): Omit<RequestContextOptions, 'caller'> {
  const limitField = createFieldLimiter(limiter)
  const links = {
    publicUrl: config.publicUrl,
    blockExplorer: config.blockExplorerUrl,
    check: (path: string) => checkAddress(ROUTES, path),
  }
  const { lotEvents } = config
  const dayLog = createDayLog(db, givenKey(config))
  const kept = { notifications, exports, lab, screens, live, dayLog, links, lotEvents }
  return { pick: reads.pick, accounts, limitField, ...kept }
}

/** Makes the context of a request, given the counter that its operation is charged to. */
type CreateContexts = (counts: Spending['counts']) => (request: FastifyRequest) => RequestContext

function contextsOf(entry: Entry, sources: Sources, options: AppOptions): CreateContexts {
  const common = contextOptions(entry, sources, options)
  const { limiter, metrics, admission } = entry
  const { callerOf, recheck } = admission
  return (counts) => (request) => {
    const caller = callerOf(request)
    return createRequestContext({
      ...common,
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
}

/** REST, pages, GraphQL and MCP: one executor runs the operations of all. */
async function registerDoors(entry: Entry, sources: Sources, options: AppOptions): Promise<void> {
  const { config, development = false } = options
  const { isFast, publicUrl, signIn } = config
  const { app, log, sessions } = entry
  const { current } = sources
  const contextCounting = contextsOf(entry, sources, options)
  const contextOf = contextCounting('DAYS')
  const executor = traceOperations(
    options.executor ?? createExecutor(config.isSubgraph ? subgraphSchema() : schema, { isFast }),
  )
  const door = { executor, routes: ROUTES, contextOf, version: packageJson.version }
  const rest = { ...door, ...keepAnswers(entry, sources, options) }
  registerRest(app, { ...rest, changes: CHANGES, streams: STREAMS })
  if (signIn && sessions && publicUrl) await registerSignIn(app, { config: signIn, publicUrl, sessions, log })
  registerDayLog(app, { db: options.db, rules: sources.lab.rules, key: givenKey(config), contextOf })
  registerExportFiles(app, { duckdb: options.db.duckdb, contextOf })
  registerPages(app, {
    ...rest,
    publicUrl,
    hasSignIn: signIn !== null,
    clock: options.clock,
    embedOrigins: config.embedOrigins,
    pushKey: config.delivery.push?.publicKey ?? null,
    publicReader: () => sources.reads.pick('ANONYMOUS').reader,
  })
  registerDocument(app, serviceDocument())
  await registerGraphql(app, {
    executor,
    isFast,
    registered: trustedDocuments({ routes: ROUTES, pages: BROWSER_OPERATIONS }, config.trustedDocuments),
    reader: { current: () => current('ANONYMOUS') },
    development,
    contextOf: contextCounting('OPERATION'),
  })
  registerWebSocket(app, { schema: executor.schema, trustProxy: config.trustProxy })
  await registerMcp(app, {
    ...door,
    routes: TOOL_ROUTES,
    ...marksOf(sources),
    origins: config.corsOrigins,
    shown: requestFailure,
    peers: options.peers,
    sessionLimits: options.sessionLimits,
  })
}

/** The cache of REST's answers, from which replays answer too; none where the config says so. */
function keepAnswers(
  { app, metrics, limiter, admission, load, spans }: Entry,
  { current }: Sources,
  options: AppOptions,
): Pick<RestOptions, 'answers' | 'onKept'> {
  const answers = options.answers ?? new AnswerCache()
  addAnswerMetrics(metrics.registry, () => answers.counts)
  if (!options.config.isFast) return { answers: null }
  const onReplayed = countReplay({ metrics, log: app.log, spans })
  const replays = createRestReplays(app, { ...admission, answers, limiter, current, load, onReplayed })
  return { answers, onKept: replays.remember }
}

/** The versions of what sessions of MCP can watch. */
function marksOf({ reads, current }: Sources): Pick<McpOptions, 'snapshotMark' | 'alertsMark'> {
  return {
    async snapshotMark(tier) {
      const snapshot = await current(tier)
      // Before the first one is public there is a mark, too, so that watchers are notified of it.
      return snapshot === null ? '' : `${snapshot.id}/${snapshot.generatedAt}`
    },
    async alertsMark(tier) {
      const list = { filter: {}, first: PUBLIC_LIST.alerts, after: null }
      const { alerts } = await reads.pick(tier).whales.page(tier, list)
      return alerts.map(({ id }) => id).join()
    },
  }
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
